"""Tests compile into a folder of the checkout, their servers and workers too: never into the user's own cache.

They compile far more than they run, so the compiler optimises less than for users; `make soak` asks for all it can do.
"""

import os
from pathlib import Path

LEVEL = os.environ.setdefault("NUMBA_OPT", "1")
os.environ["SEABOARD_CACHE"] = str(Path(__file__).parents[1] / ".cache" / f"tests-{LEVEL}")
