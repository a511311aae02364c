"""The compiled twin of a rules file: the same source, loaded a second time and sent through numba.

A twin module is a copy of its source in the user's cache folder. There every function becomes a numba
function, every table (a tuple of ints) an array, and every import from Seaboard the twin of what was
imported. The copy lies in a folder named by a hash of all the sources that go into it, so numba's own
cache, which lives beside it and does not notice edits in imported files, can never be stale.
"""

import contextlib
import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload_method
from numba.np.arrayobj import populate_array

from seaboard import state
from seaboard.game import Game

UNUSED_DAYS = 30
OF_THE_GAME = ("rules", "soundness", "view", "redeal", "strategy")  # what a kernel may name at its top


class Twin:
    """One game, compiled: its modules, and kernels bound to them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._modules: dict[str, ModuleType] = {}
        self._lock = threading.RLock()  # bots compile in the background
        # read once: a source edited while the program runs must not get into a folder that other programs find
        self._shared = _digest(_sources_of("seaboard.kit", "seaboard.compiled") + _folder_sources(game.package))
        self._kernels = _digest(_folder_sources("seaboard.kernels"))
        self.State = game.state.State
        self.record_type = state.record_type(self.State)

    @property
    def rules(self) -> Any:
        """The compiled `rules.py`."""
        return self.module("rules")

    def module(self, name: str) -> Any:
        """The compiled twin of one of the game's own modules."""
        with self._lock:
            # a small game keeps several in one file, which Game knows
            own = getattr(self.game, name).__name__ if name in OF_THE_GAME else f"{self.game.package}.{name}"
            return self._load(own)

    def kernel(self, name: str) -> Any:
        """A module of `seaboard.kernels`, compiled for this game.

        A kernel names what it needs of the game at its top, as `rules: Any = None`; that name is bound here.
        """
        with self._lock:
            return self._load(f"seaboard.kernels.{name}")

    def written(self, name: str, source: Callable[[], str]) -> Any:
        """A kernel whose source a program writes for this game; the name says what it is."""
        with self._lock:
            return self._load(f"seaboard.kernels.{name}", source)

    def blank(self, count: int = 1) -> Any:
        """An array of zeroed records."""
        return np.zeros(count, self.record_type)

    def _load(self, name: str, source: Callable[[], str] | None = None) -> ModuleType:
        if name in self._modules:
            return self._modules[name]
        copy = self._copy_of_source(name, source)
        twin_name = f"seaboard_twin_{copy.parent.name}_{copy.stem}"
        spec = importlib.util.spec_from_file_location(twin_name, copy)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        module.__package__ = name.rpartition(".")[0]
        sys.modules[twin_name] = module  # numba's cache looks a function's module up by name
        self._modules[name] = module
        spec.loader.exec_module(module)
        if name.startswith("seaboard.kernels."):
            vars(module).update({n: self.module(n) for n in OF_THE_GAME if n in vars(module)})
        for key, value in list(vars(module).items()):
            native = NATIVE.get((name, key))
            vars(module)[key] = native or self._compile(value, own=twin_name)
        return module

    def _compile(self, value: Any, *, own: str) -> Any:
        if isinstance(value, FunctionType):
            if value.__module__ == own:
                return _wide(numba.njit(value, cache=True, nogil=True, error_model="numpy"))
            if self._is_ours(value.__module__):
                return getattr(self._load(value.__module__), value.__name__)
        if isinstance(value, ModuleType) and self._is_ours(value.__name__):
            return self._load(value.__name__)
        if isinstance(value, tuple) and value and _is_table(value):
            table = np.array(value)
            table.setflags(write=False)
            return table
        return value

    def _is_ours(self, module: str) -> bool:
        return module.startswith(("seaboard.", f"{self.game.package}."))

    def _copy_of_source(self, name: str, source: Callable[[], str] | None) -> Path:
        text = source().encode() if source is not None else _origin(name).read_bytes()
        # kernels call each other, so an edit in one is an edit in all
        kernels = self._kernels if name.startswith("seaboard.kernels.") else b""
        folder = cache_folder() / hashlib.sha256(text + self._shared + kernels).hexdigest()[:20]
        copy = folder / f"{self.game.package.rpartition('.')[2]}_{name.rpartition('.')[2]}.py"
        if not copy.exists():
            folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=folder)
            with os.fdopen(handle, "wb") as out:
                out.write(text)
            os.replace(temporary, copy)
        with contextlib.suppress(OSError):
            os.utime(folder)  # it is used: not to be forgotten
        return copy


