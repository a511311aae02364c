"""What a screen reader hears through one round of each game, from the same cards every time, kept under `transcripts/`.

Each is to be read as somebody hears it who sees nothing: turn by turn what is announced ("says") and what can be done ("may"),
twice the whole table, and last the round's sheet. Renew them, and read them again, after a change of words or rules:

    SEABOARD_TRANSCRIPTS=renew python -m pytest tests/web/test_transcripts.py
"""

import itertools
import os
import random
from pathlib import Path

import pytest

from tests.web.conftest import NewPerson
from tests.web.person import Person
from tests.web.test_tables import OPEN

KEPT = Path(__file__).parent / "transcripts"
ROUNDS = [
    ("sea-change", 3, "en"),
    ("sea-change", 3, "fr"),
    ("sea-salt-and-paper", 2, "fr"),
    ("land-unter", 3, "fr"),
    ("sea-of-clouds", 2, "en"),
]
LISTEN = """() => {
  window.heard = [];
  const live = '[aria-live], [role=status], [role=log], [role=alert]';
  const hear = (node) => {
    const text = (node.innerText ?? node.textContent ?? '').trim();
    if (text) window.heard.push(text);
  };
  document.querySelectorAll('[role=log] > *').forEach(hear);
  new MutationObserver((changes) => {
    const regions = new Set();
    for (const { target, addedNodes } of changes) {
      const element = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
      const region = element?.closest(live);
      if (region?.role === 'log') addedNodes.forEach(hear);
      else if (region) regions.add(region);
      else for (const node of addedNodes) if (node.matches?.(live)) regions.add(node);
    }
    regions.forEach(hear);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""

TOLD = """() =>
  document.querySelector('[data-continue], [data-over]') ||
  (document.querySelector('[data-move]') &&
    document.querySelectorAll('.frame .seat.turn-now').length === 1 &&
    window.heard.includes(document.querySelector('.status').innerText.trim()))"""
"""A round has ended, or it is one's turn and that was said; bots who choose at the same time have chosen."""
LOOKED_AT = (1, 4)
"""Turns at which the whole table is read: before anything was done, and with something on it."""


def heard(one: Person) -> list[str]:
    """What was announced since we last asked."""
    said: list[str] = one.page.evaluate("window.heard.splice(0)")
    return [f"says: {' '.join(text.split())}" for text in said]


def choices(one: Person) -> dict[str, str]:
    """The moves that can be made, each by what its control is called."""
    return {
        move: one.page.locator(f"[data-move='{move}']").first.aria_snapshot().partition("\n")[0].removeprefix("- ").rstrip(":")
        for move in sorted(set(one.moves()))
    }


def hear_a_round(one: Person, game: str, seats: int) -> list[str]:
    """Play one round, and write down all that is told."""
    one.go()
    one.see("article")
    table = one.page.evaluate(OPEN, [game, seats])
    one.go(f"/#/table/{table['id']}")
    one.see(".frame")
    one.page.evaluate(LISTEN)
    lines: list[str] = []
    rng = random.Random(1)
    for turn in itertools.count(1):
        one.page.wait_for_function(TOLD)
        lines += [*heard(one), ""]
        if one.page.locator("[data-continue], [data-over]").count():
            break
        if turn in LOOKED_AT:
            lines += ["The table:", one.page.locator(".frame").aria_snapshot(), ""]
        moves = choices(one)
        lines += [f"may: {name}" for name in moves.values()]
        move = rng.choice(list(moves))
        lines += [f"does: {moves[move]}", ""]
        one.page.locator(f"[data-move='{move}']").first.press("Enter")
    return [*lines, "The sheet:", one.page.locator("dialog[open]").aria_snapshot()]


@pytest.mark.parametrize(("game", "seats", "language"), ROUNDS, ids=[f"{game}-{language}" for game, _, language in ROUNDS])
def test_a_round_as_it_is_heard(game: str, seats: int, language: str, person: NewPerson, same_cards: str) -> None:
    ada = person(language=language, reduced=True, confirm=False, url=same_cards)
    told = "\n".join(hear_a_round(ada, game, seats)) + "\n"
    kept = KEPT / f"{game}.{language}.txt"
    if os.environ.get("SEABOARD_TRANSCRIPTS") == "renew":
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(told, encoding="utf-8")
    assert told == kept.read_text(encoding="utf-8")
