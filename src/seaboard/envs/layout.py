"""What the numbers of an observation mean: a game's State, field by field, as one row of fixed length.

An observation is what `view.hide` leaves of the State for a seat, written out in the order of the fields. The first
number is the seat itself (-1: a spectator). Seats keep their own numbers: nothing is rotated to the observer.
A set kept as bits becomes a 0 or 1 for each bit, the lowest first (packed: it stays one number).
"""

import ast
import inspect
import io
import tokenize
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seaboard import state
from seaboard.game import Game

LEFT_OUT = ("seed", "stream", "draws")  # randomness: hidden, or just the round number
WIDEST = 31  # a number of more bits than this is spread out like a set
HEAD = '''"""What seats see of many matches, as rows of numbers. Written by `seaboard.envs.layout`."""

rules = None
view = None


def observe(states, seats, known, rows):
    for i in range(len(states)):
        known[0] = states[i]
        view.hide(known[0], seats[i])
        rows[i][0] = seats[i]
        write(known[0], rows[i])


def look(states, seats, known, rows, masks, scratch):
    observe(states, seats, known, rows)
    for i in range(len(states)):
        if seats[i] >= 0 and rules.to_act(states[i]) >> seats[i] & 1:
            for k in range(rules.legal_actions(states[i], seats[i], scratch)):
                masks[i][scratch[k]] = 1


def write(s, row):
'''


@dataclass(frozen=True)
class Part:
    """One field of an observation."""

    name: str
    start: int
    shape: tuple[int, ...]
    """The State's own shape; where sets are spread out, their bits come last."""
    low: int
    high: int
    bits: int
    """Bits per set; 0 for plain numbers."""
    meaning: str
    heading: str = ""
    """The comment above a group of fields, on the first of them."""

    @property
    def size(self) -> int:
        """How many numbers it takes."""
        return int(np.prod(self.shape, dtype=int))

    @property
    def place(self) -> slice:
        """Its position in an observation."""
        return slice(self.start, self.start + self.size)


@dataclass(frozen=True, eq=False)
class Layout:
    """The fields of a game's observation."""

    parts: tuple[Part, ...]
    size: int
    dtype: np.dtype[Any]
    packed: bool

    @property
    def low(self) -> NDArray[Any]:
        """The smallest number at each place."""
        return np.concatenate([np.full(part.size, part.low, self.dtype) for part in self.parts])

    @property
    def high(self) -> NDArray[Any]:
        """The largest number at each place."""
        return np.concatenate([np.full(part.size, part.high, self.dtype) for part in self.parts])

    def read(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """An observation (or rows of them) by the names of its fields."""
        rows = observation.shape[:-1]
        return {part.name: observation[..., part.place].reshape((*rows, *part.shape)) for part in self.parts}

    def source(self) -> str:
        """The kernel that writes observations of many matches."""
        lines: list[str] = []
        for part in self.parts[1:]:
            shape = part.shape[:-1] if part.bits and not self.packed else part.shape
            indent, cell, place = "    ", f"s.{part.name}", "0"
            for i, length in zip("ijkl", shape, strict=False):
                lines.append(f"{indent}for {i} in range({length}):")
                indent, cell, place = indent + "    ", f"{cell}[{i}]", f"({place} * {length} + {i})"
            if part.bits and not self.packed:
                lines += [f"{indent}bits = {cell}", f"{indent}for b in range({part.bits}):"]
                lines.append(f"{indent}    row[{part.start} + {place} * {part.bits} + b] = bits >> b & 1")
            else:
                lines.append(f"{indent}row[{part.start} + {place}] = {cell}")
        return HEAD + "\n".join(lines) + "\n"


@cache
def layout(game: Game, *, packed: bool = False) -> Layout:
    """The layout of a game's observations."""
    meanings = comments(game.state.State)
    parts = [Part("seat", 0, (), -1, game.seats[-1] - 1, 0, "the seat that observes; -1: a spectator")]
    for f in state.fields(game.state.State):
        if f.name in LEFT_OUT:
            continue
        low, high = f.limits
        bits = f.bits or (high.bit_length() + (low < 0) if high.bit_length() > WIDEST else 0)
        shape = (*f.shape, bits) if bits and not packed else f.shape
        if bits and not packed:
            low, high = 0, 1
        elif f.bits:
            low, high = 0, (1 << bits) - 1
        heading, meaning = meanings[f.name]
        parts.append(Part(f.name, parts[-1].place.stop, shape, low, high, bits, meaning, heading))
    reach = max(max(part.high, -part.low - 1) for part in parts)
    dtype = next(np.dtype(f"int{width}") for width in (8, 16, 32, 64) if reach < 1 << width - 1)
    return Layout(tuple(parts), parts[-1].place.stop, dtype, packed)


def comments(State: Any) -> dict[str, tuple[str, str]]:
    """The comments above each field of a State (where a group begins) and beside it; its name in words if there is none."""
    source = inspect.getsource(State)
    own_line: dict[int, str] = {}
    beside: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            alone = token.line.strip() == token.string
            (own_line if alone else beside)[token.start[0]] = token.string.lstrip("# ").strip()
    tree = ast.parse(source).body[0]
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            above = node.lineno - 1
            heading: list[str] = []
            while above in own_line:
                heading.insert(0, own_line[above])
                above -= 1
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            meaning = next((beside[line] for line in lines if line in beside), "")
            found[node.target.id] = " ".join(heading), meaning or node.target.id.replace("_", " ")
    return found
