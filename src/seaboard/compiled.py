"""The compiled twin of a rules file: the same source, loaded a second time and passed through numba.

A twin module is a copy of its source in the user's cache folder. There every function becomes a numba
function, every table (a tuple of ints) an array, and every import from Seaboard the twin of what was
imported. The copy's folder is named by a hash of all the sources that go into it, so numba's own cache, which is kept beside it and does
not notice edits in imported files, can never be stale.
"""

import ast
import contextlib
import gc
import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core import event, types
from numba.core.dispatcher import Dispatcher

from seaboard import state
from seaboard.game import Game
from seaboard.intrinsics import NATIVE

UNUSED_DAYS = 30
TWIN = "seaboard_twin_"  # how the names of all twin modules begin
FROM_WHERE = "gets its numbers from seaboard.kit and from its own folder"
OF_THE_GAME = ("rules", "soundness", "view", "redeal", "strategy", "features", "facts")  # names that a kernel may ask for at its top

# Compiled functions are never called from C, and most of them never from Python: omitting the wrappers for that saves a tenth to a fifth of
# the compile time. What Python does call is compiled apart, with a wrapper: see `ForPython`.
HOW: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "no_cpython_wrapper": True}

# Modules that a search runs for every move: counting references to arrays (they make none) would take a tenth of its time. Without it in
# all modules a search would be a twentieth faster still, but rules would be inlined into each other: a first start takes a fifth longer.
HOW_UNCOUNTED = {**HOW, "_nrt": False}
UNCOUNTED = (".redeal", ".strategy", ".kernels.dice", ".kernels.search")

# Modules whose small functions a batch calls for every match. A call passes an array as seven numbers and counts a reference to it:
# inlined, and without counting, these functions take a quarter less time.
HOW_TIGHT = {**HOW_UNCOUNTED, "forceinline": True}
TIGHT = (".features", ".kernels.batch", ".kernels.look")

NEW = 5_000  # how many new objects there may be, while numba compiles, before Python looks for cycles among them


class FewCollections(event.Listener):
    """Lets Python look for cycles less often while numba compiles: it takes a twelfth of the time, and finds little."""

    def __init__(self) -> None:
        self._depth = 0  # a function's callees are compiled within; in one thread at a time, as numba has a lock
        self._usual = self._raised = gc.get_threshold()

    def on_start(self, event: Any) -> None:
        """Something begins to be compiled."""
        if self._depth == 0:
            self._usual = gc.get_threshold()
            if 0 < self._usual[0] < NEW:
                gc.set_threshold(NEW, *self._usual[1:])
            self._raised = gc.get_threshold()
        self._depth += 1

    def on_end(self, event: Any) -> None:
        """It is compiled, or can't be."""
        self._depth -= 1
        if self._depth == 0 and gc.get_threshold() == self._raised:  # nobody has chosen otherwise meanwhile
            gc.set_threshold(*self._usual)


event.register("numba:compile", FewCollections())


