"""The layout of a State: blanks, copies and records of a dataclass of ints and lists of ints; and sets of bits."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, get_args, get_type_hints

import numpy as np

from seaboard.kit import Cells


@dataclass(frozen=True)
class Field:
    """One field of a State: a number (shape `()`) or a block of numbers."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    bits: int = 0
    """Bits per set; 0 for a plain number."""

    @property
    def limits(self) -> tuple[int, int]:
        """The smallest and the largest number the field holds."""
        return _limits(self.dtype)


@cache
def _limits(dtype: str) -> tuple[int, int]:
    numbers = np.iinfo(dtype)
    return int(numbers.min), int(numbers.max)


@cache
def fields(State: Any) -> tuple[Field, ...]:
    """The fields of a State, in order."""
    found = []
    for name, hint in get_type_hints(State, include_extras=True).items():
        note = get_args(hint)[1] if get_args(hint) else None
        if isinstance(note, Cells):
            found.append(Field(name, *note))
        elif isinstance(note, str):
            found.append(Field(name, note, ()))
        else:
            raise TypeError(f"{State.__qualname__}.{name} needs a width: kit.Int8, Annotated[list[int], Cells(...)], ...")
    return tuple(found)


@cache
def record_type(State: Any) -> np.dtype[np.void]:
    """The numpy record with the same field names, for the compiled rules."""
    return np.dtype([(f.name, f.dtype, f.shape) for f in fields(State)], align=True)


def _zeros(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def blank(State: Any) -> Any:
    """A State of zeros."""
    return State(**{f.name: _zeros(f.shape) for f in fields(State)})


def copy(state: Any) -> Any:
    """An independent copy of a State or of a record."""
    if isinstance(state, np.void):
        return state.copy()
    State: Any = type(state)
    return _copier(State)(state)


def copy_for(function: Callable[..., None], state: Any) -> Any:
    """Return a State in which only those blocks are copied that a function may write to; the others are shared and must only be read."""
    State: Any = type(state)
    return _copier_for(function, State)(state)


@cache
def _copier_for(function: Callable[..., None], State: Any) -> Any:
    return _copier(State, blocks_named(function, State))


@cache
def _copier(State: Any, blocks: tuple[str, ...] | None = None) -> Any:
    """Make a function that copies this kind of State, written out field by field: four times as fast as a loop over them."""
    depths = {f.name: len(f.shape) if blocks is None or f.name in blocks else 0 for f in fields(State)}
    lines = [f"copied.{name} = {_copy_text(f's.{name}', depth)}" for name, depth in depths.items()]
    made: dict[str, Any] = {"new": object.__new__, "State": State}
    exec("\n    ".join(["def copier(s):", "copied = new(State)", *lines, "return copied"]), made)
    return made["copier"]


@cache
def blocks_named(function: Callable[..., None], State: Any) -> tuple[str, ...]:
    """Return the blocks of numbers that a function, or one that it calls, names: it can't write to any others."""
    names = _names(function, set())
    return tuple(f.name for f in fields(State) if f.shape and f.name in names)


def _names(function: Any, seen: set[Any]) -> set[str]:
    """Return every name in a function's code, and in that of the functions and modules that it names."""
    seen.add(function)
    names: set[str] = set()
    codes = [function.__code__]
    while codes:
        code = codes.pop()
        names |= set(code.co_names)
        codes += [part for part in code.co_consts if isinstance(part, CodeType)]
    found = set(names)
    for name in names:
        value = function.__globals__.get(name)
        called = [getattr(value, part, None) for part in names] if isinstance(value, ModuleType) else [value]
        for other in called:
            if isinstance(other, FunctionType) and other not in seen:
                found |= _names(other, seen)
    return found


def _copy_text(block: str, depth: int) -> str:
    if depth < 2:
        return block + "[:]" * depth
    if depth == 2:
        return f"[*map(list.copy, {block})]"
    return f"[{_copy_text('row', depth - 1)} for row in {block}]"


def copy_block(block: Any, depth: int) -> Any:
    """A copy of a number or of nested lists."""
    if depth == 0:
        return block
    if depth == 1:
        return block[:]
    return [copy_block(row, depth - 1) for row in block]


def to_record(state: Any) -> Any:
    """The same state as a numpy record."""
    State: Any = type(state)
    record = np.zeros(1, record_type(State))
    for f in fields(State):
        record[f.name][0] = getattr(state, f.name)
    return record[0]


def from_record(State: Any, record: Any) -> Any:
    """The same state as a plain State."""
    return State(**{f.name: record[f.name].tolist() if f.shape else int(record[f.name]) for f in fields(State)})


@lru_cache(4096)
def members(bits: int) -> tuple[int, ...]:
    """The numbers in a set of bits, smallest first."""
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)
