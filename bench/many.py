"""Long measurements on many cores: results are kept in a file, and the figures are the same for any number of workers."""

import argparse
import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from seaboard import bots
from seaboard.arena import contest
from seaboard.arena.checkpoint import append, load
from seaboard.arena.workers import spread
from seaboard.bots.specs import Spec
from seaboard.bots.weights import network_digest
from seaboard.cli.arguments import progress_bar
from seaboard.games import GAMES

Row = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say where, for how long and with how many processes to play, and where the figures go."""
    parser.add_argument("--game", choices=list(GAMES), action="append", help="repeatable (default: every game)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="number of processes (default: one per core)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--results", type=Path, help="save results in this file, and resume from it")
    parser.add_argument("--json", help="write the figures as JSON ('-' for standard output)")


def games_of(chosen: argparse.Namespace) -> list[str]:
    """The games that were asked for."""
    return chosen.game or list(GAMES)


def strength(level: str, game: str) -> str:
    """Identify a level's strength: matches of a level, or network, that has changed since don't count."""
    spec = Spec.read(level, game=game)
    return f"{spec}@{network_digest(GAMES[game])}" if spec.kind == "learned" else str(spec)


def play_all(
    kind: str, games: Sequence[str], play: Callable[..., Row], pieces: Sequence[tuple[Row, tuple[Any, ...]]], chosen: argparse.Namespace
) -> list[Row | None]:
    """Return the result of each piece, in order; None if there was no time for it.

    A piece is a unique name, stored with its result, and the arguments to play it.
    """
    names = [tuple(sorted(name.items())) for name, _ in pieces]
    keys = [key for key, _ in names[0]] if names else []
    file: Path | None = chosen.results
    known = {tuple((key, row[key]) for key in keys): row for row in (load(file, {"seaboard_bench": kind}) if file else [])}
    to_play = [number for number, name in enumerate(names) if name not in known]
    end = time.monotonic() + chosen.seconds
    with progress_bar() as bar:
        _compile(games if to_play else [], chosen.workers, bar)
        before = len(pieces) - len(to_play)
        task = bar.add_task("matches", total=len(pieces), completed=before, before=before)
        results = spread(play, [pieces[number][1] for number in to_play], workers=chosen.workers)
        for at, result in results:
            name = pieces[to_play[at]][0]
            known[names[to_play[at]]] = row = {**name, **result}
            if file:
                append(file, row)
            bar.advance(task)
            if time.monotonic() > end:
                for process in multiprocessing.active_children():
                    process.terminate()  # what it is playing would be waited for
                break
    return [known.get(name) for name in names]


def _compile(games: Sequence[str], workers: int, bar: Any) -> None:
    """Fill the cache, each game in a process of its own: the workers find everything there."""
    task = bar.add_task("compiling", total=len(games))
    for _ in spread(compile_game, [(game,) for game in games], workers=min(workers, len(games))):
        bar.advance(task)
    bar.remove_task(task)


def compile_game(game: str) -> None:
    """Compile what matches of a game need."""
    bots.precompile(game)
    contest.prepare(game)
