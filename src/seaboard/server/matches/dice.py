"""A bot's dice for a deal that several people play: the same for all of them."""

import hashlib

import msgspec

from seaboard import bots
from seaboard.server.protocol import View


def roll(bot: bots.Bot, dice: str, view: View) -> None:
    """Set a bot's dice for one decision, from a secret and what its seat knows, so that it chooses the same whenever it is asked."""
    if isinstance(bot, bots.SearchBot | bots.LearnedBot):
        known = msgspec.json.encode(view, order="deterministic")
        bot.roll(int.from_bytes(hashlib.blake2b(known, key=dice.encode(), digest_size=8).digest(), "big"))
