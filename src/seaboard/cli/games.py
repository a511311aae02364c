"""`seaboard games`: list the games."""

import argparse
from typing import Any

from seaboard.cli.arguments import add_command
from seaboard.games import GAMES


def add_to(subparsers: Any) -> None:
    """Add `games` to the command line."""
    add_command(subparsers, "games", games, help="list the games with their seats and options")


def games(_: argparse.Namespace) -> None:
    """Print a table of the games."""
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "seats", "minutes", "options")
    for game in GAMES.values():
        options = ", ".join(option.name for option in game.options)
        table.add_row(game.name, f"{game.seats[0]}-{game.seats[-1]}", f"{game.minutes[0]}-{game.minutes[1]}", options)
    Console().print(table)
