"""The summary of a finished match of Sea of Clouds."""

from collections import defaultdict

from seaboard.chronicle import Chronicle, Moment, Sentence, comeback, most_often

LEAST_SHARE = 5
"""Cards and doubloons of a share that is remembered."""
LEAST_STOLEN = 3


def decided(told: Chronicle) -> list[Sentence]:
    """Say what decided: points, or the Parrot on a tie."""
    won = told.last("match_won")
    return [Sentence("result.tied" if won["tied"] > 1 else "result.points", {"n": won["points"], "points": str(won["points"])})]


def moments(told: Chronicle) -> list[Moment]:
    """List the moments that a table talks about, best first."""
    return _richest(told) + _stolen(told) + comeback(told, least=5) + most_often("fights", told, "fight_won", least=2) + _share(told)


def _richest(told: Chronicle) -> list[Moment]:
    """Find what scored most at the end."""
    points, number, seat, category = max(
        (event["points"], number, -event["seat"], event["category"]) for _, number, event in told.of("category_counted")
    )
    return [Moment("richest", (-seat,), number, {"n": points, "category": f"category.{category}"})]


def _stolen(told: Chronicle) -> list[Moment]:
    """Find who stole the most doubloons."""
    stolen: dict[int, int] = defaultdict(int)
    last: dict[int, int] = {}
    for _, number, event in told.of("doubloons_stolen"):
        stolen[event["seat"]] += event["doubloons"]
        last[event["seat"]] = number
    if not stolen:
        return []
    seat = max(stolen, key=lambda one: (stolen[one], -one))
    return [Moment("stolen", (seat,), last[seat], {"n": stolen[seat]})] if stolen[seat] >= LEAST_STOLEN else []


def _share(told: Chronicle) -> list[Moment]:
    """Find the fattest share that anyone took."""
    found = [
        (event["cards"] + event["doubloons"], -number, event["seat"], event["cards"], event["doubloons"])
        for _, number, event in told.of("share_taken")
    ]
    if not found or max(found)[0] < LEAST_SHARE:
        return []
    _, number, seat, cards, doubloons = max(found)
    return [Moment("share", (seat,), -number, {"n": cards, "doubloons": doubloons})]
