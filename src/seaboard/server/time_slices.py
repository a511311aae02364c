"""Linux's time slices: work that takes long doesn't hold up what has to be quick, even where every core is busy."""

import ctypes
import os
import platform
import struct
import sys
import threading

LONGEST = 0.1
"""Seconds; Linux takes no more."""
_SET_ATTRIBUTES = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
"""The number of the system call `sched_setattr`, which not every C library has."""
_ATTRIBUTES = struct.Struct("=IIQiIQQQ")


def let_others_interrupt() -> None:
    """Give this thread a long time slice: one with a shorter slice then interrupts it as soon as it has something to
    do, instead of waiting for some milliseconds. Older kernels and other systems don't have this.
    """
    number = _SET_ATTRIBUTES.get(platform.machine()) if sys.maxsize > 2**32 else None
    if sys.platform == "linux" and number is not None and os.sched_getscheduler(0) == os.SCHED_OTHER:
        thread = threading.get_native_id()
        nice = os.getpriority(os.PRIO_PROCESS, thread)
        asked = _ATTRIBUTES.pack(_ATTRIBUTES.size, os.SCHED_OTHER, 0, nice, 0, round(LONGEST * 1e9), 0, 0)
        ctypes.CDLL(None).syscall(number, thread, asked, 0)
