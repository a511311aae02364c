"""`seaboard client`: your bot plays on a server, as a bot account."""

import argparse
import asyncio
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seaboard.cli.arguments import add_command
from seaboard.errors import SeaboardError
from seaboard.games import GAMES, find

if TYPE_CHECKING:
    from seaboard.bots import Bot


def add_to(subparsers: Any) -> None:
    """Add `client` to the command line."""
    parser = add_command(
        subparsers,
        "client",
        client,
        help="let your bot play on a server, as a bot account",
        epilog="The token comes from SEABOARD_TOKEN or a file, never from the command line, which others on the machine can see.",
        status_on_error=1,
    )
    parser.add_argument("--server", required=True, metavar="URL", help="the server's address, e.g. https://play.example.org")
    parser.add_argument("--token-file", metavar="FILE", help="a file whose first line is the token (default: SEABOARD_TOKEN)")
    parser.add_argument(
        "--bot", default="captain", metavar="NAME", help="who plays: search:1000, my.py:Class, cmd:./engine … (default: captain)"
    )
    parser.add_argument("--games", default="", metavar="NAMES", help=f"accept only these games, separated by commas: {', '.join(GAMES)}")
    parser.add_argument("--seats", default="", metavar="NUMBERS", help="accept only tables with these numbers of seats, e.g. 2,3")
    parser.add_argument("--tables", type=int, default=4, metavar="N", help="play at most N tables at once (default: 4)")


def client(chosen: argparse.Namespace) -> None:
    """Play until stopped."""
    from seaboard import bots
    from seaboard.bots.precompiler import precompile_on_terminal

    token = _token(chosen.token_file)
    try:
        from seaboard.client import Account, Rule, serve
    except ImportError as error:
        raise SeaboardError(f"{error.name} is missing: pip install 'seaboard[client]'") from error
    games = {find(name.strip()).name for name in chosen.games.split(",") if name.strip()}
    kinds = {bots.Spec.read(chosen.bot, game=name).kind for name in games or GAMES}  # reports a wrong name now, not at the first invitation
    rule = Rule(games=games or None, seats=_numbers(chosen.seats) or None, tables=chosen.tables)

    if kinds & {"search", "learned"}:  # compiles before anybody waits for a move
        for name in sorted(games or GAMES):
            precompile_on_terminal(name)

    def make(game: str) -> "Bot":
        return bots.make(chosen.bot, game)

    async def run() -> None:
        async with Account(chosen.server, token) as account:
            me = await account.me()
            print(f"{me.name} is at {account.server}  (Ctrl+C stops it)", flush=True)
            await serve(account, make, rule)

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    logging.getLogger("httpx").setLevel(logging.WARNING)
    asyncio.run(run())


def _token(file: str | None) -> str:
    if file:
        try:
            token = Path(file).read_text(encoding="utf-8").strip().partition("\n")[0].strip()
        except (OSError, UnicodeError) as error:
            raise SeaboardError(f"can't read the token from {file}: {error}") from error
    else:
        token = os.environ.get("SEABOARD_TOKEN", "").strip()
    if not token:
        raise SeaboardError("there is no token: put it into SEABOARD_TOKEN, or name a file with --token-file")
    return token


def _numbers(text: str) -> set[int]:
    try:
        return {int(part) for part in text.split(",") if part.strip()}
    except ValueError as error:
        raise SeaboardError(f"write numbers of seats like 2,3, not {text!r}") from error
