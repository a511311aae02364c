"""The story of a match for one seat: the few moments at which it was won or lost."""

from collections.abc import Mapping, Sequence

from seaboard import locales
from seaboard.review.model import Decision, Step, TurningPoint

MOST = 5
LEAST = 0.02
"""A moment that moves a seat's chances by less is no turning point."""
BOOK = "review"


def turning_points(seat: int, steps: Sequence[Step], decisions: Sequence[Decision]) -> list[TurningPoint]:
    """Return the moments that mattered most to a seat, in order: its own costly choices, chance, and others' moves."""
    moments: list[tuple[float, TurningPoint]] = []
    for decision in decisions:
        if decision.seat == seat and decision.label in ("inexact", "mistake", "blunder"):
            values = {"n": str(decision.number + 1), "move": decision.move, "best": decision.best, "cost": percent(decision.cost)}
            moments.append((decision.cost, TurningPoint(decision.number, seat, f"story.{decision.label}", values)))
    for step in steps:
        luck, play = step.luck[seat], step.play[seat]
        n = "" if step.number is None else str(step.number + 1)
        if abs(luck) >= LEAST:
            what = "deal" if step.number is None else "chance"
            key = f"story.{what}_{'good' if luck > 0 else 'bad'}"
            moments.append((abs(luck), TurningPoint(step.number, seat, key, {"n": n, "gain": percent(abs(luck))})))
        if step.seat not in (None, seat) and abs(play) >= LEAST:
            key = f"story.others_{'good' if play > 0 else 'bad'}"
            values = {"n": n, "move": step.move or "", "gain": percent(abs(play))}
            moments.append((abs(play), TurningPoint(step.number, seat, key, values)))
    moments.sort(key=lambda moment: -moment[0])
    return sorted((point for _, point in moments[:MOST]), key=lambda point: -1 if point.number is None else point.number)


def percent(share: float) -> str:
    """Return a share of the win in whole percent; at least 1."""
    return str(max(round(100 * share), 1))


def tell(language: str, point: TurningPoint) -> str:
    """Describe a turning point in a sentence."""
    values: Mapping[str, str] = point.values
    text = locales.texts(language, BOOK)[point.key]
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text
