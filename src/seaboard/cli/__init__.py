"""The command line: `seaboard serve`, `seaboard play`, `seaboard simulate`, ... One file per command."""

import argparse
import sys
from collections.abc import Sequence

from seaboard import __version__
from seaboard.cli import (
    backup,
    ban,
    bot_account,
    client,
    config,
    export,
    games,
    host,
    maintenance,
    people,
    play,
    prune,
    puzzles,
    restore,
    review,
    serve,
    simulate,
    tournament,
    train,
    verify,
)
from seaboard.errors import SeaboardError

COMMANDS = (
    play,
    serve,
    games,
    simulate,
    tournament,
    train,
    review,
    puzzles,
    verify,
    backup,
    restore,
    export,
    prune,
    people,
    ban,
    bot_account,
    client,
    host,
    maintenance,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; an error is one clear line, and the exit status says whether it worked."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        with config.as_environment(given):
            return _run(given or ["serve", "--open"])
    except SeaboardError as error:
        print(f"seaboard: {error}", file=sys.stderr)
        return 2


def parser() -> argparse.ArgumentParser:
    """Build the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="seaboard",
        description="Four sea card games: play them, host them, study them.",
        epilog="Without a command, seaboard serves the games on this machine and opens the page, like seaboard serve --open.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(subparsers)
    return parser


def _run(given: list[str]) -> int:
    chosen = parser().parse_args(given)
    try:
        return int(chosen.run(chosen) or 0)
    except SeaboardError as error:
        print(f"seaboard: {error}", file=sys.stderr)
        return int(chosen.status_on_error)
    except (KeyboardInterrupt, EOFError):
        print("\nStopped.", file=sys.stderr)
        return 130
