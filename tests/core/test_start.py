"""What a start needs not import, it doesn't."""

import subprocess
import sys

CODE = """
import sys
import seaboard
import seaboard.arena.simulate
assert not [name for name in sys.modules if name.startswith("seaboard.bots")]
print(seaboard.bots.make("random", "sea-change"))
"""


def test_bots_are_imported_when_they_are_asked_for() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], check=True, capture_output=True, text=True)
    assert "RandomBot" in done.stdout
