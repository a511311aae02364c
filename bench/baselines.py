"""Figures to cite and to compare with: how well the bots that come with Seaboard play each game at its usual number of seats.

    python -m bench.baselines --write docs/baselines.md

One bot among `simple`s, every deal played once from each seat. The matches are saved in a folder, so that the same command resumes, and
plays only what is missing when it is asked for more (`--times 4`).
"""

import argparse
import shlex
import statistics
import sys
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

import seaboard
from seaboard import GAMES, envs
from seaboard.arena.tournament import Plan, Result, run
from seaboard.game import Game

RIVAL = "simple"
MATCHES = {"random": 1000, "simple": 1000, "search:100": 400, "search:1000": 100, "learned": 400, "learned:100": 100}
"""How many matches of each bot, about, if the command asks for one time."""
STEPS = 2000


@dataclass(frozen=True)
class Line:
    """What a bot's matches against `simple` have shown."""

    bot: str
    matches: int
    share: float
    error: float
    """Half the width of the 95 % interval of the share, by deals: matches on one deal are not independent."""
    score: float
    moves: float


def summarised(bot: str, results: list[Result]) -> Line:
    """Return the line of a bot, whichever seat it sits in."""
    deals: dict[int, list[float]] = defaultdict(list)
    scores = []
    for result in results:
        seats = [seat for seat, name in enumerate(result.lineup) if name == bot]
        deals[result.deal].append(result.shares()[bot] / len(seats))
        scores += [result.scores[seat] for seat in seats]
    means = [statistics.fmean(shares) for shares in deals.values()]
    error = student(len(means) - 1) * statistics.stdev(means) / len(means) ** 0.5 if len(means) > 1 else float("nan")
    moves = statistics.fmean(result.moves for result in results)
    return Line(bot, len(results), statistics.fmean(means), error, statistics.fmean(scores), moves)


def student(degrees: int) -> float:
    """Return the 95 % quantile of Student's t, in standard errors (by Cornish and Fisher's series): 1.96 for many samples."""
    z = statistics.NormalDist().inv_cdf(0.975)
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / degrees + second / degrees**2 + third / degrees**3


def measure(game: Game, bot: str, folder: Path, times: float, workers: int) -> Line:
    """Let a bot play among `simple`s, or read what it has played."""
    seats = game.default_seats
    seatings = 1 if bot == RIVAL else seats
    deals = max(round(MATCHES.get(bot, 100) * times / seatings), 2)
    plan = Plan(game.name, (bot, *[RIVAL] * (seats - 1)), seats, deals=deals, options=game.check_options(seats, {}))
    file = folder / f"{game.name}-{bot.replace(':', '-')}.jsonl"
    return summarised(bot, run(plan, file, workers=workers))


def choices(game: Game) -> tuple[float, float]:
    """Measure among `simple`s: the mean number of legal actions, and the percentage of moves with only one."""
    batch = envs.batch(game, size=64, seed=1)
    counts = []
    for _ in range(STEPS):
        counts.append(batch.mask.sum(axis=1, dtype=np.int64)[~batch.over])
        batch.step(batch.simple_actions())
    every = np.concatenate(counts)
    return float(every.mean()), float(100 * (every == 1).mean())


def section(game: Game, lines: list[Line], legal: float, forced: float) -> str:
    """A game's part of the page."""
    seats = game.default_seats
    row = envs.layout(game).size
    text = (
        f"## {game.title}\n\n{seats} seats, rules {game.version}; a fair share is {1 / seats:.1%}. {game.state.ACTIONS} actions, of which "
        f"{legal:.1f} are legal on average (one alone in {forced:.0f} % of the moves); an observation has {row:,} numbers.\n\n"
        "| bot | matches | share of wins | mean score | moves in a match |\n|---|---|---|---|---|\n"
    )
    for line in lines:
        text += f"| `{line.bot}` | {line.matches:,} | {line.share:.1%} ± {line.error:.1%} | {line.score:.1f} | {line.moves:.0f} |\n"
    return text


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.baselines", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=list(GAMES), action="append", help="repeatable (default: every game)")
    parser.add_argument("--bots", default=",".join(MATCHES), help="separated by commas (default: %(default)s)")
    parser.add_argument("--times", type=float, default=1.0, help="as many matches as usual, times this")
    parser.add_argument("--folder", type=Path, default=Path("build/baselines"))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", type=Path, help="the page to write, from whatever is measured")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for name in chosen.game or GAMES:
        game = GAMES[name]
        lines = []
        for bot in chosen.bots.split(","):
            lines.append(measure(game, bot, chosen.folder, chosen.times, chosen.workers))
            print(name, lines[-1], flush=True)
        parts.append(section(game, lines, *choices(game)))
    if chosen.write:
        chosen.write.write_text(page(parts, sys.argv[1:]), encoding="utf-8")


def page(parts: list[str], arguments: list[str]) -> str:
    """The whole page, which says by which command it was written."""
    return (
        "# Baselines\n\n"
        "What the bots that come with Seaboard make of each game, to cite and to compare with. Written by "
        f"`python -m bench.baselines {shlex.join(arguments)}` with Seaboard {seaboard.__version__} on {datetime.now(UTC):%Y-%m-%d}.\n\n"
        f"One bot sits among `{RIVAL}`s, and every deal is played once from each seat. The interval is of 95 %, by deals (Student's t). "
        "The score is the bot's own at the end of the match, the length counts the moves of all seats. What the bots are is in "
        "[bots.md](bots.md). Let yours play the same way: "
        "`seaboard tournament sea-change --bots path/to/file.py:Class,simple,simple,simple`.\n\n" + "\n".join(parts)
    )


if __name__ == "__main__":
    main()
