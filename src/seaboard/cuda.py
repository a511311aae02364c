"""A rules file's twin on a GPU: the same source as CUDA device functions, one thread per match.

Two things differ there. Scratch space is an array in the thread's own memory, so the source of a function that asks for some is rewritten
before it is compiled; and operations on sets of bits have their own instructions. Whole matches have indices without a sign as well, with
which those of Sea of Clouds are a fifth faster.

With NUMBA_ENABLE_CUDASIM=1 numba runs kernels in Python, slowly and without a GPU. There the rules work on a plain State, as interpreted
rules do: numpy's numbers would overflow where a GPU's registers don't.
"""

import ast
import os
import sys
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from seaboard import state
from seaboard.compiled import OF_THE_GAME, is_table, origin, with_wide_integers
from seaboard.errors import SeaboardError
from seaboard.game import Game

if not hasattr(np, "row_stack"):
    vars(np)["row_stack"] = np.vstack  # removed in numpy 2.5, but numba's CUDA target needs it

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM", "0") not in ("", "0")
THREADS = 128  # in a block
FROM_START = "FROM_START"


class NoGpu(SeaboardError):
    """There is no GPU, or the software to use it is not installed."""


def available() -> bool:
    """Whether there is a GPU (or numba's simulation of one) to run on."""
    try:
        from numba import cuda
    except ImportError:
        return False
    return SIMULATED or bool(cuda.is_available())


class CudaTwin:
    """One game on a GPU: its modules as device functions, and kernels bound to them."""

    def __init__(self, game: Game, *, unsigned: bool = False) -> None:
        if not available():
            raise NoGpu("no GPU that numba can use: an NVIDIA GPU with its driver is needed, and pip install 'seaboard[cuda]'")
        vars(numba.config)["CUDA_LOW_OCCUPANCY_WARNINGS"] = 0  # a batch may be small
        self.game = game
        self._rewriter = FromTheStart if SIMULATED else UnsignedOwnMemory if unsigned else OwnMemory
        self.State = game.state.State
        self.record_type = state.record_type(self.State)
        self._modules: dict[str, ModuleType] = {}
        self._native = _simulated(self) if SIMULATED else _native()

    def kernel(self, name: str) -> Any:
        """A module of `seaboard.kernels` for this game; the functions that its KERNELS names can be launched."""
        return self._load(f"seaboard.kernels.{name}")

    def module(self, name: str) -> Any:
        """One of the game's own modules, as device functions."""
        return self._load(f"{self.game.package}.{name}")

    def _load(self, name: str) -> ModuleType:
        if name in self._modules:
            return self._modules[name]
        path = origin(name)
        tree = ast.parse(path.read_bytes(), str(path))
        module = ModuleType(f"{self._rewriter.__name__}_{self.game.package.rpartition('.')[2]}_{name.replace('.', '_')}")
        module.__package__ = name.rpartition(".")[0]
        module.__file__ = str(path)
        sys.modules[module.__name__] = module
        self._modules[name] = module
        names = vars(module)
        from numba import cuda, float64, int64, uint64

        names.update(CUDA=cuda, INT64=int64, FLOAT64=float64, RECORD=self.record_type)
        names[FROM_START] = _from_start if SIMULATED else uint64
        exec(compile(tree, str(path), "exec"), names)
        if name.startswith("seaboard.kernels."):
            names.update({n: self.module(n) for n in OF_THE_GAME if n in names})
            names["ACTIONS"] = self.game.state.ACTIONS
        for key, value in list(names.items()):
            names[key] = self._native.get((name, key)) or self._adopt(value, own=module.__name__)
        for part in tree.body:
            is_plain = isinstance(part, ast.FunctionDef) and isinstance(names[part.name], FunctionType)
            if isinstance(part, ast.FunctionDef) and is_plain and (name, part.name) not in self._native:
                self._define(part, names, path)
        return module

    def _adopt(self, value: Any, *, own: str) -> Any:
        """Convert an imported or constant value for the GPU."""
        ours = ("seaboard.", f"{self.game.package}.")
        if isinstance(value, FunctionType) and value.__module__ != own and value.__module__.startswith(ours):
            return vars(self._load(value.__module__))[value.__name__]
        if isinstance(value, ModuleType) and value.__name__.startswith(ours):
            return self._load(value.__name__)
        if isinstance(value, tuple) and value and is_table(value) and not SIMULATED:
            return np.array(value)
        return value

    def _define(self, function: ast.FunctionDef, names: dict[str, Any], path: Path) -> None:
        """Compile a function again, rewritten for the GPU."""
        from numba import cuda

        is_kernel = function.name in names.get("KERNELS", ())
        rewritten = self._rewriter(names).visit(function)
        part = ast.fix_missing_locations(ast.Module([rewritten], []))
        exec(compile(part, str(path), "exec"), names)
        if is_kernel:
            names[function.name] = _Kernel(cuda.jit(names[function.name]))
        elif not SIMULATED:
            names[function.name] = with_wide_integers(cuda.jit(device=True)(names[function.name]))


