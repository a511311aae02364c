"""Records and replays: what may be downloaded of a match, and what an uploaded record shows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from seaboard.errors import BadRecord
from seaboard.match import RECORD_FORMAT, Match
from seaboard.server.matches import days, shuffles
from seaboard.server.matches.session import Session
from seaboard.server.storage.rows import Entry, MatchRow

MOST_MOVES = 10_000


def record(session: Session) -> dict[str, Any]:
    """The whole record of a match that has ended."""
    row = session.row
    return {
        **session.match.record(),
        "match": row.id,
        "commitment": row.commitment,
        **_shuffle(row),
        "names": row.names,
        "started": row.started,
        "ended": session.ended,
        **_practice(row),
        **({"hints": [list(hint) for hint in row.hints]} if row.hints else {}),
    }


def bare_record(row: MatchRow, entries: Iterable[Entry]) -> dict[str, Any]:
    """Return the record of a finished match without its rules, so without the result."""
    return {
        "seaboard": RECORD_FORMAT,
        "game": row.game,
        "rules": row.rules,
        "seats": row.seats,
        "options": row.options,
        "seed": row.seed,
        "moves": moves_of(entries),
        "match": row.id,
        "commitment": row.commitment,
        **_shuffle(row),
        "names": row.names,
        "started": row.started,
        "ended": row.ended,
        **_practice(row),
        **({"hints": [list(hint) for hint in row.hints]} if row.hints else {}),
    }


def moves_of(entries: Iterable[Entry]) -> list[tuple[int, int]]:
    """Return the moves that remain after take-backs."""
    moves: list[tuple[int, int]] = []
    for entry in entries:
        if entry.action < 0:
            del moves[-1 - entry.action :]
        else:
            moves.append((entry.seat, entry.action))
    return moves


def _shuffle(row: MatchRow) -> dict[str, Any]:
    return {"shuffle": msgspec.to_builtins(row.shuffle)} if row.shuffle else {}


def _practice(row: MatchRow) -> dict[str, Any]:
    """Return where a practice match comes from: readers of its record should know that its cards were known before."""
    return {"practice": {"match": row.origin, "moves": row.origin_moves}} if row.origin else {}


def in_progress(session: Session, seat: int | None) -> dict[str, Any]:
    """Return what a seat may know of a running match."""
    row = session.row
    return {
        "seaboard_in_progress": 1,
        "game": row.game,
        "rules": row.rules,
        "seats": row.seats,
        "options": row.options,
        "match": row.id,
        "commitment": row.commitment,
        "number": session.to_seat_count(seat),
        "seat": seat,
        "events": session.events(seat),
        "view": session.view(seat, memory=False),
        **_practice(row),
    }


def replay(given: Mapping[str, Any], seat: int | None) -> dict[str, Any]:
    """A record move by move, as a seat (None: a spectator) saw it; BadRecord if it doesn't replay.

    Its frames are made on demand: all at once take much memory.
    """
    moves = given.get("moves")
    if isinstance(moves, list) and len(moves) > MOST_MOVES:
        raise BadRecord(f"a record has {MOST_MOVES} moves at most")
    whole = Match.replay(given)
    if seat is not None and not 0 <= seat < whole.seats:
        raise BadRecord(f"there is no seat {seat}; this match has seats 0 to {whole.seats - 1}")
    shown = (frame for (frame,) in frames(whole, [seat]))
    told: dict[str, Any] = {name: given[name] for name in ("match", "commitment", "ended") if isinstance(given.get(name), str)}
    practice = given.get("practice")
    if isinstance(practice, dict) and isinstance(practice.get("match"), str) and isinstance(practice.get("moves"), int):
        told["practice"] = {name: practice[name] for name in ("match", "moves")}
    names = given.get("names")
    if isinstance(names, list) and all(isinstance(name, str) for name in names):
        told["names"] = names
    return {"record": {**whole.record(), **told}, "seat": seat, "frames": shown}


def frames(whole: Match, seats: Sequence[int | None]) -> Iterator[list[dict[str, Any]]]:
    """A match after each of its moves, from before the first: a frame for each of these seats (None: a spectator).

    Anyone who may see this has the seed, so every frame also has all hands, if the game defines them.
    """
    match = whole.from_start()
    yield [_frame(match, seat, None) for seat in seats]
    for mover, action in whole.moves:
        move = {"seat": mover, "action": action, "text": match.notation(action, mover)}
        match.play(mover, action)
        yield [_frame(match, seat, move) for seat in seats]


def _frame(match: Match, seat: int | None, move: dict[str, Any] | None) -> dict[str, Any]:
    number = len(match.moves)
    events = match.events(seat, after=number - 1) if number else match.events(seat)
    hands = getattr(match.game.view, "hands", None)
    open_hands = {"hands": hands(match.plain_state())} if hands else {}
    return {"number": number, "move": move, "events": events, "view": match.view(seat, memory=False), **open_hands}


def verify(given: Any, commitment: str | None = None) -> tuple[Match, list[int]]:
    """Replay a record and check its seed against what was published before the deal; BadRecord if it fails.

    Returns the match, and the seats whose bytes are in its shuffle.
    """
    match = Match.replay(given)
    shared = shuffles.check(given, commitment)
    daily = given.get("daily")
    if isinstance(daily, dict) and isinstance(daily.get("key"), str):
        game, seed = match.game.name, f"{match.seed:032x}"
        days.check(str(daily.get("day")), str(daily.get("commitment")), daily["key"], game=game, seed=seed)
    if given.get("ended") == "over" and not match.over:
        raise BadRecord("the record says that the match is over, but after its last move a seat is still to act")
    return match, shared
