"""People's changes to a `Table` and its chairs, each done or refused with a reason."""

import math
import time
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from seaboard.bots.levels import current
from seaboard.server.matches import bots
from seaboard.server.protocol import CoveredWhy, Ended, Person
from seaboard.server.refusals import Refused
from seaboard.server.storage.rows import Chair, Result, Table

MOST_RESULTS = 50
"""Matches and results that a table keeps: the last ones."""
WAITING = 86400.0
"""How long a table waits for a player before the others may let a bot play for them; for less, choose a clock."""


def sit(table: Table, person: Person, seat: int | None) -> None:
    """Sit down, move to another chair, or reclaim your covered seat."""
    if person.id in table.banned:
        raise Refused("table.removed", status=403)
    own = table.seat_of(person.id)
    if own is not None and (seat is None or seat == own):
        come_back(table, own)
        table.chairs[own].name = person.name
        return
    if table.stage != "open":
        raise Refused("table.started")
    free = [i for i, chair in enumerate(table.chairs) if chair.kind == "empty"]
    if seat is None:
        if not free:
            raise Refused("table.full")
        seat = free[0]
    check_seat(table, seat)
    if seat not in free:
        raise Refused("chair.taken")
    if own is not None:
        table.chairs[own] = Chair()
    table.chairs[seat] = Chair(person=person.id, name=person.name, bot=person.bot)


def stand(table: Table, person: Person) -> None:
    """Leave a chair; during a match, a bot covers until the person comes back."""
    seat = own_seat(table, person)
    if table.stage == "playing":
        cover(table, seat, "left")
    else:
        free(table, seat)


def free(table: Table, seat: int) -> None:
    """Empty a chair."""
    table.chairs[seat] = Chair()
    table.rematch = []
    if table.stage == "over" and not table.is_first_try:
        table.stage = "open"  # a rematch needs a player on that chair


def cover(table: Table, seat: int, why: CoveredWhy) -> None:
    """Let a bot play for a person until they come back."""
    chair = table.chairs[seat]
    if chair.person and not chair.covered:
        chair.covered = why
        chair.level = bots.COVERING


def cover_absent(table: Table, person: Person, seat: int, *, here: set[str], since: float | None) -> None:
    """Have a bot cover for an absent person at another player's request; the table has waited `since` then (None: not at all)."""
    own_seat(table, person)
    check_seat(table, seat)
    if table.stage != "playing":
        raise Refused("table.not_playing")
    chair = table.chairs[seat]
    if not chair.person:
        raise Refused("chair.nobody")
    if chair.person in here:
        raise Refused("chair.connected")
    left = WAITING if since is None else since + WAITING - time.time()
    if left > 0:
        raise Refused("chair.waiting", hours=math.ceil(left / 3600))
    cover(table, seat, "left")


def come_back(table: Table, seat: int) -> None:
    """Give a covered person their seat back; if the match was paused, it continues, and no clock has run meanwhile."""
    chair = table.chairs[seat]
    if chair.covered:
        if table.is_paused:
            table.resumed = time.time()
        chair.covered = None
        chair.level = None


def seat_bot(table: Table, person: Person, seat: int, level: str | None) -> None:
    """The host puts a bot on an empty chair, changes its level, or removes it."""
    only_host(table, person)
    if table.stage != "open":
        raise Refused("table.started")
    if table.duplicate:
        raise Refused("deal.bots")
    check_seat(table, seat)
    if table.chairs[seat].kind == "person":
        raise Refused("chair.taken")
    table.chairs[seat] = Chair(level=None if level is None else bots.check_level(level))


def ready(table: Table, person: Person, fill: str | None) -> bool:
    """Check that everyone sits and the match may start (True, or refused); empty chairs get bots of the level `fill`."""
    if table.maker != person.id:
        own_seat(table, person)
    if table.stage != "open":
        raise Refused("table.started")
    if table.is_first_try and table.matches:
        raise Refused("deal.once")
    if fill is not None:
        bots.check_level(fill)
    elif table.has_free_chair:
        raise Refused("table.empty_chairs")
    fill_up(table, fill)
    return True


def fill_up(table: Table, level: str | None) -> None:
    """Put bots on the empty chairs; refused if there is no person at the table."""
    if not table.people:
        raise Refused("table.nobody")
    table.chairs = [Chair(level=level) if chair.kind == "empty" else chair for chair in table.chairs]


def resign(table: Table, person: Person, level: str | None) -> None:
    """Give the seat to a bot for good."""
    seat = own_seat(table, person)
    if table.stage != "playing":
        raise Refused("table.not_playing")
    give_up(table, seat, level, by=person.id)


def give_up(table: Table, seat: int, level: str | None = None, *, by: str | None = None) -> None:
    """Replace the person in this seat by a bot; if no person is left, the match is over. The bot's result counts for a person who gave the
    seat up (`by`), but not for one whose seat was taken away.
    """
    name, bot = table.chairs[seat].name, table.chairs[seat].bot
    table.chairs[seat] = Chair(name=name, level=bots.check_level(level or bots.COVERING), resigned=True, gave_up=by, bot=bot)
    if not table.people:
        end(table)


def end(table: Table, winners: list[int] | None = None, scores: Sequence[int] = ()) -> None:
    """End the table's match: with winners and scores, or (None) because nobody is left to play it."""
    if table.stage == "playing" and table.match:
        table.stage = "over"
        table.matches = [*table.matches, table.match][-MOST_RESULTS:]
        people, names = [chair.person for chair in table.chairs], [chair.name for chair in table.chairs]
        ended: Ended = "abandoned" if winners is None else "over"
        result = Result(table.match, ended, time.time(), winners=winners or [], people=people, names=names, scores=list(scores))
        table.results = [*table.results, result][-MOST_RESULTS:]
        for seat in range(table.seats):
            come_back(table, seat)


