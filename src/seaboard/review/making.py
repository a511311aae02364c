"""How a review is made: the match is played again once for its decisions and once for its luck."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from seaboard.errors import BadRecord
from seaboard.match import Match
from seaboard.review import story
from seaboard.review.decisions import SIMULATIONS, Judge, error_rate
from seaboard.review.luck import GRID, PLAYOUTS, Walk, walk
from seaboard.review.model import Decision, Review, SeatReview, Step

Progress = Callable[[int, int], None]


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
    match = Match.replay(record)
    if not match.over:
        raise BadRecord("only a match that has ended can be reviewed")
    judged = set(range(match.seats) if seats is None else seats)
    judge = Judge(match.game, simulations=simulations, seed=seed)
    again = Match(match.game, seats=match.seats, seed=match.seed, options=match.options)
    moves, decisions = [], []
    turns = [0] * match.seats
    for number, (seat, action) in enumerate(match.moves):
        moves.append(again.notation(action, seat))
        if seat in judged and len(again.legal(seat)) > 1:
            found = judge.judge(again.view(seat), action, number=number, turn=turns[seat])
            turns[seat] += 1
            decisions += [found] if found else []
        again.play(seat, action)
        if progress:
            progress(number + 1, len(match.moves))
    walked = walk(
        match.game,
        seats=match.seats,
        options=match.options,
        seed=match.seed,
        moves=match.moves,
        playouts=playouts,
        fates=playouts,
        dice=seed,
    )
    steps = _steps(walked, match.moves, moves)
    found_seats = [_seat(seat, match.seats, steps, [d for d in decisions if d.seat == seat]) for seat in range(match.seats)]
    return Review(
        game=match.game.name,
        rules=match.game.version,
        seats=found_seats,
        steps=steps,
        decisions=decisions,
        story=[point for seat in sorted(judged) for point in story.turning_points(seat, steps, decisions)],
        simulations=simulations,
        playouts=playouts,
    )


def _steps(walked: Walk, played: list[tuple[int, int]], moves: list[str]) -> list[Step]:
    luck = walked.luck
    steps = [Step(None, None, None, walked.values[0].tolist(), luck[0].tolist(), [0.0] * len(luck[0]))]
    for number, ((seat, _), move) in enumerate(zip(played, moves, strict=True)):
        play = walked.expected[number + 1] - walked.values[number]
        steps.append(Step(number, seat, move, walked.values[number + 1].tolist(), luck[number + 1].tolist(), play.tolist()))
    return steps


def _seat(seat: int, seats: int, steps: list[Step], decisions: list[Decision]) -> SeatReview:
    fair = round(GRID / seats) / GRID
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
    )
