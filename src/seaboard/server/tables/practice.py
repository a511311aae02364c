"""Practice tables: a moment of a finished match, played on from there with the same cards and the same draws to come.

A match is its seed and its moves, so a practice match has the seed and the first moves of the one it plays on from. Hidden cards are hidden
again from its players, but anyone who has seen the replay may remember them, so it doesn't count.
"""

from sqlalchemy.engine import Connection as Database

from seaboard import summary
from seaboard.server.matches import bots
from seaboard.server.matches.records import moves_of
from seaboard.server.matches.session import Session, has_rules
from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.storage import ids, queries
from seaboard.server.storage.rows import Chair, Entry, MatchRow, Practice, SharedDeal, Table


def table_from(
    session: Session, person: Person, *, moves: int, seat: int, level: str | None, friends: bool, deal: SharedDeal | None = None
) -> Table:
    """Make a table that plays on from a finished match after this many moves; the other chairs are for bots, or for friends.

    `deal` is the match's deal, if others play it too: its bots keep their dice. It takes a while: finding who counts
    together replays the match.
    """
    row, match = session.row, session.match
    if session.ended != "over":
        raise Refused("match.not_over" if session.ended is None else "practice.abandoned")
    if not 0 <= seat < row.seats:
        raise Refused("chair.unknown", status=422, seat=seat, last=row.seats - 1)
    if not 0 <= moves < len(match.moves):
        raise Refused("practice.moment", status=422, last=len(match.moves) - 1)
    chairs = [Chair(level=None if friends else _level(name, level)) for name in row.names]
    chairs[seat] = Chair(person=person.id, name=person.name)
    return Table(
        id=ids.new_id("t"),
        game=row.game,
        seats=row.seats,
        options=row.options,
        maker=person.id,
        maker_name=person.name,
        chairs=chairs,
        practice=Practice(row.id, moves, match.scores, match.winners, summary.places(match)),
        deal=deal,
    )


def _level(name: str, level: str | None) -> str:
    """Return the requested level, or the recorded level of the bot that sat there."""
    if level is not None:
        return bots.check_level(level)
    return name if name in bots.LEVELS else bots.COVERING


def begin(c: Database, practice: Practice) -> tuple[MatchRow, list[tuple[int, int]]]:
    """Return the match that another plays on from, and its moves up to there."""
    row = queries.find_match(c, practice.match)
    if row is None:
        raise Refused("match.unknown", status=404)
    if not has_rules(row):
        raise Refused("match.old_rules")
    return row, moves_of(queries.entries_of(c, row.id))[: practice.moves]


def entry(match: str, number: int, move: tuple[int, int], at: float) -> Entry:
    """Make the entry of a move from the earlier match; never a bot's, even if it was one then."""
    return Entry(match, number, *move, message=f"before-{number}", at=at)
