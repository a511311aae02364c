"""Whether the luck is out of a deal of the day: a bot that plays as the person should land anywhere among its equals, all places being
equally likely, and a weaker one well below the middle.

`python -m bench.daily --days 100` does that for every game; with `--results FILE` it goes on where it was interrupted. A field of
nine, instead of 200, says as much about that and takes a twentieth of the time (`--others 9`).
"""

import argparse
import json
import math
import sys
import time
from pathlib import Path

from seaboard.games import GAMES
from seaboard.server.deals import playing
from seaboard.server.deals.shared import deal_of
from seaboard.server.matches import days
from seaboard.server.matches.standing import MID, better_than
from seaboard.server.storage.rows import Deal

PERSON = 1_000_000
"""The number of the person's try: none of the field's, so the dice are others."""
FIRST_DAY = "2026-01-01"


def deal_on(game: str, day: int) -> Deal:
    """A game's deal of the so-manieth day."""
    date = days.day_after(FIRST_DAY, day)
    return deal_of(date, days.key_of(b"bench", date), game)


def ranks(deal: Deal, *, level: str, others: int, weaker: str) -> tuple[float, float]:
    """The shares of a field of this level, with one deal, that a bot of the same level and a weaker one did better than."""
    field = [(one.place, one.margin) for one in (playing.play(deal, level, number) for number in range(others))]
    own, weak = playing.play(deal, level, PERSON), playing.play(deal, weaker, PERSON)
    return better_than(own.place, own.margin, field), better_than(weak.place, weak.margin, field)


def uniformity(shares: list[float], others: int) -> tuple[float, float]:
    """Kolmogorov and Smirnov's distance from the uniform distribution, and how likely one as large is by chance (Stephens' formula).

    Of a small field one can beat all or none; a place among all of them, oneself included, is never at either end.
    """
    count = len(shares)
    places = sorted((share * others + MID) / (others + 1) for share in shares)
    distance = max(max((number + 1) / count - place, place - number / count) for number, place in enumerate(places))
    scaled = (math.sqrt(count) + 0.12 + 0.11 / math.sqrt(count)) * distance
    return distance, min(1.0, max(0.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101))))


def report(game: str, found: list[tuple[float, float]], others: int) -> str:
    """What the days of a game say: Kolmogorov and Smirnov's test of uniformity, and the means."""
    own, weak = ([pair[i] for pair in found] for i in (0, 1))
    distance, chance = uniformity(own, others)
    means = (
        f"the same level did better than {100 * sum(own) / len(own):.1f} % on average, the weaker than {100 * sum(weak) / len(weak):.1f} %"
    )
    return f"{game}: {len(found)} days; {means}; uniform? D = {distance:.3f}, p = {chance:.2f}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.daily", description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--days", type=int, default=100)
    parser.add_argument("--others", type=int, default=200, help="how large the field is")
    parser.add_argument("--level", default="captain")
    parser.add_argument("--weaker", default="cabin-boy")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--results", type=Path, help="where the days that are done are kept")
    chosen = parser.parse_args()
    known: dict[str, list[tuple[float, float]]] = {}
    if chosen.results and chosen.results.exists():
        known = json.loads(chosen.results.read_text(encoding="utf-8"))
    end = time.monotonic() + chosen.seconds
    games = chosen.game or list(GAMES)
    for day in range(chosen.days):
        for game in games:
            found = known.setdefault(game, [])
            if len(found) > day or time.monotonic() > end:
                continue
            found.append(ranks(deal_on(game, day), level=chosen.level, others=chosen.others, weaker=chosen.weaker))
            if chosen.results:
                chosen.results.write_text(json.dumps(known), encoding="utf-8")
    for game in games:
        if known.get(game):
            print(report(game, known[game], chosen.others))
    return 0


if __name__ == "__main__":
    sys.exit(main())
