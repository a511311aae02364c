"""Does a deal of the day take the luck out? A bot in the person's seat should rank anywhere among its equals with equal probability, and a
weaker one well below the middle.

`python -m bench.daily --days 100` tests this for every game; with `--results FILE` it resumes where it was interrupted. A field of nine,
instead of 200, is as informative and takes a twentieth of the time (`--others 9`).
"""

import argparse
import math
import sys
from collections.abc import Sequence
from typing import Any

from bench import many
from seaboard.cli.arguments import write_json
from seaboard.games import GAMES
from seaboard.server.deals import playing
from seaboard.server.deals.of_day import deal_of
from seaboard.server.matches import days
from seaboard.server.matches.seat_standings import MID, better_than
from seaboard.server.storage.rows import Deal

PERSON = 1_000_000
"""The number of the person's try: none of the field's, so the dice are others."""
FIRST_DAY = "2026-01-01"

Result = tuple[int, int]
"""Place and margin."""


def deal_on(game: str, day: int) -> Deal:
    """Make a game's deal for a day, given its number."""
    date = days.day_after(FIRST_DAY, day)
    return deal_of(date, days.key_of(b"bench", date), game)


def play(game: str, day: int, level: str, number: int) -> many.Row:
    """Return the result of a bot's try at a day's deal."""
    played = playing.play(deal_on(game, day), level, number)
    return {"place": played.place, "margin": played.margin}


def tries(game: str, day: int, *, level: str, weaker: str, others: int) -> list[tuple[many.Row, tuple[Any, ...]]]:
    """List the tries of a day to compare: a bot in the person's seat, a weaker one, and the field."""
    wanted = [(level, PERSON), (weaker, PERSON), *((level, number) for number in range(others))]
    rules = GAMES[game].version
    return [
        (
            {"game": game, "rules": rules, "day": day, "level": name, "bot": many.strength(name, game), "number": number},
            (game, day, name, number),
        )
        for name, number in wanted
    ]


def ranks(results: Sequence[Result]) -> tuple[float, float]:
    """Return the shares of the field that the bot of the same level and the weaker one beat."""
    own, weak, *field = results
    return better_than(*own, field), better_than(*weak, field)


def uniformity(shares: list[float], others: int) -> tuple[float, float]:
    """Return the Kolmogorov-Smirnov distance from the uniform distribution, and its p-value (Stephens' formula).

    In a small field a bot can beat all or none; its place among all of them, itself included, is never at either end.
    """
    count = len(shares)
    places = sorted((share * others + MID) / (others + 1) for share in shares)
    distance = max(max((number + 1) / count - place, place - number / count) for number, place in enumerate(places))
    scaled = (math.sqrt(count) + 0.12 + 0.11 / math.sqrt(count)) * distance
    return distance, min(1.0, max(0.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101))))


def figures(found: list[tuple[float, float]], others: int) -> dict[str, float]:
    """Summarize the days of a game: the Kolmogorov-Smirnov test of uniformity, and the means."""
    own, weak = ([pair[i] for pair in found] for i in (0, 1))
    distance, chance = uniformity(own, others)
    return {"days": len(found), "own": sum(own) / len(own), "weaker": sum(weak) / len(weak), "distance": distance, "chance": chance}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.daily", description=__doc__)
    parser.add_argument("--days", type=int, default=100)
    parser.add_argument("--others", type=int, default=200, help="how large the field is")
    parser.add_argument("--level", default="captain")
    parser.add_argument("--weaker", default="cabin-boy")
    many.add_arguments(parser)
    chosen = parser.parse_args()
    games = many.games_of(chosen)
    of_day = {
        (game, day): tries(game, day, level=chosen.level, weaker=chosen.weaker, others=chosen.others)
        for day in range(chosen.days)
        for game in games
    }
    rows = iter(many.play_all("daily", games, play, [piece for pieces in of_day.values() for piece in pieces], chosen))
    found: dict[str, list[tuple[float, float]]] = {}
    for (game, _), pieces in of_day.items():
        played = [row for row in (next(rows) for _ in pieces) if row]
        if len(played) == len(pieces):
            found.setdefault(game, []).append(ranks([(row["place"], row["margin"]) for row in played]))
    reports = {game: figures(shares, chosen.others) for game, shares in found.items()}
    for game, one in reports.items():
        print(
            f"{game}: {one['days']} days; the same level did better than {one['own']:.1%} on average, the weaker than {one['weaker']:.1%};"
            f" uniform? D = {one['distance']:.3f}, p = {one['chance']:.2f}"
        )
    if chosen.json:
        write_json(reports, chosen.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
