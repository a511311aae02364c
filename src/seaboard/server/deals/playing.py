"""A bot's try at a deal: the same cards, seat and opponents as everybody's, with its own dice."""

import msgspec

from seaboard import bots as all_bots
from seaboard.bots.levels import bot_of
from seaboard.server.matches.dice import roll
from seaboard.server.matches.seat_standings import standings
from seaboard.server.matches.session import Session
from seaboard.server.protocol import View
from seaboard.server.storage.ids import commitment_to
from seaboard.server.storage.rows import Deal, Entry, MatchRow


class Played(msgspec.Struct, frozen=True):
    """The result of a bot's try."""

    place: int
    margin: int
    score: int
    moves: list[tuple[int, int]]


def play(deal: Deal, level: str, number: int) -> Played:
    """The `number`-th try of a bot of this level in the person's seat."""
    row = MatchRow(
        id="",
        table="",
        game=deal.game,
        rules=deal.rules,
        seats=deal.seats,
        options=deal.options,
        seed=deal.seed,
        commitment=commitment_to(deal.seed),
        started=0.0,
        names=[],
    )
    session = Session(row, [])
    own = f"{deal.seed}/{level}/{number}"
    seated = [all_bots.make(chair or level, deal.game) for chair in deal.chairs]
    dice = [own if chair is None else deal.seed for chair in deal.chairs]
    chosen: dict[int, int] = {}
    while not session.is_over:
        for seat in session.to_act:  # all who have a choice now choose by what they see now, whatever the order
            if seat not in chosen:
                chosen[seat] = choose(seated[seat], dice[seat], session.view(seat, memory=True))
        seat = session.to_act[0]
        session.absorb(Entry("", session.number, seat, chosen.pop(seat), None, 0.0))
        chosen = {other: action for other, action in chosen.items() if session.since[other] < session.number}
    place, margin, score = standings(session.match.scores, session.match.winners)[deal.seat]
    return Played(place, margin, score, [(seat, action) for seat, action in session.match.moves])


def choose(bot: all_bots.Bot, dice: str, view: View) -> int:
    """A bot's choice with set dice."""
    roll(bot, dice, view)
    return int(bot.choose(dict(view)))


def is_always_the_same(level: str, game: str) -> bool:
    """Whether bots of a level use no dice, so that one try stands for all."""
    return bot_of(level, game) == "simple"
