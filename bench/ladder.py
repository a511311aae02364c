"""How strong the levels of bots are: what `seaboard.arena.ladder` makes their ratings of.

    python -m bench.ladder --folder build/ladder

Neighbouring levels meet in every game at its usual number of seats, one of the one among those of the other, and the other way round. The
matches are saved in the folder, so that the same command resumes; then `src/seaboard/arena/ladder.json` is written anew.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from seaboard import GAMES
from seaboard.arena import ladder
from seaboard.arena.tournament import Plan, run
from seaboard.bots.specs import LEVELS

KEPT = Path(ladder.__file__).with_suffix(".json")
MATCHES = 60
"""Of each lineup; half as many where the strongest play, who think for long."""


def lineups(seats: int) -> list[tuple[str, ...]]:
    """Every rung, from both sides."""
    found: list[tuple[str, ...]] = []
    for lower, upper in zip(LEVELS, list(LEVELS)[1:], strict=False):
        found.append((lower, *[upper] * (seats - 1)))
        if seats > 2:
            found.append((upper, *[lower] * (seats - 1)))
    return found


def measure(game: str, lineup: tuple[str, ...], folder: Path, workers: int) -> dict[str, Any]:
    """Let a lineup play, or read what it has played."""
    seats = len(lineup)
    slow = 2 if list(LEVELS)[-1] in lineup else 1
    deals = (2 if seats == 2 else 1) * MATCHES // seats // slow
    plan = Plan(game, lineup, seats, deals=deals, options=GAMES[game].check_options(seats, {}))
    results = run(plan, folder / f"{game}-{','.join(lineup)}.jsonl", workers=workers)
    won: Counter[str] = Counter()
    for result in results:
        won.update(result.shares())
    return {"lineup": list(lineup), "matches": len(results), "won": {level: round(won[level], 4) for level in dict.fromkeys(lineup)}}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description="Measure how strong the levels of bots are.")
    parser.add_argument("--folder", type=Path, default=Path("build/ladder"))
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    found = {
        game: [measure(game, lineup, chosen.folder, chosen.workers) for lineup in lineups(GAMES[game].default_seats)] for game in GAMES
    }
    KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    ladder.meetings.cache_clear()
    for game in found:
        ratings = ladder.means(game)
        print(game, {level: round(mean, 1) for level, mean in ratings.items()})
        for meeting in ladder.meetings()[game]:
            shares = ladder.expected(meeting.lineup, ratings)
            one = meeting.lineup[0]
            print(f"  {one} among {meeting.lineup[1]}: won {meeting.won[one] / meeting.matches:.1%}, by the ratings {shares[one]:.1%}")


if __name__ == "__main__":
    main()
