"""The summary of a finished match of Land Unter."""

from seaboard.chronicle import Chronicle, Moment, Sentence, best_round, comeback, most_often

LEAST_DRY = 2
"""Lifebuoys that must have been at stake."""


def decided(told: Chronicle) -> list[Sentence]:
    """Say that points decided, and by how many; a tie is shared."""
    best = max(told.scores)
    if len(told.winners) > 1:
        return [Sentence("result.shared", {"n": best})]
    ahead = best - max(score for entry, score in enumerate(told.scores) if entry not in told.winners)
    return [Sentence("result.points", {"n": best}), Sentence("result.ahead", {"n": ahead})]


def moments(told: Chronicle) -> list[Moment]:
    """List the moments that a table talks about, best first."""
    best = best_round(told, told.of("score_changed"), who="seat", what="points")
    return comeback(told, least=3) + _dry(told) + best + most_often("washed_out", told, "seat_eliminated", least=2)


def _dry(told: Chronicle) -> list[Moment]:
    """Find players who kept every lifebuoy of a round, if there were any to keep."""
    taken = {(at, event["seat"]): event["lifebuoys"] for at, _, event in told.of("lifebuoys_taken")}
    kept = [
        (event["kept"], -at, number, event["seat"])
        for at, number, event in told.of("round_scored")
        if not event["eliminated"] and event["kept"] == taken[at, event["seat"]] >= LEAST_DRY
    ]
    if not kept:
        return []
    count, at, number, seat = max(kept)
    return [Moment("dry", (seat,), number, {"n": count, "round": -at})]
