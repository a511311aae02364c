"""The pages do what they say, and those that are written by a program are current."""

import doctest
import re
from pathlib import Path

import msgspec
import pytest

from seaboard import GAMES
from seaboard.envs import describe
from seaboard.game import Game
from seaboard.server.http.transport.connection_limits import MOST_CONNECTIONS, NEW_CONNECTIONS
from seaboard.server.http.transport.connections import MOST_PIPELINED
from seaboard.server.http.transport.guard import REFUSED_A_SECOND
from seaboard.server.limits import MESSAGES, Buckets, Rates
from seaboard.server.live.endpoint import MOST_OF_NETWORK, MOST_SOCKETS, MOST_UNKNOWN
from seaboard.server.protocol import LARGEST

ROOT = Path(__file__).parents[2]


PAGES = sorted((ROOT / "docs").rglob("*.md"))
WITH_EXAMPLES = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]
FILES_TO_WRITE = ["add-a-game.md"]  # its blocks are files of a game, which test_add_a_game.py writes and plays


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: page.name)
def test_examples_print_what_the_page_says(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_every_example_in_python_is_run() -> None:
    for page in PAGES:
        if page.name not in FILES_TO_WRITE:
            blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
            assert all(block.startswith(">>> ") for block in blocks), f"{page.name} has an example that no test runs: write it with >>>"
    assert {"bots.md", "environments.md", "write-a-bot.md"} <= {page.name for page in WITH_EXAMPLES}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_pages_of_observations_are_current(game: Game) -> None:
    page = ROOT / "docs" / "observations" / f"{game.name}.md"
    assert page.read_text(encoding="utf-8") == describe.page(game), "run python -m seaboard.envs.describe"
    assert f"observations/{game.name}.md" in (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")


def how_often(rate: float, burst: float) -> str:
    """A limit, as the table of limits tells it."""
    pause = 1 / rate
    if round(rate * 86400) == burst:
        amount = f"{burst:,}" if burst < 1e6 else f"{burst / 1e6:g} MB"
        return f"{amount} a day, {amount} at once"
    if rate > 1:
        often = f"{rate:g} a second"
    elif pause in (1, 60):
        often = "one a second" if pause == 1 else "one a minute"
    else:
        often = f"one in {pause:g} seconds" if pause < 60 else f"one in {pause / 60:g} minutes"
    return f"{often}, {burst} at once"


def test_the_limits_are_those_of_the_server() -> None:
    page = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    table = page.partition("## Limits")[2].partition("## ")[0]
    rows = {row.split("|")[1].strip(): row for row in table.splitlines() if row.startswith("| ")}
    named = {
        "requests": "requests", "pages": "requests", "guests": "new guests", "connections": "sockets", "asks": "messages",
        "lists": "updates of your list of tables", "own_lists": "updates of your list of tables",
        "tables": "new tables", "tables_of_address": "new tables", "public": "new tables", "tables_of_day": "new tables",
        "decks_of_day": "a deck of the host's own", "changes": "changes of a table",
        "replays": "replays", "records": "records", "lessons": "lessons and puzzles", "blocks": "blocking", "chat": "messages",
        "hints": "hints", "sign_ins": "signing in", "sign_ins_of_all": "signing in", "sign_ins_made": "signing in",
        "reactions": "messages", "shuffles": "changing your bytes for a shuffle", "devices": "notifications",
        "devices_of_address": "notifications", "invitations": "invitations", "invitations_of_pair": "invitations",
        "reviews": "reviews", "reviews_of_address": "reviews", "reports": "reports", "reports_of_address": "reports",
        "exports": "exporting your data", "decks": "a deck of the host's own", "erasures": "deleting your data",
    }  # fmt: skip
    buckets: dict[str, Buckets] = msgspec.structs.asdict(Rates())
    assert named.keys() == buckets.keys(), "a limit belongs into the table of docs/server.md"
    for name, row in named.items():
        assert how_often(buckets[name].rate, buckets[name].burst) in rows[row], (name, row)
    assert f"On one connection {MOST_PIPELINED} requests may wait." in rows["requests"]
    assert how_often(*MESSAGES) in rows["messages"]
    assert f"of {LARGEST // 1024} kB each" in rows["messages"]
    told = f"{MOST_SOCKETS} per person, {MOST_UNKNOWN} per address without a cookie, {MOST_OF_NETWORK:,} per address"
    assert told in rows["sockets"]
    assert f"{MOST_CONNECTIONS:,} from an address, new ones {how_often(*NEW_CONNECTIONS)}," in rows["connections"]
    assert f"{REFUSED_A_SECOND} are refused in a second" in rows["requests"]


def test_the_command_says_which_pages_are_old(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert describe.main([str(tmp_path)]) == 0
    assert describe.main([str(tmp_path), "--check"]) == 0
    (tmp_path / "sea-change.md").write_text("old")
    assert describe.main([str(tmp_path), "--check"]) == 1
    assert "sea-change.md" in capsys.readouterr().err


def test_the_files_that_architecture_walks_through_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").replace("<game>", "sea_change")
    paths = re.findall(r"`((?:\w[\w.-]*/)+|(?:\w[\w.-]*/)+[\w.-]+\.(?:py|ts|svelte)|\w+\.py)`", page)
    assert len(paths) > 40
    assert not [path for path in paths if not (ROOT / path).exists() and not (ROOT / "src" / "seaboard" / path).exists()]


@pytest.mark.parametrize(
    ("page", "folder"),
    [
        ("CONTRIBUTING.md", "."),
        ("CONTRIBUTING.md", "src/seaboard"),
        ("CONTRIBUTING.md", "src/seaboard/server"),
        ("docs/architecture.md", "src/seaboard"),
        ("docs/architecture.md", "src/seaboard/server"),
        ("docs/architecture.md", "web/src"),
        ("web/README.md", "web/src"),
        ("docs/server.md", "src/seaboard/server"),
    ],
)
def test_a_page_that_lists_folders_lists_them_all(page: str, folder: str) -> None:
    ignored = {line.strip("/").rpartition("/")[2] for line in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()}
    folders = {one.name for one in (ROOT / folder).iterdir() if one.is_dir() and one.name[0] not in "._"} - ignored
    assert len(folders) > 5
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", (ROOT / page).read_text(encoding="utf-8")))))
    assert folders - named == set()


def test_hosts_find_their_page() -> None:
    for page in ("README.md", "SECURITY.md", "docs/server.md"):
        assert "hosting.md)" in (ROOT / page).read_text(encoding="utf-8")
