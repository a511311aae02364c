"""The README's figures, taken from docs/benchmarks.md: `make figures`, or `python -m bench.figures README.md [--check]`."""

import argparse
import re
import sys
from pathlib import Path
from typing import NamedTuple

BENCHMARKS = Path(__file__).parents[1] / "docs" / "benchmarks.md"
BEGIN, END = "<!-- figures: make figures -->\n", "<!-- end of figures -->\n"


class Figure(NamedTuple):
    """One line of the README's table: its row in the benchmarks, and its wording."""

    what: str
    peer: str
    words: str
    peer_words: str


FIGURES = (
    Figure(
        "Sea Change, whole random games, compiled",
        "OpenSpiel hearts, C++ evaluate_bots",
        words="Sea Change, random games on one core",
        peer_words="OpenSpiel's hearts, in C++",
    ),
    Figure(
        "Sea Change, batches of 4,096 from Python: mask, pick, step",
        "OpenSpiel hearts from Python",
        words="… in batches driven from Python",
        peer_words="OpenSpiel's hearts, from Python",
    ),
    Figure(
        "Sea Change, PettingZoo AEC: last and step",
        "PettingZoo hanabi",
        words="… as a PettingZoo environment",
        peer_words="PettingZoo's hanabi",
    ),
    Figure(
        "Sea Change, tree search, playouts at random",
        "OpenSpiel ISMCTS on hearts, C++",
        words="… searched by a bot",
        peer_words="OpenSpiel's search of hearts, in C++",
    ),
    Figure(
        "200 tables, durable on SQLite: moves",
        "boardgame.io, in files",
        words="200 tables on a server, every move on disk",
        peer_words="boardgame.io, in files",
    ),
    Figure(
        "200 tables, durable on SQLite: moves",
        "boardgame.io, in memory only",
        words="… the same",
        peer_words="boardgame.io, in memory",
    ),
)


class Measured(NamedTuple):
    """A row of the benchmarks."""

    ours: float
    unit: str
    theirs: float
    ratio: float


def main(arguments: list[str] | None = None) -> int:
    """Fill in the page's figures, or with --check compare them with the benchmarks."""
    parser = argparse.ArgumentParser(prog="python -m bench.figures", description="Fill in a page's figures from docs/benchmarks.md.")
    parser.add_argument("page", type=Path)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if the page's figures differ")
    chosen = parser.parse_args(arguments)
    now = chosen.page.read_text(encoding="utf-8")
    filled = fill(now, BENCHMARKS.read_text(encoding="utf-8"))
    if chosen.check and filled != now:
        print(f"{chosen.page} does not say what docs/benchmarks.md says: run make figures", file=sys.stderr)
        return 1
    if filled != now:
        chosen.page.write_text(filled, encoding="utf-8")
    return 0


def fill(page: str, benchmarks: str) -> str:
    """Return the page with a new table of figures between its marks."""
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        raise SystemExit(f"the page needs the lines {BEGIN.strip()} and {END.strip()}, once each")
    head, rest = page.split(BEGIN)
    return head + BEGIN + table(benchmarks) + END + rest.split(END)[1]


def table(benchmarks: str) -> str:
    """The figures as a Markdown table."""
    lines = ["| | Seaboard | peer | times as fast |", "|---|---|---|---|"]
    for figure in FIGURES:
        row = find(figure, benchmarks)
        lines.append(f"| {figure.words} | {rough(row.ours)} {row.unit} | {rough(row.theirs)} ({figure.peer_words}) | {row.ratio:.2g} |")
    return "\n".join(lines) + "\n"


def find(figure: Figure, benchmarks: str) -> Measured:
    """The benchmarks' row of a figure."""
    number = r"([\d,.]+)"
    pattern = rf"^\| {re.escape(figure.what)} \| {number} (\S+) \| {number} \({re.escape(figure.peer)}\) \| {number} \|"
    found = re.findall(pattern, benchmarks, flags=re.MULTILINE)
    if len(found) != 1:
        raise SystemExit(f"docs/benchmarks.md has {len(found)} rows '{figure.what}' beside '{figure.peer}': bench/figures.py wants one")
    ours, unit, theirs, ratio = found[0]
    return Measured(_value(ours), "moves/s" if unit == "/s" else unit, _value(theirs), _value(ratio))


def rough(value: float) -> str:
    """Round a number to two digits, in words: the machine isn't more accurate."""
    if value >= 1_000_000:
        return f"{float(f'{value:.2g}') / 1_000_000:g} million"
    return f"{float(f'{value:.2g}'):,.0f}"


def _value(text: str) -> float:
    return float(text.replace(",", ""))


if __name__ == "__main__":
    sys.exit(main())
