"""Hints for a running match, and puzzles."""

import datetime
import math
from typing import cast

from seaboard import bots as all_bots
from seaboard import puzzles
from seaboard.game import Game
from seaboard.games import GAMES
from seaboard.puzzles import Puzzle
from seaboard.server.http.api import Api
from seaboard.server.http.matches import advice_schemas as schemas
from seaboard.server.matches import bots
from seaboard.server.protocol import Event, Person, View
from seaboard.server.refusals import Forbidden, Refused, why_not
from seaboard.server.storage import queries
from seaboard.server.tables import seating


async def hint(api: Api, person: Person, table: str, asked: schemas.HintRequest) -> schemas.Hint:
    """Return the best move for a person who plays against bots alone, at a table with hints; it is noted with the match."""
    api.limits.hint(person.id)
    room = await api.rooms.room(table)
    seat = seating.own_seat(room.table, person)
    if not seating.is_alone(room.table, seat):
        raise Refused("hint.people")
    if not room.table.hints:
        raise Refused("hint.off")
    async with room.lock:
        session = await api.rooms.wake(room, catch_up=api.store.is_shared)
        if session is None or session.row.id != asked.match:
            raise Refused("play.other_match")
        if session.is_over:
            raise Refused("play.match_over")
        if seat not in session.to_act:
            raise Refused("play.not_your_turn")
        row, move = session.row, len(session.match.moves)
        view = session.view(seat, memory=True)
    if len(view["legal"]) < 2:
        raise Refused("hint.no_choice")
    if not all_bots.is_compiled(row.game):
        all_bots.precompile_in_background(row.game)
        raise Refused("hint.not_ready", status=503)
    found = await bots.advise(row.game, view, person=person.id, network=api.rooms.whereabouts.of(person.id), turns=api.turns)
    await api.store.write(lambda c: queries.add_hint(c, row.id, seat, move))
    if (seat, move) not in row.hints:
        row.hints.append((seat, move))
    return schemas.Hint(found.action, found.move, found.gain, schemas.HintReason(found.reason.key, found.reason.values))


def listing(game: str, today: datetime.date) -> schemas.Puzzles:
    """List a game's puzzles, easiest first, and the one of a day."""
    found = list(puzzles.load(_known(game).name).values())
    days = today.toordinal() % len(found) if found else 0
    # a step that shares no factor with the count: every puzzle has its day before one comes again
    chosen = found[days * _step(len(found)) % len(found)].id if found else None
    return schemas.Puzzles([one.id for one in found], chosen)


def shown(game: str, name: str) -> schemas.PuzzlePosition:
    """Return a puzzle as the seat to move saw it, and nothing more."""
    puzzle = _found(game, name)
    match = puzzle.match()
    view = match.view(puzzle.seat, memory=False)
    return schemas.PuzzlePosition(puzzle.id, cast(list[Event], match.events(puzzle.seat)), cast(View, view))


def judged(game: str, name: str, action: int) -> schemas.PuzzleVerdict:
    """Say whether a move solves a puzzle, which one does, and why."""
    puzzle = _found(game, name)
    match = puzzle.match()
    reason = why_not(match, puzzle.seat, action)
    if reason:
        raise Forbidden(reason)
    values = {match.notation(int(one), puzzle.seat): value for one, value in puzzle.values.items()}
    because = puzzle.reason
    assert because is not None, "every puzzle that is kept has its reason"
    return schemas.PuzzleVerdict(
        solved=action == puzzle.answer,
        answer=match.notation(puzzle.answer, puzzle.seat),
        values=values,
        reason=schemas.HintReason(because.key, because.values),
    )


def _step(count: int) -> int:
    """A step about a golden section of the count, so that neighbours in the list are far apart in time; never a divisor of it."""
    step = max(1, round(count * 0.618))
    while math.gcd(step, count) > 1:
        step += 1
    return step


def _found(game: str, name: str) -> Puzzle:
    puzzle = puzzles.load(_known(game).name).get(name)
    if puzzle is None:
        raise Refused("puzzle.unknown", status=404)
    return puzzle


def _known(game: str) -> Game:
    if game not in GAMES:
        raise Refused("game.unknown", status=404, games=", ".join(GAMES))
    return GAMES[game]
