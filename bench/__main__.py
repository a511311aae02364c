"""`make bench`: every figure of the README, beside the peers, in one run."""

import argparse
import json
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import rules, start
from bench.measure import Row

SECTIONS: dict[str, Callable[[], list[Row]]] = {
    "Rules beside OpenSpiel": rules.compare_with_hearts,
    "Every game": rules.every_game,
    "Start": start.starts,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Seaboard beside its peers.")
    parser.add_argument("--only", metavar="WORD", default="", help="only sections whose name contains this word")
    parser.add_argument("--write", metavar="FILE", type=Path, help="also write the figures as JSON")
    chosen = parser.parse_args()
    console = Console(width=max(100, Console().width))
    rows: dict[str, list[Row]] = {}
    for name, section in SECTIONS.items():
        if chosen.only.lower() in name.lower():
            with console.status(f"{name}..."):
                rows[name] = section()
            console.print(as_table(name, rows[name]))
    if chosen.write:
        machine = {"machine": platform.processor() or platform.machine(), "python": platform.python_version()}
        chosen.write.write_text(json.dumps({**machine, "rows": {n: [asdict(r) for r in rs] for n, rs in rows.items()}}, indent=2) + "\n")
    missed = [row.what for rs in rows.values() for row in rs if row.reached is False]
    for what in missed:
        console.print(f"[bold red]Not reached:[/] {what}")
    return 1 if missed else 0


def as_table(name: str, rows: list[Row]) -> Table:
    table = Table("what", "ours", "peer", "ratio", "wanted", title=name, title_justify="left")
    for row in rows:
        peer = f"{number(row.peer)} ({row.peer_name})" if row.peer else ""
        ratio = f"{row.ratio:.3g}" if row.ratio is not None else ""
        sign = "≤" if row.at_most else "≥"
        wanted = f"{sign} {number(row.wanted)}" if row.wanted is not None else ""
        table.add_row(row.what, f"{number(row.ours)} {row.unit}", peer, ratio, wanted)
    return table


def number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main())
