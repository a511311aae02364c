"""What can be said of a table by numbers: where its parts are, what is out of sight, what overlaps, how small the letters are.

Every table has these parts, whatever the game: the status line, a badge for each seat, what lies before each (`.spot`), the middle
of the water, the action bar and the hand.
"""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

WINDOWS = [
    (320, 568),
    (360, 640),
    (390, 844),
    (640, 400),  # 1280x800 at 200 %
    (667, 375),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 800),
    (1366, 768),
    (1920, 1080),
    (2560, 1440),
]
SMALLEST = 11
"""Pixels: the smallest letters that anybody should have to read."""

PAUSES = (120, 250, 500, 1000)
"""Milliseconds that a busy machine may need to lay out a window of another size."""

# Each fault in a few words; none: all is in sight, nothing overlaps, everything can be read.
FAULTS = """(smallest) => {
  const faults = [];
  document.getAnimations().forEach((move) => move.effect?.getComputedTiming().endTime !== Infinity && move.finish());
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('.unseen, aside, dialog');
  const boxOf = (one) => {
    let { left, top, right, bottom } = one.getBoundingClientRect();
    // In a row that can be scrolled, what counts is the row.
    for (let row = one.parentElement; row && !row.matches('.frame'); row = row.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(row).overflow)) continue;
      const edge = row.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom };
  };
  const around = (all) => {
    const boxes = all.filter(seen).map(boxOf).filter(({ left, right, top, bottom }) => right > left && bottom > top);
    return boxes.length === 0 ? null : {
      left: Math.min(...boxes.map((box) => box.left)), top: Math.min(...boxes.map((box) => box.top)),
      right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)),
    };
  };
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const parts = { status: all('.status'), actions: all('.actions'), controls: all('.controls *') };
  parts.hand = all('.hand .card, .hand .note:not(:empty)');
  for (const badge of all('[data-place^="seat-"]')) parts[badge.dataset.place] = [badge];
  all('.cell > .spot').forEach((spot, i) => (parts[`spot ${i}`] = all('.card, .place, svg, button', spot)));
  parts.middle = all('.felt .middle .card, .felt .middle [data-place] , .felt .middle button, .felt .middle p')
    .filter((one) => one.getBoundingClientRect().width > 2 && !one.closest('[data-place=deck]:empty'));
  const boxes = Object.entries(parts).map(([name, found]) => [name, around(found)]).filter(([, box]) => box);
  const slack = 1.5;
  for (const [name, { left, top, right, bottom }] of boxes)
    if (left < -slack || top < -slack || right > innerWidth + slack || bottom > innerHeight + slack)
      faults.push(`${name} is out of sight: ${[left, top, right, bottom].map(Math.round)}`);
  boxes.forEach(([name, a], i) => boxes.slice(i + 1).forEach(([other, b]) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 2 && down > 2) faults.push(`${name} and ${other} overlap by ${Math.round(across)}x${Math.round(down)}`);
  }));
  for (const plate of all('[data-place^="seat-"] .seat').filter(seen))
    if (plate.scrollWidth > plate.clientWidth + 1)
      faults.push(`${plate.innerText.trim()} is ${plate.scrollWidth} wide, on a plate of ${plate.clientWidth}`);
  const rows = new Set(all('.felt button[data-move]').filter(seen).map((one) => one.parentElement));
  for (const row of rows)
    if (/auto|scroll/.test(getComputedStyle(row).overflow) && row.firstElementChild.scrollWidth > row.clientWidth + 1)
      faults.push(`${row.firstElementChild.innerText.trim()} is wider than its row of ${row.clientWidth}`);
  if (document.documentElement.scrollHeight > innerHeight + 1) faults.push(`the page is ${document.documentElement.scrollHeight} high`);
  if (document.documentElement.scrollWidth > innerWidth + 1) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const walker = document.createTreeWalker(document.querySelector('.frame'), NodeFilter.SHOW_TEXT);
  const small = new Map();
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const holder = walker.currentNode.parentElement;
    if (!text || !seen(holder) || holder.getBoundingClientRect().width === 0 || holder.closest('title, desc')) continue;
    const scale = holder instanceof SVGElement ? Math.hypot(holder.getScreenCTM().a, holder.getScreenCTM().b) : 1;
    const size = parseFloat(getComputedStyle(holder).fontSize) * scale;
    if (size < smallest - 0.05) small.set(text.slice(0, 16), size.toFixed(1));
  }
  if (small.size) faults.push(`letters too small: ${[...small].slice(0, 4).map((one) => one.join(' ')).join('; ')} (${small.size})`);
  return faults;
}"""

# Where everything stands that no player moves; a card in the hand or on its way is not among it.
PLACES = """() => Object.fromEntries([
  ...document.querySelectorAll('[data-place], .status, .actions, .hand, .felt, [data-act]:not([data-act^=skip])'),
].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('dialog, aside')).map((one, i) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.dataset.place ?? one.dataset.act ?? one.className.split(' ')[0], [x, y, width, height]];
}))"""

