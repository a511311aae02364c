"""Write a match of each set-up of a game into `tests/records/`, for the rules after it: `python -m tools.record_matches`.

Run it when a game is new, or its `version` was raised; a file is never changed afterwards.
"""

import json
import random
import sys
from pathlib import Path

from seaboard import GAMES, Match
from seaboard.game import Game

RECORDS = Path(__file__).parents[1] / "tests" / "records"


def main() -> int:
    """Write what is not written down yet."""
    for game in GAMES.values():
        file = RECORDS / f"{game.name}-rules-{game.version}.jsonl"
        if game.package.startswith("seaboard.") and not file.exists():
            file.write_text("\n".join(records(game)) + "\n", encoding="utf-8")
            print(f"{file} is written")
    return 0


def records(game: Game) -> list[str]:
    """A match at random with every number of seats, and with every other choice of each option; a record a line."""
    found: list[str] = []
    for seats in game.seats:
        others = [{option.name: choice} for option in game.options for choice in option.choices(seats)[1:]]
        for number, options in enumerate([{}, *others]):
            rng = random.Random(f"{game.name} {seats} {number}")
            match = Match(game, seats=seats, seed=rng.getrandbits(128), options=options)
            while not match.over:
                seat = rng.choice(match.to_act)
                match.play(seat, rng.choice(match.legal(seat)))
            found.append(json.dumps(match.record(), separators=(",", ":")))
    return found


if __name__ == "__main__":
    sys.exit(main())
