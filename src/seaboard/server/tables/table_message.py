"""A table as a person is shown it."""

from seaboard.bots.levels import current
from seaboard.server import protocol
from seaboard.server.deal_parts import TableDeal, TableDuplicate
from seaboard.server.protocol import Person
from seaboard.server.shuffle_parts import Coming, Share
from seaboard.server.storage.rows import Table
from seaboard.server.tables.room import Room
from seaboard.server.tables.series import series

OWN_FILE = "own"
"""What a list of tables says of an option whose value is the text of a file."""


def show_table(room: Room, person: Person | None, *, brief: bool = False) -> protocol.Table:
    """Make the table for a person; `brief`, for lists, without the texts of files."""
    table = room.table
    options = {name: OWN_FILE if is_file(value) else value for name, value in table.options.items()} if brief else table.options
    return protocol.Table(
        id=table.id,
        version=table.version,
        game=table.game,
        seats=table.seats,
        options=options,
        public=table.public,
        clock=table.clock,
        memory_aid=table.memory_aid,
        chat=table.chat,
        hints=table.hints,
        stage=table.stage,
        paused=table.is_paused,
        maker=Person(table.maker, table.maker_name),
        chairs=[
            protocol.Chair(
                seat=seat,
                kind=chair.kind,
                id=chair.person,
                name=chair.name,
                connected=connected,
                covered=chair.covered,
                level=current(chair.level),
                resigned=chair.resigned,
                bot=chair.bot,
            )
            for seat, (chair, connected) in enumerate(zip(table.chairs, room.connected, strict=True))
        ],
        match=table.match,
        matches=table.matches,
        rematch=table.rematch,
        series=series(table),
        coming=None if brief else _coming(table),
        watching=room.watching,
        made=table.made,
        practice=_practice(table),
        deal=TableDeal(table.deal.id, table.deal.kind, table.deal.day) if table.deal else None,
        duplicate=_duplicate(table),
        you=_you(table, person),
    )


def _coming(table: Table) -> Coming | None:
    next_one = table.coming
    if next_one is None or table.stage == "playing" or table.practice or table.deal:  # these get cards that were dealt before
        return None
    shares = [
        Share(seat, next_one.commitments[chair.person], None)
        for seat, chair in enumerate(table.chairs)
        if chair.person in next_one.commitments
    ]
    return Coming(next_one.match, next_one.commitment, dealing=next_one.until is not None, shares=shares)


def _practice(table: Table) -> protocol.Practice | None:
    from_ = table.practice
    return None if from_ is None else protocol.Practice(from_.match, from_.moves, from_.scores, from_.winners, from_.places)


def _duplicate(table: Table) -> TableDuplicate | None:
    own = table.duplicate
    return None if own is None else TableDuplicate(own.number, own.other, own.sides, current(own.level))


def is_file(value: object) -> bool:
    """Whether an option's value is the text of a file."""
    return isinstance(value, str) and "\n" in value


def _you(table: Table, person: Person | None) -> protocol.You | None:
    if person is None:
        return None
    return protocol.You(
        person.id, person.name, seat=table.seat_of(person.id), maker=table.maker == person.id, notify=person.id not in table.quiet
    )
