"""The memory that threads take and give back: few places to take it from, and what is free goes back to the system."""

import asyncio
import contextlib
import ctypes
import sys

EVERY = 15.0
"""Seconds between two looks for memory that the system can have back."""
_M_ARENA_MAX = -8  # of malloc.h


def keep_together() -> None:
    """Let all threads take memory from the same two places: what one gives back, another can use."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library than glibc
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 2)


async def give_back() -> None:
    """Give free memory back to the system every now and then, until cancelled."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # another C library than glibc
        return
    while True:
        await asyncio.sleep(EVERY)
        await asyncio.to_thread(trim, 0)
