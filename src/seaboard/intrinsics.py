"""What compiled code does by instructions of its own, where numba has none or several: each replaces a function of the same meaning."""

from typing import Any

from llvmlite import ir
from llvmlite.binding import get_host_cpu_features
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload_method
from numba.np.arrayobj import populate_array

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


# Functions that have another implementation when compiled.
NATIVE: dict[tuple[str, str], Any] = {("seaboard.kit", "scratch"): _scratch, ("seaboard.kit", "scratch_floats"): _scratch_floats}
if get_host_cpu_features().get("avx512bw"):
    NATIVE["seaboard.kit", "mark"] = _mark_at_once  # numba keeps compiled code apart by the CPU's features
if get_host_cpu_features().get("avx512vnni"):
    NATIVE["seaboard.kernels.network", "add_all"] = _add_all_at_once
