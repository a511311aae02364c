"""How a review is made: the match is played again once for its decisions and once for its luck."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import repeat
from typing import Any, cast

from seaboard.errors import BadRecord
from seaboard.match import Match
from seaboard.review import story
from seaboard.review.decisions import SIMULATIONS, Judge, error_rate
from seaboard.review.luck import GRID, PLAYOUTS, Walk, walk
from seaboard.review.model import Chances, Decision, Judged, Review, SeatReview, Step

Progress = Callable[[int, int], None]
ROUGHLY = 16
"""Playouts for chances that are shown at once, until better ones are there."""


def review(
    record: Mapping[str, Any],
    *,
    seats: Iterable[int] | None = None,
    simulations: int = SIMULATIONS,
    playouts: int = PLAYOUTS,
    seed: int = 0,
    progress: Progress | None = None,
) -> Review:
    """Review a finished match: everybody's luck, and the decisions of some seats (by default, of all).

    The same record and seed give the same review. `progress` is told how many of how many moves are done.
    """
    parts = in_parts(record, seats=seats, simulations=simulations, playouts=playouts, seed=seed, roughly=0)
    for part in parts:
        if isinstance(part, Judged) and progress:
            progress(part.done, part.total)
    return cast(Review, part)


def in_parts(
    record: Mapping[str, Any],
    *,
    seats: Iterable[int] | None = None,
    simulations: int | None = None,
    playouts: int = PLAYOUTS,
    seed: int = 0,
    roughly: int = ROUGHLY,
) -> Iterator[Chances | Judged | Review]:
    """The same, in parts as it is made: rough chances first (with this many playouts; 0: none), each move as it is judged, then the whole.

    Without a number of simulations, each decision gets as many as the time for a whole match allows (`pace`).
    """
    match = Match.replay(record)
    if not match.over:
        raise BadRecord("only a match that has ended can be reviewed")
    judged = set(range(match.seats) if seats is None else seats)
    numbers, moves = _choices(match, judged)
    if roughly:
        steps = _steps(_walk(match, roughly, seed), match.moves, moves)
        yield Chances(_seats(match, steps, [], record), steps)
    given = repeat(simulations) if simulations else pace(len(numbers))
    simulations = simulations or affordable(len(numbers))
    judge = Judge(match.game, simulations=simulations, seed=seed)
    again = match.from_start()
    decisions: list[Decision] = []
    turns = [0] * match.seats
    for number, (seat, action) in enumerate(match.moves):
        found = None
        if number in numbers:
            judge.simulations = next(given)
            found = judge.judge(again.view(seat), action, number=number, turn=turns[seat])
            turns[seat] += 1
            decisions += [found] if found else []
        again.play(seat, action)
        yield Judged(number + 1, len(match.moves), found)
    steps = _steps(_walk(match, playouts, seed), match.moves, moves)
    yield Review(
        game=match.game.name,
        rules=match.rules,
        seats=_seats(match, steps, decisions, record),
        steps=steps,
        decisions=decisions,
        story=[point for seat in sorted(judged) for point in story.turning_points(seat, steps, decisions)],
        simulations=simulations,
        playouts=playouts,
    )


MOST_SIMULATIONS = 1_000_000
"""In a whole review: some 10 s on one core."""


LEAST_SIMULATIONS = 500
SECONDS = 15.0
"""In which all decisions should be judged, even on a machine that has much else to do."""


def affordable(decisions: int) -> int:
    """Return how many simulations each of this many decisions gets."""
    return max(LEAST_SIMULATIONS, min(10_000, MOST_SIMULATIONS // max(decisions, 1)))


def pace(decisions: int, clock: Callable[[], float] = time.monotonic) -> Iterator[int]:
    """Return how many simulations each decision gets: as many as are affordable, fewer if the machine turns out to be too slow."""
    given = most = affordable(decisions)
    yield given  # which doesn't show its speed: the game may have had to be compiled first
    began, made = clock(), 0
    for left in range(decisions - 1, 0, -1):
        spent = clock() - began
        if made and spent > 0:
            given = max(LEAST_SIMULATIONS, min(most, int(made / spent * (SECONDS - spent) / left)))
        yield given
        made += given


def _choices(match: Match, judged: set[int]) -> tuple[set[int], list[str]]:
    """Return the numbers of these seats' moves that were choices, and every move as text."""
    again = match.from_start()
    numbers, moves = set(), []
    for number, (seat, action) in enumerate(match.moves):
        moves.append(again.notation(action, seat))
        if seat in judged and len(again.legal(seat)) > 1:
            numbers.add(number)
        again.play(seat, action)
    return numbers, moves


def _walk(match: Match, playouts: int, seed: int) -> Walk:
    return walk(
        match.game,
        seats=match.seats,
        options=match.options,
        seed=match.seed,
        moves=match.moves,
        playouts=playouts,
        fates=playouts,
        dice=seed,
        rules=match.rules,
    )


def _steps(walked: Walk, played: list[tuple[int, int]], moves: list[str]) -> list[Step]:
    luck = walked.luck
    steps = [Step(None, None, None, walked.values[0].tolist(), luck[0].tolist(), [0.0] * len(luck[0]))]
    for number, ((seat, _), move) in enumerate(zip(played, moves, strict=True)):
        play = walked.expected[number + 1] - walked.values[number]
        steps.append(Step(number, seat, move, walked.values[number + 1].tolist(), luck[number + 1].tolist(), play.tolist()))
    return steps


def _seats(match: Match, steps: list[Step], decisions: list[Decision], record: Mapping[str, Any]) -> list[SeatReview]:
    sides = getattr(match.plain_state(), "sides", match.seats)  # a game with teams, or with its own opponent, says how many
    return [_seat(seat, sides, steps, [d for d in decisions if d.seat == seat], hints=_hints(record, seat)) for seat in range(match.seats)]


def _hints(record: Mapping[str, Any], seat: int) -> int:
    """Return how many hints a seat was given; a record from elsewhere may contain anything."""
    given = record.get("hints", [])
    return sum(isinstance(hint, list) and hint[:1] == [seat] for hint in given) if isinstance(given, list) else 0


def _seat(seat: int, sides: int, steps: list[Step], decisions: list[Decision], *, hints: int) -> SeatReview:
    fair = round(GRID / sides) / GRID
    before = steps[0].values[seat] - steps[0].luck[seat]
    luck = sum(step.luck[seat] for step in steps)
    result = steps[-1].values[seat]
    return SeatReview(
        seat=seat,
        result=result,
        fair=fair,
        position=before - fair,
        luck=luck,
        own=sum(step.play[seat] for step in steps if step.seat == seat),
        others=sum(step.play[seat] for step in steps if step.seat not in (None, seat)),
        adjusted=result - luck,
        error_rate=error_rate(decisions),
        hints=hints,
    )
