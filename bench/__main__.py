"""`make bench`: every figure of the README, beside the peers, in one run."""

import argparse
import datetime
import inspect
import json
import os
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import envs, rules, search, server, start
from bench.measure import Row

SECTIONS: dict[str, Callable[[], list[Row]]] = {
    "Rules beside OpenSpiel": rules.compare_with_hearts,
    "Every game": rules.every_game,
    "Search beside OpenSpiel": search.search_rates,
    "Environments beside PettingZoo and RLCard": envs.one_at_a_time,
    "Batches beside Pgx": envs.batches,
    "Start": start.starts,
    "Server beside boardgame.io": server.beside_boardgameio,
    "Idle tables": server.idle_tables,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Seaboard beside its peers.")
    parser.add_argument("--only", metavar="WORD", default="", help="only sections whose name contains this word")
    parser.add_argument("--write", metavar="FILE", type=Path, help="also write the figures: Markdown for .md, else JSON")
    chosen = parser.parse_args()
    console = Console(width=max(100, Console().width))
    rows: dict[str, list[Row]] = {}
    for name, section in SECTIONS.items():
        if chosen.only.lower() in name.lower():
            with console.status(f"{name}..."):
                rows[name] = section()
            console.print(as_table(name, rows[name]))
    if chosen.write:
        chosen.write.write_text(as_markdown(rows) if chosen.write.suffix == ".md" else as_json(rows), encoding="utf-8")
    missed = [row.what for rs in rows.values() for row in rs if row.reached is False]
    for what in missed:
        console.print(f"[bold red]Not reached:[/] {what}")
    return 1 if missed else 0


def machine() -> str:
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def as_json(rows: dict[str, list[Row]]) -> str:
    return json.dumps({"machine": machine(), "rows": {n: [asdict(r) for r in rs] for n, rs in rows.items()}}, indent=2) + "\n"


def as_markdown(rows: dict[str, list[Row]]) -> str:
    lines = [
        "# Benchmarks",
        "",
        f"Written by `make bench` on {datetime.date.today()}: {machine()}. Ours and the peer took turns in one run, and",
        "the best of several rounds counts; ratios hold where absolute figures depend on the machine and its mood.",
        "A step is a decision of a player; dealing is part of the work, for ours and for the peer, but no step.",
    ]
    for name, found in rows.items():
        lines += [
            "",
            f"## {name}",
            "",
            inspect.getdoc(SECTIONS[name]) or "",
            "",
            "| what | ours | peer | ratio | wanted |",
            "|---|---|---|---|---|",
        ]
        lines += ["| " + " | ".join(cells(row)) + " |" for row in found]
    return "\n".join(lines) + "\n"


def as_table(name: str, rows: list[Row]) -> Table:
    table = Table("what", "ours", "peer", "ratio", "wanted", title=name, title_justify="left")
    for row in rows:
        table.add_row(*cells(row))
    return table


def cells(row: Row) -> list[str]:
    peer = f"{number(row.peer)} ({row.peer_name})" if row.peer else ""
    ratio = f"{row.ratio:.3g}" if row.ratio is not None else ""
    wanted = f"{'≤' if row.at_most else '≥'} {number(row.wanted)}" if row.wanted is not None else ""
    return [row.what, f"{number(row.ours)} {row.unit}", peer, ratio, wanted]


def number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main())
