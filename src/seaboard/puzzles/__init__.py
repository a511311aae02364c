"""Puzzles: positions from matches between bots in which one move is clearly best. `seaboard puzzles make` finds them."""

import gzip
from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from seaboard.game import Game
from seaboard.games import find
from seaboard.puzzles.model import Puzzle

__all__ = ["Puzzle", "file_of", "load", "read", "write"]
_puzzles = msgspec.json.Decoder(list[Puzzle])


def file_of(game: Game) -> Path:
    """Return the file of a game's puzzles."""
    return Path(str(resources.files("seaboard"))) / "puzzles" / f"{game.name}.json.gz"


@cache
def load(game: str) -> dict[str, Puzzle]:
    """Return a game's puzzles by their ids, easiest first; none if the game has no file, or its rules have changed since."""
    found = find(game)
    file = file_of(found)
    puzzles = read(file) if file.is_file() else []
    return {puzzle.id: puzzle for puzzle in puzzles if puzzle.rules in found.versions}


def read(file: Path) -> list[Puzzle]:
    """The puzzles of a file."""
    return _puzzles.decode(gzip.decompress(file.read_bytes()))


def write(file: Path, puzzles: Sequence[Puzzle]) -> None:
    """Write puzzles to a file: the same puzzles, the same bytes."""
    plain: list[Any] = [msgspec.to_builtins(puzzle) for puzzle in puzzles]
    file.write_bytes(gzip.compress(msgspec.json.encode(plain), mtime=0))
