"""What compiled code does by instructions of its own, where numba has none or several: each replaces a function of the same meaning."""

import os
import platform
from typing import Any

from llvmlite import ir
from llvmlite.binding import get_host_cpu_features
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload_method
from numba.np.arrayobj import populate_array

from seaboard.kernels.crew import DONE, FAILED, GIVEN, JOB, TURN

# numba lacks `int.bit_count` and `int.bit_length`; the CPU has an instruction for each.


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
    """A row of zeros on the caller's stack: allocating a numpy array would take longer than using it."""
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


@intrinsic
def _mark_at_once(typing: Any, row: Any, at: Any, bits: Any, width: Any = 64) -> Any:
    """Implement `kit.mark` as one instruction: it stores a byte of 1 where a bit is 1 and touches no other byte."""
    if not (isinstance(row, types.Array) and row.ndim == 1 and row.layout == "C" and row.dtype == types.int8):
        raise TypingError("a row of features is a contiguous array of int8")
    given = width if isinstance(width, types.Type) else types.Omitted(width)
    lanes = getattr(given, "literal_value", getattr(given, "value", 0))
    if lanes not in (8, 16, 32, 64):
        raise TypingError("the width of a set to mark is 8, 16, 32 or 64, known when the game is compiled")
    ones, chosen = ir.VectorType(ir.IntType(8), lanes), ir.VectorType(ir.IntType(1), lanes)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        place = builder.bitcast(builder.gep(array.data, [args[1]]), ones.as_pointer())
        store = ir.FunctionType(ir.VoidType(), [ones, ones.as_pointer(), ir.IntType(32), chosen])
        function = cgutils.get_or_insert_function(builder.module, store, f"llvm.masked.store.v{lanes}i8.p0v{lanes}i8")
        aligned = ir.Constant(ir.IntType(32), 1)
        narrow = builder.trunc(args[2], ir.IntType(lanes)) if lanes < 64 else args[2]
        builder.call(function, [ir.Constant(ones, [1] * lanes), place, aligned, builder.bitcast(narrow, chosen)])
        return context.get_dummy_value()

    return types.none(row, types.int64, types.int64, given), generate


