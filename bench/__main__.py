"""`make bench`: every figure of the README, beside the peers, in one run."""

import argparse
import inspect
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from bench import envs, lists, reach, report, rules, search, server, start
from bench.measure import Row

SECTIONS: dict[str, Callable[[], list[Row]]] = {
    "Rules beside OpenSpiel": rules.compare_with_hearts,
    "Every game": rules.every_game,
    "Search beside OpenSpiel": search.search_rates,
    "Environments beside PettingZoo and RLCard": envs.one_at_a_time,
    "Against bots": envs.against_bots,
    "Batches beside Pgx": envs.batches,
    "Batches beside Pgx on all cores": envs.batches_on_all_cores,
    "Start": start.starts,
    "Server beside boardgame.io": server.beside_boardgameio,
    "Two servers, one table": reach.two_servers,
    "Idle tables": server.idle_tables,
    "Lists of a big server": lists.lists,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Seaboard alongside its peers.")
    parser.add_argument("--only", metavar="WORD", default="", help="only sections whose name contains this word")
    parser.add_argument("--write", metavar="FILE", type=Path, help="also write the figures: into a .md page, or as JSON")
    chosen = parser.parse_args()
    console = Console(width=max(100, Console().width))
    rows: dict[str, list[Row]] = {}
    for name, section in SECTIONS.items():
        if chosen.only.lower() in name.lower():
            with console.status(f"{name}..."):
                rows[name] = section()
            console.print(report.as_table(name, rows[name]))
    if chosen.write:
        write(chosen.write, rows)
    missed = [row.what for rs in rows.values() for row in rs if row.reached is False]
    for what in missed:
        console.print(f"[bold red]Not reached:[/] {what}")
    return 1 if missed else 0


def write(file: Path, rows: dict[str, list[Row]]) -> None:
    """Write what was measured; a page keeps its other sections."""
    if file.suffix == ".md":
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        about = {name: inspect.getdoc(section) or "" for name, section in SECTIONS.items()}
        text = report.as_markdown(rows, about=about, before=before)
    else:
        text = report.as_json(rows)
    file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
