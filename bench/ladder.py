"""How strong the levels of bots are: the matches behind the ratings in `seaboard.arena.ladder`.

    python -m bench.ladder --results build/ladder.jsonl

Neighbouring levels meet in every game at its usual number of seats, one of the one among those of the other, and the other way round. The
matches are kept in the results, so that the same command resumes, on another machine too; then they are put into
`src/seaboard/arena/ladder.json`, in the place of older ones of the same bots, or with `--json` into the file that is named.

    python -m bench.ladder --table

measures nothing: it writes what `ladder.json` says into `docs/bots.md`.
"""

import argparse
import json
from collections import Counter
from dataclasses import asdict
from itertools import cycle, islice, pairwise
from pathlib import Path
from typing import Any

from bench import many
from seaboard import GAMES
from seaboard.arena import ladder
from seaboard.arena.ladder import Meeting
from seaboard.arena.tournament import Fixture, Plan, play_fixture
from seaboard.bots.levels import LEVELS, bot_of
from seaboard.bots.weights import network_digest
from seaboard.cli.arguments import write_json
from seaboard.server.ratings.model import points

KEPT = Path(ladder.__file__).with_suffix(".json")
PAGE = Path(__file__).parents[1] / "docs" / "bots.md"
BEGIN, END = "<!-- ladder: python -m bench.ladder --table -->\n", "<!-- end of ladder -->\n"
MATCHES = 60
"""Of each lineup; half as many where the strongest play, who think for long."""


def lineups(game: str) -> list[tuple[str, ...]]:
    """List every rung, from both sides, and a bridge to the anchor bot if no level is that bot."""
    seats = GAMES[game].default_seats
    bots = [str(bot_of(level, game)) for level in LEVELS]
    rungs = list(pairwise(bots))
    if ladder.MIDDLE not in bots:
        rungs += [(bots[1], ladder.MIDDLE), (ladder.MIDDLE, bots[2])]
    found: list[tuple[str, ...]] = []
    for lower, upper in rungs:
        found.append((lower, *[upper] * (seats - 1)))
        if seats > 2:
            found.append((upper, *[lower] * (seats - 1)))
    return found


