"""Tests compile into a folder of the checkout, their servers and workers too: never into the user's own cache."""

import os
from pathlib import Path

os.environ["SEABOARD_CACHE"] = str(Path(__file__).parents[1] / ".cache" / "tests")
