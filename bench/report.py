"""What was measured, as a table for the terminal, as JSON, or as docs/benchmarks.md."""

import datetime
import json
import os
import platform
import re
from collections.abc import Mapping
from dataclasses import asdict

from rich.table import Table

from bench.measure import Row

HEAD = """# Benchmarks

Written by `make bench`; `python -m bench --only server --write docs/benchmarks.md` measures a part again and leaves the others.
Ours and the peer took turns in one run, and the best of several rounds counts; ratios hold where absolute figures depend on the
machine and its mood. A step is a decision of a player; dealing is part of the work, for ours and for the peer, but no step.
"""


def machine() -> str:
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def as_json(rows: Mapping[str, list[Row]]) -> str:
    return json.dumps({"machine": machine(), "rows": {n: [asdict(r) for r in rs] for n, rs in rows.items()}}, indent=2) + "\n"


def as_markdown(rows: Mapping[str, list[Row]], *, about: Mapping[str, str], before: str = "") -> str:
    """The page, from what was measured now and, for the other sections, from what it said `before`.

    `about` has a few sentences on every section that can be measured, in the page's order.
    """
    found = {text.partition("\n")[0]: f"## {text.rstrip()}\n" for text in re.split(r"^## ", before, flags=re.MULTILINE)[1:]}
    found |= {name: _section(name, rows[name], about=about[name]) for name in rows}
    names = [name for name in about if name in found] + [name for name in found if name not in about]
    return "\n".join([HEAD, *(found[name] for name in names)])


def _section(name: str, rows: list[Row], *, about: str) -> str:
    lines = [
        f"## {name}",
        "",
        about,
        "",
        "| what | ours | peer | ratio | wanted |",
        "|---|---|---|---|---|",
        *("| " + " | ".join(_cells(row)) + " |" for row in rows),
        "",
        f"Measured on {datetime.date.today()}: {machine()}.",
    ]
    return "\n".join(lines) + "\n"


def as_table(name: str, rows: list[Row]) -> Table:
    table = Table("what", "ours", "peer", "ratio", "wanted", title=name, title_justify="left")
    for row in rows:
        table.add_row(*_cells(row))
    return table


def _cells(row: Row) -> list[str]:
    peer = f"{_number(row.peer)} ({row.peer_name})" if row.peer else ""
    ratio = f"{row.ratio:.3g}" if row.ratio is not None else ""
    wanted = f"{'≤' if row.at_most else '≥'} {_number(row.wanted)}" if row.wanted is not None else ""
    return [row.what, f"{_number(row.ours)} {row.unit}", peer, ratio, wanted]


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