def plan_of(game: str, lineup: tuple[str, ...], matches: int) -> Plan:
    """Return how often a lineup plays."""
    seats = len(lineup)
    slow = 2 if bot_of(LEVELS[-1], game) in lineup else 1
    deals = max(1, (2 if seats == 2 else 1) * matches // seats // slow)
    return Plan(game, lineup, seats, deals=deals, options=GAMES[game].check_options(seats, {}))


def play(plan: Plan, fixture: Fixture) -> many.Row:
    """Play a match and return how its win is shared."""
    return {"won": play_fixture(plan, fixture).shares()}


def name_of(plan: Plan, fixture: Fixture) -> many.Row:
    """Return the unique name of a match."""
    return {
        "game": plan.game,
        "rules": GAMES[plan.game].version,
        "lineup": ",".join(plan.bots),
        "bots": " ".join(many.strength(bot, plan.game) for bot in plan.bots),
        "deal": fixture.deal,
        "turn": fixture.turn,
    }


def meeting_of(plan: Plan, rows: list[many.Row]) -> Meeting:
    """Sum up the matches of a lineup: only deals that were played in every rotation, where luck affects all alike."""
    turns = Counter(row["deal"] for row in rows)
    rows = [row for row in rows if turns[row["deal"]] == len(plan.tables[0])]
    won: Counter[str] = Counter()
    for row in rows:
        won.update(row["won"])
    has_network = any(bot.startswith("learned") for bot in plan.bots)
    shares = {bot: round(float(won[bot]), 4) for bot in dict.fromkeys(plan.bots)}
    return Meeting(plan.bots, len(rows), shares, network_digest(GAMES[plan.game]) if has_network else "")


def show(game: str, meetings: list[Meeting]) -> None:
    """Print a game's ratings, and how well they explain what was won."""
    ratings = ladder.fit(meetings)
    print(game, {bot: round(mean, 1) for bot, mean in ratings.items()})
    for meeting in meetings:
        if meeting.lineup[0] not in ratings:
            continue
        one = meeting.lineup[0]
        share = ladder.expected(meeting.lineup, ratings)[one]
        won = f"won {meeting.won[one] / meeting.matches:.1%} of {meeting.matches}"
        print(f"  {one} among {meeting.lineup[1]}: {won}, by the ratings {share:.1%}")


def keep(found: dict[str, list[dict[str, Any]]]) -> None:
    """Write the package's ladder, a line for each lineup."""
    games = [f' "{game}": [\n' + ",\n".join("  " + json.dumps(row) for row in rows) + "\n ]" for game, rows in found.items()]
    KEPT.write_text("{\n" + ",\n".join(games) + "\n}\n", encoding="utf-8")


def steps(game: str) -> list[float]:
    """The share of the wins that each level but the lowest should get where it sits alternately with the one below it."""
    seats, found = GAMES[game].default_seats, list[float]()
    for lower, upper in pairwise(str(bot_of(level, game)) for level in LEVELS):
        lineups = [tuple(islice(cycle(pair), seats)) for pair in ((lower, upper), (upper, lower))]
        found.append(sum(ladder.expected(lineup, ladder.ratings(game))[upper] for lineup in lineups) / len(lineups))
    return found


def tables() -> str:
    """Return the levels' strength in each measured game, as Markdown."""
    names = [level.replace("-", " ").capitalize() for level in LEVELS]
    games = [(game.name, game.title) for game in GAMES.values() if len(ladder.means(game.name)) == len(LEVELS)]
    lines = [f"| Rating | {' | '.join(names)} |", "|---" * (1 + len(names)) + "|"]
    lines += [f"| {title} | {' | '.join(str(points(mean)) for mean in ladder.means(game).values())} |" for game, title in games]
    lines += ["", f"| Wins over the level below | {' | '.join(names[1:])} |", "|---" * len(names) + "|"]
    lines += [f"| {title} | {' | '.join(f'{share:.1%}'.replace('%', ' %') for share in steps(game))} |" for game, title in games]
    return "\n".join(lines) + "\n"


def filled(page: str) -> str:
    """Return the page with new tables between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{tables()}\n{END}{after}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description="Measure how strong the levels of bots are.")
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each lineup; half as many where the strongest play")
    parser.add_argument("--table", action="store_true", help=f"play nothing: write what {KEPT.name} says into docs/{PAGE.name}")
    many.add_arguments(parser)
    chosen = parser.parse_args()
    if chosen.table:
        PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
        return
    games = many.games_of(chosen)
    plans = [plan_of(game, lineup, chosen.matches) for game in games for lineup in lineups(game)]
    # all lineups in step, so that an interrupted ladder has all its rungs; those who think for longest first
    matches = [(plan, fixture) for plan in reversed(plans) for fixture in plan.fixtures()]
    matches.sort(key=lambda match: match[1].deal / match[0].deals)
    rows = many.play_all("ladder", games, play, [(name_of(*match), match) for match in matches], chosen)
    found: dict[str, list[dict[str, Any]]] = json.loads(KEPT.read_text(encoding="utf-8"))
    for game in games:
        played = [
            meeting_of(plan, [row for (of, _), row in zip(matches, rows, strict=True) if of is plan and row])
            for plan in plans
            if plan.game == game
        ]
        rows_of_game = [asdict(meeting) for meeting in played if meeting.matches]
        again = [list(row["lineup"]) for row in rows_of_game]
        found[game] = [row for row in found.get(game, []) if row["lineup"] not in again] + rows_of_game
        show(game, [Meeting(**row | {"lineup": tuple(row["lineup"])}) for row in found[game]])
    if chosen.json:
        write_json(found, chosen.json)
    elif all(rows):
        keep(found)
    else:
        print("not all matches are played: the ladder was left as it was (--json FILE writes what there is)")


if __name__ == "__main__":
    main()
