"""`python -m seaboard.envs.describe`: the pages in docs/observations, written from the rules themselves."""

import random
import sys
from pathlib import Path

from seaboard import GAMES
from seaboard.envs.layout import Part, layout
from seaboard.features import features
from seaboard.game import Game
from seaboard.match import Match

MATCHES = 30  # played at random, for every number of seats, to see how each action is written
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


def page(game: Game) -> str:
    """A game's page: its observation field by field, and its actions."""
    spread, packed = layout(game), layout(game, packed=True)
    lines = [
        f"# {game.title}: observations and actions",
        "",
        "<!-- Written by `python -m seaboard.envs.describe` from the game's rules.py; a test keeps it current. -->",
        "",
        f"An observation is a row of **{spread.size}** numbers (`{spread.dtype}`); packed, of {packed.size} (`{packed.dtype}`). It is what "
        "`view.hide` leaves of the State for a seat, in the order below; [environments.md](../environments.md) says what all games "
        "have in common. A set of bits is spread out, a 0 or 1 for each bit, lowest first; packed, it is one number.",
        "",
        "| at | field | shape | packed at | numbers | meaning |",
        "|---|---|---|---|---|---|",
    ]
    for part, other in zip(spread.parts, packed.parts, strict=True):
        if part.heading:
            lines.append(f"| | | | | | *{part.heading}* |")
        lines.append(_row(part, other))
    if game.features:
        lines += ["", "## What a learner sees", "", *_features(game)]
    lines += ["", "## Actions", "", f"Actions are 0 to {game.state.ACTIONS - 1}, written as in `Match.notation`:", ""]
    lines += _actions(game)
    return "\n".join(lines) + "\n"


def _row(part: Part, packed: Part) -> str:
    last = part.place.stop - 1
    at = f"{part.start}" if part.size == 1 else f"{part.start} to {last}"
    shape = " by ".join(map(str, part.shape)) or "one"
    numbers = f"sets of {part.bits} bits" if part.bits else f"{part.low} to {part.high}"
    return f"| {at} | `{part.name}` | {shape} | {packed.start} | {numbers} | {part.meaning.replace('|', '/')} |"


def _features(game: Game) -> list[str]:
    """The rows of `features.py`, field by field."""
    whole = features(game)
    lines = [
        "`features.py` tells the same turned to the observer, in binary and small numbers, for those who train networks: "
        "`seaboard train`, the learned bots and batches on a GPU see these rows. First comes what there is once, then a block for each "
        "seat, the observer's own first, then those to the left in their order; so the rows of fewer seats are the beginning of these.",
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
    left_out = ", ".join(f"`{name}`" for name in game.features.FORGETS)
    return [*lines, "", f"Of the State these fields are not in a row, or not in full: {left_out}."]


def _actions(game: Game) -> list[str]:
    """How each action is written, as random play shows it; several ways, where that depends on the moment."""
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
