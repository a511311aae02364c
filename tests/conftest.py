"""Tests compile into a folder of the checkout, their servers and workers too: never into the user's own cache.

They compile far more than they run, so the compiler optimises less than for users; `make soak` asks for all it can do. Half
optimised, loops must not be vectorised either: on CPUs that count bits of whole vectors (AVX-512), LLVM aborts over some of ours.
"""

import os
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
LEVEL = os.environ.setdefault("NUMBA_OPT", "1")
if LEVEL != "3":
    os.environ["NUMBA_LOOP_VECTORIZE"] = "0"
os.environ["SEABOARD_CACHE"] = str(TESTS.parent / ".cache" / f"tests-{LEVEL}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker begins with browsers and another with servers, which wait a lot: what only computes fills their pauses all the time.

    pytest-xdist cuts the list into equal shares, one after another, and whoever is done takes over the end of the longest share left.
    On CI's machine a test of a browser or a server that failed gets a second chance, and the run says so ("rerun"): both have clocks, and
    a busy machine may miss one. What fails always still fails.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    web, server = ([item for item in items if item.path.is_relative_to(TESTS / room)] for room in ("web", "server"))
    for item in [*web, *server] if os.environ.get("CI") else []:
        item.add_marker(pytest.mark.flaky(reruns=1))
    others = [item for item in items if not any(item.path.is_relative_to(TESTS / room) for room in ("web", "server"))]
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for number, waiting in enumerate((web, server)):
        shares[number % workers] += waiting
    left = len(items)
    for number, share in enumerate(shares):
        size = left // (workers - number)
        left -= size
        missing = max(0, size - len(share))
        share += others[:missing]
        del others[:missing]
    items[:] = [item for share in shares for item in share] + others