class Twin:
    """One game, compiled: its modules, and kernels bound to them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._modules: dict[str, ModuleType] = {}
        self._shown: dict[str, ForPython] = {}
        self._lock = threading.RLock()  # bots compile in the background
        # read once: a source edited while the program runs must not end up in a folder that other programs use
        self._shared = _digest(_sources_of("seaboard.kit", "seaboard.compiled", "seaboard.intrinsics") + _folder_sources(game.package))
        self._kernels = _digest(_folder_sources("seaboard.kernels"))
        self.State = game.state.State
        self.record_type = state.record_type(self.State)

    @property
    def rules(self) -> Any:
        """The compiled `rules.py`."""
        return self.module("rules")

    def module(self, name: str) -> Any:
        """The compiled twin of one of the game's own modules."""
        return self.show(self._own(name))

    def kernel(self, name: str) -> Any:
        """A module of `seaboard.kernels`, compiled for this game.

        A kernel declares what it needs of the game at its top, as `rules: Any = None`; that name is bound here.
        """
        return self.show(f"seaboard.kernels.{name}")

    def written(self, name: str, source: Callable[[], str]) -> Any:
        """Compile a kernel whose source was generated for this game; the name says what it is."""
        return self.show(f"seaboard.kernels.{name}", source)

    def show(self, name: str, source: Callable[[], str] | None = None) -> Any:
        """The compiled twin of a module, by its full name, for use from Python."""
        with self._lock:
            if name not in self._shown:
                self._shown[name] = ForPython(self._load(name, source))
            return self._shown[name]

    def prepare(self, module: str, function: str, *arguments: Any) -> None:
        """Compile a function of one of the game's own modules, as other compiled code calls it with arguments like these."""
        with self._lock:
            found = vars(self._load(self._own(module)))[function]
        found.compile(tuple(map(numba.typeof, arguments)))

    def _own(self, name: str) -> str:
        # a small game may keep several in one file; Game knows which
        return getattr(self.game, name).__name__ if name in OF_THE_GAME else f"{self.game.package}.{name}"

    @property
    def is_complete(self) -> bool:
        """Whether the cache has all that bots need of this game."""
        return self._complete.exists()

    def note_complete(self) -> None:
        """Note that it has."""
        with contextlib.suppress(OSError):  # somebody has emptied the cache, or the disk is full
            self._complete.touch()

    @property
    def _complete(self) -> Path:
        """A file in the folder of the search, which is another one as soon as any source, or numba, has changed."""
        return Path(self.kernel("search").__file__).with_name(f"complete-{numba.__version__}")

    def blank(self, count: int = 1) -> Any:
        """An array of zeroed records."""
        return np.zeros(count, self.record_type)

    def _load(self, name: str, source: Callable[[], str] | None = None) -> ModuleType:
        if name in self._modules:
            return self._modules[name]
        copy = self._copy_of_source(name, source)
        twin_name = f"{TWIN}{copy.parent.name}_{copy.stem}"
        spec = importlib.util.spec_from_file_location(twin_name, copy)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        module.__package__ = name.rpartition(".")[0]
        sys.modules[twin_name] = module  # numba's cache looks a function's module up by name
        self._modules[name] = module
        spec.loader.exec_module(module)
        if name.startswith("seaboard.kernels."):
            vars(module).update({n: self._load(self._own(n)) for n in OF_THE_GAME if n in vars(module)})
        for key, value in list(vars(module).items()):
            native = NATIVE.get((name, key))
            vars(module)[key] = native or self._compile(value, own=twin_name, importer=name)
        return module

    def _compile(self, value: Any, *, own: str, importer: str) -> Any:
        if isinstance(value, FunctionType):
            if value.__module__ == own:
                how = HOW_TIGHT if importer.endswith(TIGHT) else HOW_UNCOUNTED if importer.endswith(UNCOUNTED) else HOW
                return with_wide_integers(numba.njit(value, **how))
            if self._covers(value.__module__, importer=importer):
                return getattr(self._load(value.__module__), value.__name__)
        if isinstance(value, ModuleType) and self._covers(value.__name__, importer=importer):
            return self._load(value.__name__)
        if isinstance(value, tuple) and value and is_table(value):
            table = np.array(value)
            table.setflags(write=False)
            return table
        return value

    def _covers(self, module: str, *, importer: str) -> bool:
        """Whether this module's source is part of the hash that names the importer's folder of compiled code.

        Only then is the import compiled with it; otherwise an edit would go unnoticed. A compiled function can't call one that isn't
        compiled: numba reports that.
        """
        if module == "seaboard.kit" or module.startswith(f"{self.game.package}."):
            return True
        return module.startswith("seaboard.kernels.") and importer.startswith("seaboard.kernels.")

    def _check_imports(self, name: str, text: bytes) -> None:
        """Refuse constants from a module that isn't covered, and such modules themselves: their values are compiled in, and an edit would
        go unnoticed.
        """
        ours = ("seaboard", self.game.package.partition(".")[0])
        for module, item in imports(text, package=name.rpartition(".")[0]):
            if module.partition(".")[0] not in ours or self._covers(module, importer=name):
                continue
            value: Any = importlib.import_module(module)
            if item not in (None, "*"):
                value = getattr(value, item) if hasattr(value, item) else importlib.import_module(f"{module}.{item}")
            if isinstance(value, ModuleType) and self._covers(value.__name__, importer=name):
                continue
            if isinstance(value, ModuleType):
                raise ImportError(f"{name} can't be compiled: it imports {value.__name__}, but compiled code {FROM_WHERE}")
            if is_compiled_in(value):
                raise ImportError(f"{name} can't be compiled: it takes {item} from {module}, but compiled code {FROM_WHERE}")

    def _copy_of_source(self, name: str, source: Callable[[], str] | None) -> Path:
        text = source().encode() if source is not None else origin(name).read_bytes()
        # kernels call each other, so an edit in one is an edit in all
        kernels = self._kernels if name.startswith("seaboard.kernels.") else b""
        folder = cache_folder() / hashlib.sha256(text + self._shared + kernels).hexdigest()[:20]
        copy = folder / f"{self.game.package.rpartition('.')[2]}_{name.rpartition('.')[2]}.py"
        if not copy.exists():
            self._check_imports(name, text)
            folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=folder)
            with os.fdopen(handle, "wb") as out:
                out.write(text)
            os.replace(temporary, copy)
        with contextlib.suppress(OSError):
            os.utime(folder)  # mark the folder as used, so that it is not cleaned up
        return copy


