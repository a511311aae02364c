"""Tests compile into a folder of the checkout, their servers and workers too: never into the user's own cache.

They compile far more than they run, so the compiler optimises less than for users; `make soak` asks for all it can do. Half
optimised, loops must not be vectorised either: on CPUs that count bits of whole vectors (AVX-512), LLVM aborts over some of ours.
"""

import os
from pathlib import Path

import pytest

LEVEL = os.environ.setdefault("NUMBA_OPT", "1")
if LEVEL != "3":
    os.environ["NUMBA_LOOP_VECTORIZE"] = "0"
os.environ["SEABOARD_CACHE"] = str(Path(__file__).parents[1] / ".cache" / f"tests-{LEVEL}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests begin first: they wait a lot, and what only computes fills their pauses."""
    items.sort(key=lambda item: not item.path.is_relative_to(Path(__file__).parent / "web"))