# One move as a person makes it, such that much comes to lie on the table: rounds are not ended early, nothing is refused.
MOVE = """async ({ first, last }) => {
  const pick = (list) => list[Math.floor(list.length * 0.37)];
  const found = () => document.querySelector('[data-continue]') ?? (() => {
    const moves = [...document.querySelectorAll('[data-move]')].filter((one) => one.checkVisibility({ visibilityProperty: true }));
    const wanted = moves.filter((one) => new RegExp(first).test(one.dataset.move));
    const rest = moves.filter((one) => !new RegExp(last).test(one.dataset.move));
    return pick(wanted.length ? wanted : rest.length ? rest : moves);
  })();
  const until = async (may) => {
    for (let i = 0; i < 400 && !may(); i++) await new Promise((done) => setTimeout(done, 25));
  };
  await until(found);
  const control = found();
  if (!control || document.querySelector('[data-over]')) return false;
  const text = () => document.querySelector('.status').textContent + document.querySelector('.body').innerText;
  const before = text();
  control.click();
  if (control.isConnected && control.ariaPressed === 'true') control.click();
  await until(() => text() !== before || document.querySelector('[data-over]'));
  await until(() => document.querySelector('[data-move], [data-continue], [data-over]'));
  return true;
}"""


def move(page: Page, *, first: str, last: str) -> bool:
    """Make one move, of those that match `first` if there are any, of those that match `last` only if there is no other."""
    return bool(page.evaluate(MOVE, {"first": first, "last": last}))


def faults(page: Page, size: tuple[int, int]) -> list[str]:
    """What is wrong with the table that is shown, in a window of this size, once it has come to rest there."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found: list[str] = []
    for pause in PAUSES:
        page.wait_for_timeout(pause)
        found = page.evaluate(FAULTS, SMALLEST)
        if not found:
            break
    return found


def places(page: Page) -> dict[str, list[float]]:
    """Where everything stands that no player moves."""
    found: dict[str, list[float]] = page.evaluate(PLACES)
    return found


def places_at_rest(page: Page) -> dict[str, list[float]]:
    """The same, once a window of another size is laid out: when nothing has moved for as long as a busy machine may need."""
    found = places(page)
    for _ in range(10):
        page.wait_for_timeout(300)
        before, found = found, places(page)
        if found == before:
            break
    return found


def shifts(before: dict[str, list[float]], after: dict[str, list[float]]) -> dict[str, Any]:
    """What stands elsewhere by more than a pixel."""
    moved = {name: (before[name], after[name]) for name in before.keys() & after.keys()}
    return {name: pair for name, pair in moved.items() if any(abs(a - b) > 1 for a, b in zip(*pair, strict=True))}


# The sheet that is open: it may scroll inside, but it and its buttons are in the window.
SHEET_FAULTS = """(smallest) => {
  const faults = [];
  document.getAnimations().forEach((move) => move.effect?.getComputedTiming().endTime !== Infinity && move.finish());
  const sheet = document.querySelector('dialog[open]');
  const inside = (one, name) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    if (left < -1.5 || top < -1.5 || right > innerWidth + 1.5 || bottom > innerHeight + 1.5)
      faults.push(`${name} is out of sight: ${[left, top, right, bottom].map(Math.round)}`);
  };
  inside(sheet, 'the sheet');
  for (const button of sheet.querySelectorAll('header button, footer :is(button, a)')) inside(button, button.textContent.trim());
  const body = sheet.querySelector('.body');
  if (body.scrollWidth > body.clientWidth + 1) faults.push(`what it says is ${body.scrollWidth} wide, in ${body.clientWidth}`);
  if (body.clientHeight < 80) faults.push(`only ${body.clientHeight} to read in`);
  const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const holder = walker.currentNode.parentElement;
    // What is printed on a small card is a picture: its name is beside it, and it can be looked at large.
    const isPrint = holder instanceof SVGElement && !holder.closest('[data-over]');
    if (!text || isPrint || !holder.checkVisibility() || holder.closest('.unseen, title, desc')) continue;
    const scale = holder instanceof SVGElement ? Math.hypot(holder.getScreenCTM().a, holder.getScreenCTM().b) : 1;
    const size = parseFloat(getComputedStyle(holder).fontSize) * scale;
    if (size < smallest - 0.05) faults.push(`letters too small: ${text.slice(0, 16)} ${size.toFixed(1)}`);
  }
  return faults;
}"""


def sheet_faults(page: Page, windows: Sequence[tuple[int, int]] = WINDOWS) -> dict[tuple[int, int], list[str]]:
    """What is wrong with the sheet that is open, by window."""
    found: dict[tuple[int, int], list[str]] = {}
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        faults: list[str] = []
        for pause in PAUSES:
            page.wait_for_timeout(pause)
            faults = page.evaluate(SHEET_FAULTS, SMALLEST)
            if not faults:
                break
        if faults:
            found[width, height] = faults
    return found