def _wide(function: Any) -> Any:
    """Have a function's whole numbers come as 64 bits: numba would compile it anew for each mix of narrow fields that it meets."""
    narrow = function.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return narrow(tuple(types.int64 if isinstance(arg, types.Integer | types.IntegerLiteral) else arg for arg in args), kws)

    function.get_call_template = get_call_template
    return function


# numba knows no `int.bit_count` and `int.bit_length`; the machine has an instruction for each.


@intrinsic
def _count_ones(typing: Any, number: Any) -> Any:
    return types.int64(types.int64), lambda _c, builder, _s, args: builder.ctpop(args[0])


@intrinsic
def _leading_zeros(typing: Any, number: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], cgutils.false_bit)

    return types.int64(types.int64), generate


@overload_method(types.Integer, "bit_count")
def _bit_count(number: Any) -> Any:
    def ones(number: Any) -> Any:
        return _count_ones(number)  # type: ignore[call-arg]  # numba passes the typing context itself

    return ones


@overload_method(types.Integer, "bit_length")
def _bit_length(number: Any) -> Any:
    def length(number: Any) -> Any:
        return 64 - _leading_zeros(number)  # type: ignore[call-arg]  # likewise

    return length


def _zeros(number: Any, count: Any) -> Any:
    """A row of zeros on the stack of the function that asks for it: an array of numpy's would take longer to get than to use."""
    if not isinstance(count, types.IntegerLiteral):
        raise TypingError("scratch() needs a number that is known when the rules are compiled: write it out, or give it a name")
    length = count.literal_value
    row = types.Array(number, 1, "C")

    def generate(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        def constant(number: int) -> Any:
            return context.get_constant(types.intp, number)

        data = cgutils.alloca_once(builder, context.get_value_type(number), size=length)
        cgutils.memset(builder, data, constant(8 * length), 0)
        array = context.make_array(row)(context, builder)
        populate_array(array, data=data, shape=[constant(length)], strides=[constant(8)], itemsize=constant(8), meminfo=None)
        return array._getvalue()

    return row(count), generate


@intrinsic
def _scratch(typing: Any, count: Any) -> Any:
    return _zeros(types.int64, count)


@intrinsic
def _scratch_floats(typing: Any, count: Any) -> Any:
    return _zeros(types.float64, count)


# What is written otherwise for the compiled side.
NATIVE = {("seaboard.kit", "scratch"): _scratch, ("seaboard.kit", "scratch_floats"): _scratch_floats}


@cache
def twin(game: Game) -> Twin:
    """The compiled twin of a game; made once in a process."""
    return Twin(game)


@cache
def cache_folder() -> Path:
    """Where compiled code is kept: the user's cache folder, or a temporary one if that can't be written."""
    folder = Path(os.environ.get("SEABOARD_CACHE") or platformdirs.user_cache_dir("seaboard")) / "compiled"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return Path(tempfile.mkdtemp(prefix="seaboard-compiled-"))
    _forget_unused(folder)
    return folder


def _forget_unused(folder: Path) -> None:
    oldest = time.time() - UNUSED_DAYS * 86400
    for entry in folder.iterdir():
        if entry.is_dir() and entry.stat().st_mtime < oldest:
            shutil.rmtree(entry, ignore_errors=True)


def _is_table(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_is_table(item) for item in value)
    return isinstance(value, int)


def _origin(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ImportError(f"no source file for {name}")
    return Path(spec.origin)


def _digest(sources: list[Path]) -> bytes:
    key = hashlib.sha256()
    for part in sources:
        key.update(part.name.encode() + b"\0" + part.read_bytes() + b"\0")
    return key.digest()


def _sources_of(*names: str) -> list[Path]:
    return [_origin(name) for name in names]


def _folder_sources(package: str) -> list[Path]:
    folder = _origin(package).parent
    return sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix in {".py", ".toml", ".json"})
