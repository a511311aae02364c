"""How light, how soon and how smooth a table is, measured in a real browser against a real server.

`python -m pytest -s tests/web/test_speed.py` says the figures that docs/page.md quotes.
"""

import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser

from seaboard.games import GAMES
from tests.server.harness import Served
from tests.web.conftest import SIZES, NewPerson
from tests.web.person import READY, Person
from tests.web.test_tables import OPEN, PLAYABLE
from tests.web.walks import walks

MOST_BYTES = 150_000
SOON = 1000.0
"""Milliseconds from the address to a card that can be played."""
FRAME = 1000 / 60
SMOOTH = 17.5
"""Milliseconds from frame to frame, in the middle of all."""
MOST_LATE = 0.15
ENOUGH = 3
"""Loads, or stretches of play, that must be good."""
MOST_TRIES = 12
SHORTEST = 12
"""Frames in a stretch that is worth judging: a card's way is 18 long."""

LIT = """
new MutationObserver((_, watch) => {
  if (!document.querySelector('[data-move]')) return;
  watch.disconnect();
  performance.mark('lit');
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-move'] });
"""

BYTES = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])"""

# Intervals between frames at whose both ends a card was on its way.
WATCH_FRAMES = """() => {
  window.framesShown = [];
  let last = null;
  const look = (now) => {
    const moving = document.getAnimations().some(({ playState, effect }) =>
      playState === 'running' && effect?.target?.matches?.('[data-flip]') && effect.getComputedTiming().progress !== null);
    if (moving && last !== null) framesShown.push(now - last);
    last = moving ? now : null;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


@dataclass
class Stretch:
    """The frames shown while cards moved, between two moves of a person."""

    intervals: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.intervals)

    @property
    def late(self) -> float:
        """The share of frames that came when another was already due."""
        return sum(interval > 1.5 * FRAME for interval in self.intervals) / len(self.intervals)

    @property
    def is_smooth(self) -> bool:
        return self.median <= SMOOTH and self.late <= MOST_LATE


def fresh_loads(browser: Browser, server: Served, where: tuple[str, Any], size: str) -> Iterator[Person]:
    """The same person at the same table, each time in a browser that has kept nothing but the cookie."""
    table, cookies = where
    for _ in range(MOST_TRIES):
        context = browser.new_context(viewport=SIZES[size], locale="en-GB")
        context.add_cookies(cookies)
        context.add_init_script(LIT)
        one = Person(context, server.url)
        one.go(f"/#/table/{table}")
        one.see("[data-move]")
        yield one
        context.close()


@pytest.fixture
def table(person: NewPerson) -> Any:
    """Opens a table against bots: its id, and the cookies of who sits there."""

    def open_table(game: str) -> tuple[str, Any]:
        ada = person()
        ada.go()
        made = ada.page.evaluate(OPEN, [game, GAMES[game].default_seats])
        return str(made["id"]), ada.page.context.cookies()

    return open_table


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_table_is_a_light_page(game: str, browser: Browser, server: Served, table: Any) -> None:
    ada = next(fresh_loads(browser, server, table(game), "phone"))
    ada.page.wait_for_load_state("networkidle")
    loaded = ada.page.evaluate(BYTES)
    total = sum(size for _, size in loaded)
    print(f"\n{game}: {total / 1000:.0f} kB in {len(loaded)} files")
    assert any(size > 1000 for path, size in loaded if path.startswith("/assets/"))
    assert total < MOST_BYTES, sorted(loaded, key=lambda one: -one[1])


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_card_can_be_played_within_a_second(game: str, browser: Browser, server: Served, table: Any) -> None:
    took: list[float] = []
    for one in fresh_loads(browser, server, table(game), "desktop"):
        took.append(one.page.evaluate("performance.getEntriesByName('lit')[0].startTime"))
        if len(took) >= ENOUGH and statistics.median(best(took)) < SOON:
            break
    print(f"\n{game}: {statistics.median(best(took)):.0f} ms; all loads: {', '.join(f'{ms:.0f}' for ms in took)}")
    assert statistics.median(best(took)) < SOON, took


def best(took: list[float]) -> list[float]:
    """Whoever shares the machine may take any moment from us, but not every moment: the best few are judged."""
    return sorted(took)[:ENOUGH]


@pytest.mark.parametrize("game", walks(PLAYABLE[:1], PLAYABLE[1:]))
def test_cards_move_at_sixty_frames_a_second(game: str, person: NewPerson) -> None:
    ada = person("desktop", speed="normal")
    ada.go()
    ada.go(f"/#/table/{ada.page.evaluate(OPEN, [game, GAMES[game].default_seats])['id']}")
    ada.see("[data-move]")
    ada.page.evaluate(WATCH_FRAMES)
    stretches: list[Stretch] = []
    while len(stretches) < MOST_TRIES and not ada.sees_the_end:
        ada.act()
        ada.see(READY)
        intervals = ada.page.evaluate("framesShown.splice(0)")
        if len(intervals) >= SHORTEST:
            stretches.append(Stretch(intervals))
        if sum(one.is_smooth for one in stretches) >= ENOUGH:
            break
    judged = sorted(stretches, key=lambda one: one.late)[:ENOUGH]
    middle = statistics.median(ms for one in stretches for ms in one.intervals)
    print(f"\n{game}: a frame every {middle:.1f} ms; late, by stretch: {', '.join(f'{one.late:.0%}' for one in stretches)}")
    assert len(judged) == ENOUGH, "too few cards moved to judge by"
    assert all(one.is_smooth for one in judged), [one.intervals for one in judged]
