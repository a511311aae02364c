"""The score of a series: how often each of the same people at a table has won."""

from collections import defaultdict

from seaboard.server.protocol import Series, Standing
from seaboard.server.storage.rows import Result, Table


def series(table: Table) -> Series | None:
    """Return the matches that the same people have finished here in a row, in any chairs.

    None before the first, and once a new person sits here; practice doesn't count, and a shared deal is played once. Bots count as one
    side. A person who resigned is no longer one of the people, so that a new series begins.
    """
    finished = [] if table.practice or table.deal else [result for result in table.results if result.ended == "over"]
    if not finished or not _people(finished[-1]) or not set(table.people) <= _people(finished[-1]):
        return None
    last = finished[-1]
    people, matches = _people(last), 0
    wins: defaultdict[str | None, int] = defaultdict(int)
    for result in reversed(finished):
        if result.people != last.people and _people(result) != people:
            break
        matches += 1
        for winner in _winners(result):
            wins[winner] += 1
    names = {chair.person: chair.name for chair in table.chairs}
    standings = [
        Standing(person, names.get(person) or name, wins[person]) for person, name in zip(last.people, last.names, strict=True) if person
    ]
    if wins[None] or None in last.people:
        standings.append(Standing(None, "", wins[None]))
    return Series(matches, standings)


def _people(result: Result) -> set[str]:
    return {person for person in result.people if person}


def _winners(result: Result) -> set[str | None]:
    """Return who won; None for a bot, even without a chair."""
    return {result.people[seat] if seat < len(result.people) else None for seat in result.winners}
