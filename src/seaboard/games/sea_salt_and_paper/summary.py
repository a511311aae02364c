"""The summary of a finished match of Sea Salt & Paper."""

from seaboard.chronicle import Chronicle, Moment, Sentence, best_round, comeback, most_often


def decided(told: Chronicle) -> list[Sentence]:
    """Say what decided: points, who ended the last round, or the four mermaids."""
    won = told.last("match_won")
    if won["by"] == "mermaids":
        return [Sentence("result.mermaids")]
    return [Sentence(f"result.{won['by']}", {"n": told.scores[won["seat"]], "goal": told.table["goal"]})]


def moments(told: Chronicle) -> list[Moment]:
    """List the moments that a table talks about, best first."""
    best = best_round(told, told.of("round_scored"), who="seat", what="gained")
    bets = _bet(told, "bet_won") + _bet(told, "bet_lost")
    return bets + comeback(told, least=8) + best + most_often("thief", told, "card_stolen", least=2)


def _bet(told: Chronicle, kind: str) -> list[Moment]:
    """Find the LAST CHANCE with the widest margin, won or lost."""
    found = [
        (abs(event["points"] - event["best"]), number, event["seat"], event["points"], event["best"]) for _, number, event in told.of(kind)
    ]
    if not found:
        return []
    _, number, seat, points, best = max(found)
    return [Moment(kind, (seat,), number, {"n": points, "best": best})]
