"""Memory management: few arenas for all threads, free memory returned to the system, and no long pauses for collecting cycles."""

import asyncio
import contextlib
import ctypes
import gc
import sys
import time

EVERY = 15.0
"""Seconds between two times that the system is given memory back."""
LOOK = 2.0
"""Seconds between two looks for older cycles."""
QUIET = 0.25
"""The share of a core up to which a server has time to look for older cycles, however many things are to be looked at."""
FEW = 5
"""So many portions of new things are few enough to be looked at again on a busy server: some thousandths of a second."""
GENERATIONS = 5_000, 2_000, 50
"""How often Python looks for cycles among what is new, what is older, and everything. Few at a time, for everybody waits meanwhile: at ten
thousand tables 50,000 new things took an eighth of a second, and what they leave half a second.
"""
_M_ARENA_MAX = -8  # of malloc.h


def keep_together() -> None:
    """Let all threads share two arenas: memory that one frees, another can use."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library than glibc
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 2)


def collect_in_portions() -> None:
    """Make Python collect cycles in small portions; objects that already exist, such as loaded code, are exempt."""
    gc.freeze()
    gc.set_threshold(*GENERATIONS)


async def give_back() -> None:
    """Return free memory to the system now and then, after collecting older cycles if there is time; until cancelled."""
    trim = None
    with contextlib.suppress(OSError, AttributeError):  # another C library than glibc
        trim = ctypes.CDLL(None).malloc_trim
    given = time.monotonic()
    while True:
        before = time.process_time()
        await asyncio.sleep(LOOK)
        if time.process_time() - before < QUIET * LOOK or gc.get_count()[1] <= FEW:
            gc.collect(1)
        if trim is not None and time.monotonic() - given >= EVERY:
            await asyncio.to_thread(trim, 0)
            given = time.monotonic()