class _Kernel:
    """A kernel that takes the number of threads as its first argument."""

    def __init__(self, function: Any) -> None:
        self._function = function

    def __call__(self, threads: int, *arguments: Any, block: int = THREADS, shared: int = 0) -> None:
        """Launch it, in blocks of this many threads with this many bytes of shared memory."""
        self._function[-(-threads // block), block, 0, shared](*arguments)


class OwnMemory(ast.NodeTransformer):
    """Writes `x = scratch(n)` (and `x = [filling] * n`) as an array in the thread's own memory, `s = fetch(states, i)` as a copy there,
    `s = in_place(states, i)` as the match where it lies, and `bits.bit_length()`, a method of Python's numbers, as the instruction."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names

    def visit_Call(self, node: ast.Call) -> Any:  # ast requires this name, and the next one
        """One call."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "bit_length":
            return ast.parse(f"(64 - INT64(CUDA.clz(INT64({ast.unparse(node.func.value)}))))", mode="eval").body
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        """One assignment."""
        self.generic_visit(node)
        target, value = node.targets[0], node.value
        if not isinstance(target, ast.Name):
            return node
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult) and isinstance(value.left, ast.List):
            is_known = self._is_known(value.right)  # if it isn't, the function is not for the GPU
            return self._filled(target.id, value.right, value.left.elts[0]) if is_known else node
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            if value.func.id == "scratch":
                return self._filled(target.id, value.args[0], ast.Constant(0))
            if value.func.id == "unfilled":
                return ast.parse(f"{target.id} = CUDA.local.array({self._known(value.args[0])}, INT64)").body
            if value.func.id in ("fetch", "in_place"):
                states, i = (ast.unparse(argument) for argument in value.args)
                if value.func.id == "in_place":
                    return ast.parse(f"{target.id} = {states}[{i}]").body
                room = f"{target.id}_room"
                return ast.parse(f"{room} = CUDA.local.array(1, RECORD)\n{room}[0] = {states}[{i}]\n{target.id} = {room}[0]").body
        return node

    def _filled(self, name: str, length: ast.expr, filling: ast.expr) -> Any:
        """Make an array in the thread's own memory, filled with one number."""
        count, value = self._known(length), self._known(filling)
        kind = "FLOAT64" if isinstance(value, float) else "INT64"
        return ast.parse(
            f"{name} = CUDA.local.array({count}, {kind})\nfor {name}_i in range({count}):\n    {name}[{name}_i] = {value}"
        ).body

    def _is_known(self, number: ast.expr) -> bool:
        """Whether a number is a constant, or the name of one."""
        return isinstance(number, ast.Constant) or (isinstance(number, ast.Name) and isinstance(self._names.get(number.id), int))

    def _known(self, number: ast.expr) -> Any:
        """Return a number that is known at compile time."""
        return eval(ast.unparse(number), self._names)


class FromTheStart(ast.NodeTransformer):
    """Rewrites `x[i]` as `x[FROM_START(i)]`: on a GPU an index without a sign, which needs no code for counting from the end."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Visit a function, but not its annotations, which have brackets too."""
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_arg(self, node: ast.arg) -> Any:
        """Visit an argument, likewise."""
        node.annotation = None
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """Rewrite an index."""
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Slice | ast.Tuple | ast.Constant | ast.UnaryOp):
            node.slice = ast.parse(f"{FROM_START}({ast.unparse(node.slice)})", mode="eval").body
        return node


class UnsignedOwnMemory(OwnMemory, FromTheStart):
    """Rewrites both."""


def _from_start(index: Any) -> Any:
    """Return an index; the simulator refuses one that counts from the end, which would read arbitrary memory on a GPU."""
    if index < 0:
        raise IndexError(f"{index}: rules for a GPU can't count from the end")
    return index


def _native() -> dict[tuple[str, str], Any]:
    """Return the replacements for a GPU, by module and name."""
    from numba import cuda, int64

    def lowest(bits: Any) -> Any:
        return int64(cuda.ffs(int64(bits))) - 1

    def size(bits: Any) -> Any:
        return int64(cuda.popc(int64(bits)))

    def list_members(bits: Any, out: Any, count: Any = 0, first: Any = 0) -> Any:
        left, at = int64(bits), int64(count)
        while left:
            out[at] = first + int64(cuda.ffs(left)) - 1
            left &= left - 1
            at += 1
        return at

    def keep(states: Any, i: Any, s: Any) -> None:
        states[i] = s

    def nothing(states: Any, i: Any, s: Any) -> None:
        pass  # it was changed in place

    found = {("seaboard.kit", function.__name__): cuda.jit(device=True)(function) for function in (lowest, size, list_members)}
    found |= {("seaboard.kernels.gpu", "keep"): cuda.jit(device=True)(keep)}
    return found | {("seaboard.kernels.gpu", "keep_in_place"): cuda.jit(device=True)(nothing)}


def _simulated(twin: CudaTwin) -> dict[tuple[str, str], Any]:
    """Return the replacements for numba's simulator, likewise."""

    def lowest(bits: int) -> int:
        return (int(bits) & -int(bits)).bit_length() - 1

    def size(bits: int) -> int:
        return int(bits).bit_count()

    def fetch(states: Any, i: int) -> Any:
        return state.from_record(twin.State, states._item[i])

    def keep(states: Any, i: int, s: Any) -> None:
        states._item[i] = state.to_record(s)

    return {
        ("seaboard.kit", "lowest"): lowest,
        ("seaboard.kit", "size"): size,
        ("seaboard.kernels.gpu", "fetch"): fetch,
        ("seaboard.kernels.gpu", "keep"): keep,
        ("seaboard.kernels.gpu", "unfilled"): lambda count: [0] * count,
        ("seaboard.kernels.gpu", "in_place"): fetch,
        ("seaboard.kernels.gpu", "keep_in_place"): keep,
    }


@cache
def cuda_twin(game: Game, *, unsigned: bool = False) -> CudaTwin:
    """Return a game's twin on the GPU, made once per process; `unsigned` for whole matches: those that are changed in place gain little."""
    return CudaTwin(game, unsigned=unsigned)
