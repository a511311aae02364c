"""What compiled code has for `seaboard.kernels.crew`: work handed to other threads, and numbers that several of them change."""

import os
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from seaboard.kernels.crew import DONE, FAILED, GIVEN, JOB, LEFT, PARTS, TURN

WORD = ir.IntType(64)
WORK = ir.FunctionType(ir.IntType(1), [WORD] * 4)


def _place(context: Any, builder: Any, desk: Any, number: Any, place: Any) -> Any:
    """Where a number of the desk is."""
    return builder.gep(context.make_array(desk)(context, builder, number).data, [place])


@intrinsic
def share(typing: Any, desk: Any, work: Any, given: Any) -> Any:
    """Put down what is given and a function that does a part of the work, where all threads of this process can call it."""
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
        for number, value in ((JOB, builder.ptrtoint(job, WORD)), (GIVEN, builder.ptrtoint(room, WORD)), (DONE, WORD(0)), (FAILED, WORD(0))):
            builder.store(value, place(number))
        last = builder.or_(builder.load(place(TURN)), WORD(LEFT))
        builder.store_atomic(builder.add(builder.add(last, WORD(1)), builder.load(place(PARTS))), place(TURN), "release", 8)
        return context.get_dummy_value()

    return types.none(desk, work, given), generate


@intrinsic
def run(typing: Any, job: Any, given: Any, part: Any, begin: Any, end: Any) -> Any:
    """Call a function by its address."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.call(builder.inttoptr(args[0], WORK.as_pointer()), args[1:])

    return types.boolean(*[types.int64] * 5), generate


@intrinsic
def read(typing: Any, desk: Any, place: Any) -> Any:
    """A load that nothing after it is done before."""

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.load_atomic(_place(context, builder, desk, *args), "acquire", 8)

    return types.int64(desk, types.int64), generate


@intrinsic
def add(typing: Any, desk: Any, place: Any, count: Any) -> Any:
    """An addition that no other thread gets between, and that comes after all that was written before."""

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        builder.atomic_rmw("add", _place(context, builder, desk, *args[:2]), args[2], "acq_rel")
        return context.get_dummy_value()

    return types.none(desk, types.int64, types.int64), generate


@intrinsic
def swap(typing: Any, desk: Any, place: Any, old: Any, new: Any) -> Any:
    """Compare and exchange."""

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        found = builder.cmpxchg(_place(context, builder, desk, *args[:2]), args[2], args[3], "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(desk, types.int64, types.int64, types.int64), generate


@intrinsic
def give_way(typing: Any) -> Any:
    """A call of the system."""

    def generate(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        name = "SwitchToThread" if os.name == "nt" else "sched_yield"
        builder.call(cgutils.get_or_insert_function(builder.module, ir.FunctionType(ir.IntType(32), []), name), [])
        return context.get_dummy_value()

    return types.none(), generate
