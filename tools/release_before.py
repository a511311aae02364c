"""The release before this one, from the repository's history: what servers are upgraded from, in tests and soaks."""

import io
import subprocess
import tarfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BEFORE = "a38e040d25733d539b0fad7200383448ba240598"
"""Its commit, to be changed with every release. That of protocol 1 and schema 0019."""


def source_before(folder: Path) -> Path | None:
    """Put its source into a folder, for PYTHONPATH; None if this copy of the repository lacks that part of the history."""
    packed = subprocess.run(["git", "-C", str(ROOT), "archive", BEFORE, "src"], capture_output=True, check=False)
    if packed.returncode:
        return None
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        unpack(archive, folder)
    return folder / "src"


def unpack(archive: tarfile.TarFile, folder: Path) -> None:
    """Unpack what was packed here; Python before 3.11.4, as Debian 12 has it, knows no filters."""
    if hasattr(tarfile, "data_filter"):
        archive.extractall(folder, filter="data")
    else:
        archive.extractall(folder)