class ForPython:
    """A compiled module as Python uses it: a function that Python asks for is compiled apart, with what it takes to call it from there.

    The module's own functions are for compiled code; Python would crash if it called one.
    """

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if isinstance(value, Dispatcher):
            value = for_python(value)
        elif isinstance(value, ModuleType) and value.__name__.startswith(TWIN):
            value = ForPython(value)
        setattr(self, name, value)  # from now on it is found at once
        return value


@cache
def for_python(function: Any) -> Any:
    """Return the same function, compiled with a wrapper so that Python can call it."""
    plain = function.py_func
    same = FunctionType(plain.__code__, plain.__globals__, plain.__name__, plain.__defaults__)
    same.__qualname__ = f"{plain.__qualname__}_for_python"  # numba's cache must not take one for the other
    how = {name: value for name, value in function.targetoptions.items() if name not in ("nopython", "no_cpython_wrapper")}
    return numba.njit(same, cache=True, **how)


def with_wide_integers(function: Any) -> Any:
    """Widen integer arguments to int64: numba would compile the function anew for each mix of narrow fields that it meets."""
    as_given = function.get_call_template

    def widened(argument: Any) -> Any:
        return types.int64 if isinstance(argument, types.Integer | types.IntegerLiteral) else argument

    def get_call_template(args: Any, kws: Any) -> Any:
        return as_given(tuple(map(widened, args)), {name: widened(argument) for name, argument in dict(kws).items()})

    function.get_call_template = get_call_template
    return function


@cache
def twin(game: Game) -> Twin:
    """Return the compiled twin of a game, made once per process."""
    return Twin(game)


@cache
def cache_folder() -> Path:
    """Return the folder for compiled code: the user's cache folder, or a temporary one if that isn't writable."""
    folder = Path(os.environ.get("SEABOARD_CACHE") or platformdirs.user_cache_dir("seaboard")) / "compiled"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="seaboard-")) / "compiled"
        folder.mkdir()
    _forget_unused(folder)
    return folder


def _forget_unused(folder: Path) -> None:
    oldest = time.time() - UNUSED_DAYS * 86400
    for entry in folder.iterdir():
        if entry.is_dir() and entry.stat().st_mtime < oldest:
            shutil.rmtree(entry, ignore_errors=True)


def imports(text: bytes, *, package: str) -> Iterator[tuple[str, str | None]]:
    """List what a module imports, under a condition too: modules, and names from modules."""
    for line in ast.walk(ast.parse(text)):
        if isinstance(line, ast.Import):
            yield from ((item.name, None) for item in line.names)
        elif isinstance(line, ast.ImportFrom):
            module = importlib.util.resolve_name("." * line.level + (line.module or ""), package) if line.level else line.module or ""
            yield from ((module, item.name) for item in line.names)


def is_compiled_in(value: Any) -> bool:
    """Whether numba compiles a value into the code that uses it: a number, or several."""
    if isinstance(value, tuple):
        return any(is_compiled_in(item) for item in value)
    return isinstance(value, int | float | complex | np.ndarray | np.generic) or (isinstance(value, type) and issubclass(value, Enum))


def is_table(value: Any) -> bool:
    """Whether a value is a tuple of whole numbers, or of such tuples."""
    if isinstance(value, tuple):
        return all(is_table(item) for item in value)
    return isinstance(value, int)


def origin(name: str) -> Path:
    """The source file of a module."""
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
    return [origin(name) for name in names]


def _folder_sources(package: str) -> list[Path]:
    folder = origin(package).parent
    return sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix in {".py", ".toml", ".json"})
