"""What several commands share: the arguments that describe a table, progress bars, figures as JSON."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seaboard.errors import BadOption, SeaboardError
from seaboard.game import Game
from seaboard.games import GAMES, find

if TYPE_CHECKING:
    from rich.progress import Progress


def add_command(
    subparsers: Any, name: str, run: Callable[[argparse.Namespace], int | None], *, help: str, status_on_error: int = 2, **more: Any
) -> argparse.ArgumentParser:
    """Add a command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(name, help=help, **{"description": f"{help[0].upper()}{help[1:]}.", **more})
    parser.set_defaults(run=run, status_on_error=status_on_error)
    return parser


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say which game is played and how."""
    parser.add_argument("game", nargs="?", default="sea-change", metavar="GAME", help=f"{', '.join(GAMES)} (default: sea-change)")
    parser.add_argument("--seats", type=int, metavar="N", help="number of seats (default: the game's usual number)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a table option, e.g. teams=2; may be repeated")
    parser.add_argument("--seed", type=int, default=None, metavar="N", help="the same seed deals the same cards")


def add_figures_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say where matches are played and where their figures go."""
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster instead: auto, or ray://host:10001")
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON ('-' for standard output)")
    parser.add_argument("--plot", metavar="FILE", help="plot the figures to a .png, .svg or .pdf")


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


def progress_bar() -> "Progress":
    """A progress bar on standard error that disappears when it is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.text import Text

    class TimeLeft(ProgressColumn):
        """The time left; a task's field `before` holds what an earlier run had done."""

        def render(self, task: Task) -> Text:
            before = task.fields.get("before", 0)
            return Text(duration(time_left(task.elapsed or 0.0, task.completed - before, (task.total or 0) - task.completed)))

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeLeft())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def time_left(elapsed: float, done: float, to_do: float) -> float | None:
    """Return the seconds to go; None while nothing has been done.

    Averages over everything done so far: results come in bursts, so a recent speed would be misleading, most of all at first.
    """
    return elapsed / done * to_do if done > 0 else None


def duration(seconds: float | None) -> str:
    """Format as hours, minutes and seconds."""
    if seconds is None:
        return "-:--:--"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def write_json(figures: Any, path: str) -> None:
    """Write figures as JSON to a file, or to standard output for '-'."""
    text = json.dumps(figures, indent=2)
    if path == "-":
        print(text)
        return
    try:
        Path(path).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise SeaboardError(f"{path} can't be written: {error.strerror}") from error
