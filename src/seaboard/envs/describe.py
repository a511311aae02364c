"""`python -m seaboard.envs.describe`: the pages in docs/observations, written from the rules themselves."""

import random
import sys
from functools import cache
from pathlib import Path

from seaboard import GAMES
from seaboard.features import features
from seaboard.game import Game
from seaboard.match import Match

MATCHES = 30  # random matches for every number of seats, to see how each action is written
FOLDER = Path("docs/observations")


def main(arguments: list[str]) -> int:
    """Write every page into a folder, or with `--check` tell which are out of date."""
    check = "--check" in arguments
    folder = Path(next((a for a in arguments if not a.startswith("-")), FOLDER))
    old = []
    for game in GAMES.values():
        path = folder / f"{game.name}.md"
        text = page(game)
        if check:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                old.append(str(path))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for name in old:
        print(f"{name} is out of date: run python -m seaboard.envs.describe", file=sys.stderr)
    return 1 if old else 0


@cache
def page(game: Game) -> str:
    """A game's page: its observation field by field, and its actions."""
    whole = features(game)
    lines = [
        f"# {game.title}: observations and actions",
        "",
        "<!-- Written by `python -m seaboard.envs.describe` from the game's features.py and rules; a test keeps it current. -->",
        "",
        "An observation is a row of small whole numbers (`int8`), turned to the observer: first what there is once, then a block for each "
        "seat, the observer's own first, then those to the left in their order. [environments.md](../environments.md) says what all games "
        "have in common.",
        "",
        "| seats | numbers in a row |",
        "|---|---|",
        *(f"| {seats} | {features(game, seats).size} |" for seats in game.seats),
        "",
        "| at | field | numbers | from | to | meaning |",
        "|---|---|---|---|---|---|",
    ]
    for place in whole.places:
        field = place.field
        if place.seat is None or place.seat == 0:
            at = f"{place.start}" if place.seat is None else f"{place.start} + {whole.block} · seat"
            lines.append(f"| {at} | `{field.name}` | {field.size} | {field.least} | {field.most} | {field.meaning} |")
    forgotten = ", ".join(f"`{name}`" for name in getattr(game.features, "FORGETS", ()))
    lines += ["", f"Of what the seat knows, these fields of the State are not in a row, or not in full: {forgotten or 'none'}."]
    lines += ["", "## Actions", "", f"Actions are 0 to {game.state.ACTIONS - 1}, written as in `Match.notation`:", ""]
    lines += _actions(game)
    return "\n".join(lines) + "\n"


def _actions(game: Game) -> list[str]:
    """List how each action is written, as seen in random play; several ways if that depends on the moment."""
    written: dict[int, list[str]] = {}
    for seats in game.seats:
        for seed in range(MATCHES):
            match, rng = Match(game, seats=seats, seed=seed), random.Random(seed)
            while not match.over:
                seat = match.to_act[0]
                legal = match.legal(seat)
                for action in legal:
                    names = written.setdefault(action, [])
                    if len(names) < 3 and (name := match.notation(action, seat)) not in names:
                        names.append(name)
                match.play(seat, rng.choice(legal))
    anywhere = Match(game, seed=0)
    lines = ["| action | written |", "|---|---|"]
    for action in range(game.state.ACTIONS):
        names = written.get(action) or [anywhere.notation(action, anywhere.to_act[0])]  # too rare to be met
        lines.append(f"| {action} | {' or '.join(f'`{name}`' for name in names)} |")
    return lines


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
