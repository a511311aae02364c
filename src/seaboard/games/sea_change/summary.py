"""The summary of a finished match of Sea Change."""

from collections import defaultdict

from seaboard.chronicle import Chronicle, Moment, Sentence, best_round, comeback, most_often

WORST_TRICK = -6
"""Points of a trick that is remembered."""
RESULTS = {"trump_zero": "result.zero", "fewest_cards": "result.fewest", "shared": "result.shared"}


def sides(told: Chronicle) -> list[list[int]]:
    """Return who scores together."""
    found: dict[int, list[int]] = defaultdict(list)
    for entry, side in enumerate(told.table["sides"]):
        found[side].append(entry)
    return [found[side] for side in sorted(found)]


def decided(told: Chronicle) -> list[Sentence]:
    """Say what decided: victory points, or how a tie was broken."""
    won = told.last("match_won")
    if won["by"] == "vps":
        return [Sentence("result.vps", {"n": told.table["vps"][won["side"]]})]
    return [Sentence(RESULTS[won["by"]])]


def moments(told: Chronicle) -> list[Moment]:
    """List the moments that a table talks about, best first."""
    members = sides(told)
    teams = [
        Moment(one.key, tuple(members[one.entries[0]]), one.number, one.values)
        for one in best_round(told, told.of("round_scored"), who="side", what="points")
    ]
    return (
        _all_tricks(told) + comeback(told, least=2) + teams + _worst_trick(told) + most_often("sea_changes", told, "sea_changed", least=3)
    )


def _all_tricks(told: Chronicle) -> list[Moment]:
    """Find players who took every trick of a round."""
    tricks: dict[int, list[int]] = defaultdict(list)
    ended = {}
    for at, number, event in told.of("trick_won"):
        tricks[at].append(event["seat"])
        ended[at] = number
    return [Moment("all_tricks", (won[0],), ended[at], {"round": at}) for at, won in tricks.items() if len(set(won)) == 1][:1]


def _worst_trick(told: Chronicle) -> list[Moment]:
    found = min(((event["points"], number, event["seat"]) for _, number, event in told.of("trick_won")), default=(0, 0, 0))
    points, number, seat = found
    return [Moment("worst_trick", (seat,), number, {"n": -points})] if points <= WORST_TRICK else []
