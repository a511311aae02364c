"""Several servers: what it costs when the people of one table are at different ones.

`SEABOARD_BENCH_OTHER` may name the folder of another version of Seaboard, to be measured in the same run.
"""

import os
from functools import partial
from pathlib import Path

from bench.measure import Row
from bench.server import ROOT, ROUNDS, TABLES, Found, best_of, make_tables, play, seaboard
from tools.postgres import postgres

OTHER = os.environ.get("SEABOARD_BENCH_OTHER")
WANTED = 4_000
"""Moves a second: five times what two servers made that read every move of each other's from the database."""


def on_two_servers(tables: int, *, apart: bool, version: Path = ROOT) -> Found:
    """Two servers on one PostgreSQL; each table's people at one of them, or `apart`."""
    with postgres() as database:
        places = make_tables(database, tables)
        with seaboard(database, version=version) as one, seaboard(database, version=version) as other:
            return play("seaboard", places, one, other, apart=apart)


def two_servers() -> list[Row]:
    """Two servers on one PostgreSQL, and four scripted players a table as above: every table's people at one of them, and every other
    one at the other, so that each move has to be heard of there before the next can be made.
    """
    runs = [partial(on_two_servers, apart=True), partial(on_two_servers, apart=False)]
    if OTHER:
        runs.append(partial(on_two_servers, apart=True, version=Path(OTHER)))
    rows = []
    for tables in TABLES:
        apart, together, *other = best_of(ROUNDS, *runs, tables=tables)
        what, rate = f"{tables} tables, their people at two servers", apart["moves_per_second"]
        rows.append(Row(f"{what}: moves", "/s", rate, wanted=WANTED))
        rows.append(Row(f"{what}: moves", "/s", rate, together["moves_per_second"], "each table's people at one"))
        rows += [Row(f"{what}: moves", "/s", rate, one["moves_per_second"], "the other version", wanted=5) for one in other]
        rows += [Row(f"{what}: {part} to acknowledgement", "ms", apart[f"{part}_ms"]) for part in ("p50", "p99")]
    return rows
