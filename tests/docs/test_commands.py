"""The commands that the pages show are commands: they are read, not run."""

import importlib.util
import re
import shlex
from pathlib import Path

import pytest

from seaboard.cli import parser

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(?:sh)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
TOURNAMENT = re.compile(r"`(seaboard tournament [a-z-]+ [^`]*--deals[^`]*)`")


def shown(page: Path) -> list[str]:
    """Commands of ours in a page: the lines of its blocks, and whole tournaments in its sentences and tables."""
    text = page.read_text(encoding="utf-8")
    lines = [line.strip() for block in BLOCK.findall(text) for line in block.splitlines()]
    return [line for line in lines if line.startswith("seaboard ")] + TOURNAMENT.findall(text)


@pytest.mark.parametrize("page", [page for page in PAGES if shown(page)], ids=lambda page: page.name)
def test_the_command_line_understands_what_a_page_shows(page: Path) -> None:
    for command in shown(page):
        parser().parse_args(shlex.split(command.replace("$(date +%F)", "today"), comments=True)[1:])


def test_what_python_is_asked_to_run_is_there() -> None:
    named = {(page.name, name) for page in PAGES for name in re.findall(r"python -m ([a-z_.]+[a-z_])", page.read_text(encoding="utf-8"))}
    files = {(page.name, name) for page in PAGES for name in re.findall(r"python (examples/[\w/]+\.py)", page.read_text(encoding="utf-8"))}
    ours = {(page, name) for page, name in named if name.split(".")[0] in ("seaboard", "bench", "tests", "tools")}
    assert len(ours) > 10
    assert len(files) >= 3
    assert not [(page, name) for page, name in ours if importlib.util.find_spec(name) is None]
    assert not [(page, name) for page, name in files if not (ROOT / name).exists()]
