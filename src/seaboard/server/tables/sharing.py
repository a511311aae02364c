"""Shared deals at a table: everybody gets the same cards, under the same rules."""

import time

from sqlalchemy.engine import Connection as Database

from seaboard import games
from seaboard.server.refusals import Refused
from seaboard.server.storage import queries
from seaboard.server.storage.matches import deals
from seaboard.server.storage.rows import Deal, Table, Try


def has_rules(deal: Deal) -> bool:
    """Whether this server has a deal's rules: everybody plays it under the same ones, or not at all."""
    return games.has_rules(deal.game, deal.rules)


def begin(c: Database, table: Table, match: str) -> Deal:
    """Begin the deal of a match that starts at a table."""
    assert table.deal is not None
    deal = deals.find(c, table.deal.id)
    if deal is None:
        raise Refused("deal.unknown", status=404)
    if not has_rules(deal):
        raise Refused("deal.old_rules")
    deals.set_match(c, table.id, match)
    if table.duplicate:
        _begin_all(c, table, deal, match)
    return deal


def _begin_all(c: Database, table: Table, deal: Deal, match: str) -> None:
    """Begin a match of a duplicate, which is the one try of everybody who sits there."""
    now = time.time()
    for seat, chair in enumerate(table.chairs):
        if chair.person and not deals.begin(c, Try(deal.id, chair.person, chair.name, seat, table.id, now, None, match)):
            raise Refused("deal.other_table")


# ---- Duplicate: two tables with the same deal ----------------------------------------------------


def tables_of(c: Database, deal: Deal) -> list[Table]:
    """Return the tables of a duplicate that still exist."""
    found = [queries.find_table(c, table) for table in deal.tables]
    return [table for table in found if table is not None]


def is_over(c: Database, deal: Deal) -> bool:
    """Whether a duplicate has been played at both tables: before that, nobody sees anything of the other table."""
    return all(table.results for table in tables_of(c, deal))


def check_sit(c: Database, table: Table, person: str) -> None:
    """Refuse a seat at one table of a duplicate to anyone who has, or had, one at the other."""
    if table.duplicate is None or table.deal is None:
        return
    deals.lock(c, table.deal.id)
    other = queries.find_table(c, table.duplicate.other)
    one = deals.find_try(c, table.deal.id, person)
    if (other and other.seat_of(person) is not None) or (one and one.table != table.id):
        raise Refused("deal.other_table")


def forget(c: Database, table: Table) -> None:
    """Handle the deletion of an unplayed table: with the last one of a duplicate, delete the deal."""
    if table.duplicate and table.deal and queries.find_table(c, table.duplicate.other) is None:
        deals.delete(c, table.deal.id)


def listed(tables: list[Table], person: str) -> list[Table]:
    """Return a person's tables without a duplicate's table where only others sit: until it begins, they are shown one of the two.

    Nor does anybody get to a table from which they were removed; when it is over, their matches there are still theirs.
    """
    tables = [table for table in tables if table.stage == "over" or person not in table.banned]
    seated = {table.deal.id for table in tables if table.deal and table.seat_of(person) is not None}
    return [table for table in tables if table.duplicate is None or table.seat_of(person) is not None or _waits(table, seated)]


def _waits(table: Table, seated: set[str]) -> bool:
    assert table.duplicate is not None
    assert table.deal is not None
    return table.stage == "open" and not table.matches and table.duplicate.number == 0 and table.deal.id not in seated
