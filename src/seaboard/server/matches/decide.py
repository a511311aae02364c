"""Decides what a message does to a match: the entry to write, or the outcome if there is nothing to write."""

import time

from seaboard.server.matches.outcomes import Acknowledged, Declined
from seaboard.server.matches.session import MOST_TAKE_BACKS, Session
from seaboard.server.protocol import Play, Reason, TakeBack
from seaboard.server.refusals import Refused
from seaboard.server.storage.rows import Entry


def decide(
    session: Session | None, seat: int | None, message: Play | TakeBack, *, is_alone: bool, is_first_try: bool = False
) -> Entry | Acknowledged | Declined:
    """Check a message against the current match.

    `is_alone`: all others at the table are bots; `is_first_try`: it is their one try at a deal that others play too.
    """
    if seat is None:
        return _declined("play.no_seat")
    if session is None or session.row.id != message.match:
        return _declined("play.other_match")
    before = session.answered(seat, message.id)
    if before is not None:
        return Acknowledged(session.to_seat_count(seat, before))
    number = session.from_seat_count(seat, message.number)
    if isinstance(message, Play):
        reason: Reason | None = session.check(seat, number, message.action)
        action = message.action
    else:
        kept = session.moves_kept(seat)
        reason = _why_not_take_back(session, seat, number, is_alone=is_alone, is_first_try=is_first_try)
        action = -1 - (kept or 0)
    if reason is not None:
        return Declined(reason)
    return Entry(session.row.id, session.number, seat, action, message.id, time.time())


def _why_not_take_back(session: Session, seat: int, number: int, *, is_alone: bool, is_first_try: bool) -> Reason | None:
    if session.is_over:
        return Refused("play.match_over").reason()
    if not is_alone:
        return Refused("take_back.people").reason()
    if is_first_try:
        return Refused("deal.no_take_back").reason()
    if not session.acted[seat] <= number <= session.number:
        return Refused("play.stale").reason()
    if session.take_backs >= MOST_TAKE_BACKS:
        return Refused("take_back.too_many", most=MOST_TAKE_BACKS).reason()
    return Refused("take_back.nothing").reason() if session.moves_kept(seat) is None else None


def _declined(key: str) -> Declined:
    return Declined(Refused(key).reason())