@intrinsic
def _known_natural(typing: Any, number: Any) -> Any:
    """Implement `kit.natural` as a promise to the optimiser."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        builder.assume(builder.icmp_signed(">=", args[0], ir.Constant(args[0].type, 0)))
        return args[0]

    return types.int64(types.int64), generate


LANES = 16  # 32-bit numbers added at once,
IN_FLIGHT = 4  # unrolled this many times, since each sum waits for the one before


@intrinsic
def _add_all_at_once(typing: Any, inputs: Any, weights: Any, packed: Any, words: Any, sums: Any) -> Any:
    """Implement `network.add_all` with an instruction that multiplies 64 bytes by 64 bytes and adds up every four products."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        whole, byte = ir.IntType(32), ir.IntType(8)
        row, bytes_of_row = ir.VectorType(whole, LANES), ir.VectorType(byte, 4 * LANES)
        table, pairs, out = (context.make_array(signature.args[k])(context, builder, args[k]) for k in (2, 3, 4))
        blocks, groups = cgutils.unpack_tuple(builder, table.shape, 3)[:2]
        add = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(row, [row, bytes_of_row, bytes_of_row]), "llvm.x86.avx512.vpdpbusd.512"
        )

        def constant(number: int) -> Any:
            return context.get_constant(types.intp, number)

        def spread(word: Any) -> Any:
            lone = builder.insert_element(ir.Constant(row, ir.Undefined), builder.trunc(word, whole), ir.Constant(whole, 0))
            everywhere = builder.shuffle_vector(lone, ir.Constant(row, ir.Undefined), ir.Constant(row, [0] * LANES))
            return builder.bitcast(everywhere, bytes_of_row)

        zero = ir.Constant(row, [0] * LANES)
        totals = [cgutils.alloca_once(builder, row) for _ in range(2 * IN_FLIGHT)]
        with cgutils.for_range(builder, blocks) as block:
            start = builder.mul(block.index, groups)
            for one in totals:
                builder.store(zero, one)
            with cgutils.for_range(builder, groups) as loop:
                at = builder.mul(loop.index, constant(2))
                high = spread(builder.load(builder.gep(pairs.data, [at])))
                low = spread(builder.load(builder.gep(pairs.data, [builder.add(at, constant(1))])))
                begin = builder.mul(builder.add(start, loop.index), constant(4 * LANES * IN_FLIGHT))
                for k in range(IN_FLIGHT):
                    place = builder.gep(table.data, [builder.add(begin, constant(4 * LANES * k))])
                    met = builder.load(builder.bitcast(place, bytes_of_row.as_pointer()), align=1)
                    for one, by in ((totals[2 * k], high), (totals[2 * k + 1], low)):
                        builder.store(builder.call(add, [builder.load(one), by, met]), one)
            for k in range(IN_FLIGHT):
                eight = ir.Constant(row, [8] * LANES)
                total = builder.add(builder.shl(builder.load(totals[2 * k]), eight), builder.load(totals[2 * k + 1]))
                place = builder.gep(out.data, [builder.add(builder.mul(block.index, constant(LANES * IN_FLIGHT)), constant(LANES * k))])
                builder.store(total, builder.bitcast(place, row.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.none(inputs, weights, packed, words, sums), generate


# `kernels/crew.py`: work shared by threads, and numbers that several of them change.

WORD = ir.IntType(64)
WORK = ir.FunctionType(ir.IntType(1), [WORD] * 4)


def _place(context: Any, builder: Any, desk: Any, number: Any, place: Any) -> Any:
    """Return the address of a number on the desk."""
    return builder.gep(context.make_array(desk)(context, builder, number).data, [place])


@intrinsic
def _share(typing: Any, desk: Any, work: Any, given: Any) -> Any:
    """Write the addresses of the arguments and of a function that does one part to the desk, where all threads can call it."""
    wanted = work.get_call_type(typing, (types.int64, types.int64, types.int64, *given.types), {})

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        compiled = work.dispatcher.get_compile_result(wanted)
        context.active_code_library.add_linking_library(compiled.library)
        job = ir.Function(builder.module, WORK, builder.module.get_unique_name("job"))
        job.linkage = "internal"
        inner = ir.IRBuilder(job.append_basic_block())
        at, *part = job.args
        every = cgutils.unpack_tuple(inner, inner.load(inner.inttoptr(at, args[2].type.as_pointer())))
        status, _ = context.call_internal_no_propagate(inner, compiled.fndesc, wanted, [*part, *every])
        inner.ret(status.is_error)

        def place(number: int) -> Any:
            return _place(context, builder, desk, args[0], WORD(number))

        room = cgutils.alloca_once_value(builder, args[2])
        for number, value in (
            (JOB, builder.ptrtoint(job, WORD)),
            (GIVEN, builder.ptrtoint(room, WORD)),
            (DONE, WORD(0)),
            (FAILED, WORD(0)),
        ):
            builder.store(value, place(number))
        builder.store_atomic(builder.add(builder.load(place(TURN)), WORD(1)), place(TURN), "release", 8)
        return context.get_dummy_value()

    return types.none(desk, work, given), generate


@intrinsic
def _run(typing: Any, job: Any, given: Any, part: Any, begin: Any, end: Any) -> Any:
    """Call a function by its address: the one that `_share` wrote to the desk."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.call(builder.inttoptr(args[0], WORK.as_pointer()), args[1:])

    return types.boolean(*[types.int64] * 5), generate


@intrinsic
def _read(typing: Any, desk: Any, place: Any) -> Any:
    """Load a number before anything that follows (acquire)."""

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.load_atomic(_place(context, builder, desk, *args), "acquire", 8)

    return types.int64(desk, types.int64), generate


@intrinsic
def _add(typing: Any, desk: Any, place: Any, count: Any) -> Any:
    """Add atomically, after everything written before (release)."""

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        builder.atomic_rmw("add", _place(context, builder, desk, *args[:2]), args[2], "acq_rel")
        return context.get_dummy_value()

    return types.none(desk, types.int64, types.int64), generate


@intrinsic
def _swap(typing: Any, desk: Any, place: Any, old: Any, new: Any) -> Any:
    """Compare and exchange atomically."""

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        found = builder.cmpxchg(_place(context, builder, desk, *args[:2]), args[2], args[3], "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(desk, types.int64, types.int64, types.int64), generate


@intrinsic
def _give_way(typing: Any) -> Any:
    """Call the operating system's scheduler."""

    def generate(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        name = "SwitchToThread" if os.name == "nt" else "sched_yield"
        builder.call(cgutils.get_or_insert_function(builder.module, ir.FunctionType(ir.IntType(32), []), name), [])
        return context.get_dummy_value()

    return types.none(), generate


@intrinsic
def _pause(typing: Any) -> Any:
    """Use the x86 instruction for spinning; do nothing on other CPUs."""

    def generate(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        if platform.machine() in ("x86_64", "AMD64"):
            kind = ir.FunctionType(ir.VoidType(), [])
            builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.sse2.pause"), [])
        return context.get_dummy_value()

    return types.none(), generate


NATIVE: dict[tuple[str, str], Any] = {
    ("seaboard.kit", "scratch"): _scratch,
    ("seaboard.kit", "scratch_floats"): _scratch_floats,
    ("seaboard.kit", "natural"): _known_natural,
    ("seaboard.kernels.crew", "share"): _share,
    ("seaboard.kernels.crew", "run"): _run,
    ("seaboard.kernels.crew", "read"): _read,
    ("seaboard.kernels.crew", "add"): _add,
    ("seaboard.kernels.crew", "swap"): _swap,
    ("seaboard.kernels.crew", "pause"): _pause,
    ("seaboard.kernels.crew", "give_way"): _give_way,
}
"""Functions that have another implementation when compiled, by module and name."""
if get_host_cpu_features().get("avx512bw"):
    NATIVE["seaboard.kit", "mark"] = _mark_at_once  # numba keeps compiled code apart by the CPU's features
if get_host_cpu_features().get("avx512vnni"):
    NATIVE["seaboard.kernels.network", "add_all"] = _add_all_at_once