def again(table: Table, person: Person) -> bool:
    """Offer a rematch, or accept it; return whether all people want it, so that it may start."""
    seat = own_seat(table, person)
    if table.stage != "over":
        raise Refused("table.not_over")
    if table.is_first_try:
        raise Refused("deal.once")
    if any(chair.kind == "empty" for chair in table.chairs):
        raise Refused("table.empty_chairs")
    table.rematch = sorted({*table.rematch, seat})
    return all(i in table.rematch for i, chair in enumerate(table.chairs) if chair.person)


def rename(table: Table, person: Person) -> None:
    """Rename a person."""
    if table.maker == person.id:
        table.maker_name = person.name
    seat = table.seat_of(person.id)
    if seat is not None:
        table.chairs[seat].name = person.name


def become(table: Table, old: str, new: Person) -> None:
    """Merge one person into another. Nobody holds two seats: of two, the old person's is freed."""
    seat, own = table.seat_of(old), table.seat_of(new.id)
    if seat is not None and own is not None:
        if table.stage == "playing":
            raise Refused("merge.same_table")
        free(table, seat)
    elif seat is not None:
        table.chairs[seat].person = new.id
    for chair in table.chairs:
        if chair.gave_up == old:
            chair.gave_up = new.id
    if table.maker == old:
        table.maker = new.id
    share = table.coming.commitments.get(old) if table.coming else None
    drop_share(table, old)
    if share and table.coming and seat is not None and own is None:
        table.coming.commitments[new.id] = share
    table.quiet = list(dict.fromkeys(new.id if person == old else person for person in table.quiet))
    rename(table, new)
    is_welcome = table.maker == new.id or table.seat_of(new.id) is not None
    banned = [new.id if person == old else person for person in table.banned]
    table.banned = [person for person in dict.fromkeys(banned) if person != new.id or not is_welcome]
    table.results = [
        result if new.id in result.people else replace(result, people=[new.id if person == old else person for person in result.people])
        for result in table.results
    ]


def drop_share(table: Table, person: str) -> None:
    """Remove a person's part from the table's next shuffle; if that is being dealt, start another."""
    coming = table.coming
    if coming is not None and coming.until is not None and person in {*coming.commitments, *coming.awaited}:
        table.coming = None
    elif coming is not None:
        coming.commitments.pop(person, None)
        coming.revealed.pop(person, None)


def check_invite(table: Table, person: Person) -> None:
    """Check that the host is inviting, and that there is a free chair."""
    only_host(table, person)
    if table.stage != "open":
        raise Refused("table.started")
    if not table.has_free_chair:
        raise Refused("table.full")


def check_cancel(table: Table, person: Person) -> None:
    """Check that the host is cancelling, and that nothing was ever played at the table."""
    only_host(table, person)
    if table.stage != "open" or table.matches:
        raise Refused("table.started")


def set_up(table: Table, person: Person, *, options: dict[str, Any], clock: float | None, public: bool, memory_aid: bool) -> None:
    """Change how the next match is played; for the host only."""
    only_host(table, person)
    if table.stage != "open":
        raise Refused("table.started")
    if table.practice and options != table.options:
        raise Refused("practice.options")
    if table.duplicate or (table.deal and options != table.options):
        raise Refused("deal.options")
    table.options, table.clock, table.public, table.memory_aid = options, clock, public, memory_aid


def remove(table: Table, maker: Person, person: str) -> None:
    """Remove a person for good; for the host only."""
    only_host(table, maker)
    if person == maker.id:
        raise Refused("table.remove_yourself")
    seat = table.seat_of(person)
    if person not in table.banned:
        if len(table.banned) >= 100:
            raise Refused("table.too_many_removed")
        table.banned.append(person)
    if seat is not None:
        if table.stage == "playing":
            give_up(table, seat)
        else:
            free(table, seat)


def set_notify(table: Table, person: Person, *, on: bool) -> None:
    """Switch a person's notifications from the table on or off."""
    if person.id != table.maker:
        own_seat(table, person)
    table.quiet = [one for one in table.quiet if one != person.id and (one == table.maker or one in table.people)]
    if not on:
        table.quiet.append(person.id)


def set_chat(table: Table, person: Person, *, on: bool) -> None:
    """Switch the chat off or on; for the host only."""
    only_host(table, person)
    table.chat = on


def set_hints(table: Table, person: Person, *, on: bool) -> None:
    """Switch hints on or off; only for a person who plays against bots alone."""
    if on and not is_alone(table, own_seat(table, person)):
        raise Refused("hint.people")
    if on and table.is_first_try:
        raise Refused("deal.no_hints")
    own_seat(table, person)
    table.hints = on


def is_alone(table: Table, seat: int) -> bool:
    """Whether all others at the table are bots."""
    return all(i == seat or (chair.level and not chair.person) for i, chair in enumerate(table.chairs))


def own_seat(table: Table, person: Person) -> int:
    """Return where the person sits; refused if nowhere."""
    seat = table.seat_of(person.id)
    if seat is None:
        raise Refused("table.not_seated", status=403)
    return seat


def only_host(table: Table, person: Person) -> None:
    """Refuse anyone but the host."""
    if table.maker != person.id:
        raise Refused("table.only_maker", status=403)


def check_seat(table: Table, seat: int) -> None:
    """Refuse a seat that doesn't exist."""
    if not 0 <= seat < table.seats:
        raise Refused("chair.unknown", status=422, seat=seat, last=table.seats - 1)


def names(table: Table) -> list[str]:
    """Return who plays, for the record: people by name, bots by level."""
    return [chair.name if chair.kind == "person" else current(chair.level) or "" for chair in table.chairs]
