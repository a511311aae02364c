"""Memory management: few arenas for all threads, free memory returned to the system, and no long pauses for collecting cycles."""

import asyncio
import contextlib
import ctypes
import gc
import sys
import time

EVERY = 15.0
"""How often memory is returned to the system, in seconds."""
LOOK = 2.0
"""How often older cycles are looked for, in seconds."""
QUIET = 0.25
"""A server that uses less than this share of a core has time to look for older cycles, however many objects there are."""
FEW = 5
"""This many portions of new objects are looked through even on a busy server: it takes a few milliseconds."""
GENERATIONS = 5_000, 2_000, 50
"""How often Python looks for cycles among new objects, older ones, and all. Few at a time, since everybody waits meanwhile: at ten thousand
tables 50,000 new objects take an eighth of a second, and those that survive half a second.
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
