"""What several commands take and give: a table to play at, a seed, figures as JSON."""

import argparse
import json
from pathlib import Path
from typing import Any

from seaboard.errors import BadOption, SeaboardError
from seaboard.game import Game
from seaboard.games import GAMES, find


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments that say which game is played and how."""
    parser.add_argument("game", nargs="?", default="sea-change", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    parser.add_argument("--seats", type=int, metavar="N", help="how many seats (the game's usual number if left out)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a table option, like teams=2; can be repeated")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="the same seed deals the same cards")


def table_of(chosen: argparse.Namespace) -> tuple[Game, int, dict[str, Any]]:
    """The game, seats and options that were asked for."""
    game = find(chosen.game)
    seats = game.check_seats(chosen.seats)
    options: dict[str, Any] = {}
    known = {option.name: option for option in game.options}
    for text in chosen.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"write an option as NAME=VALUE, not {text!r}")
        options[name] = known[name].read(value, seats) if name in known else value
    return game, seats, game.check_options(seats, options)


def write_json(data: Any, path: str) -> None:
    """Write data as JSON to a file, or to standard output for '-'."""
    text = json.dumps(data, indent=2)
    if path == "-":
        print(text)
        return
    try:
        Path(path).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise SeaboardError(f"{path} can't be written: {error.strerror}") from error
