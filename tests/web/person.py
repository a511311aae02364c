"""People at browsers: they see the page and use it, whatever the game.

Every control that plays a move has `data-move` while the move is legal, and a round's sheet has `data-continue`;
nothing else of a game is known here.
"""

import json
import random
import time
from typing import Any

from playwright.sync_api import BrowserContext, Error, Locator, Page, Response

PATIENCE = 60.0
IN_SIGHT = """(control) => {
  const { left, top, width, height } = control.getBoundingClientRect();
  for (const down of [0.3, 0.5, 0.15, 0.7, 0.85])
    for (let across = 0.04; across < 1; across += 0.08) {
      const [x, y] = [left + across * width, top + down * height];
      if (control.contains(document.elementFromPoint(x, y))) return { x, y };
    }
}"""
AT_REST = f"""(control) => {{
  const isMoving = document.getAnimations().some(({{ playState, effect }}) => playState === 'running' && effect?.target?.contains(control));
  return isMoving ? null : ({IN_SIGHT})(control);
}}"""
"""Where a control is in sight, if nothing carries it elsewhere just now."""
PRESSED = "(move) => [...document.querySelectorAll('[data-move]')].find((control) => control.dataset.move === move)?.ariaPressed"
READY = "[data-move], [data-continue], [data-over]"


class Person:
    """Somebody with a browser window of their own."""

    def __init__(self, context: BrowserContext, url: str, *, seed: int = 1, **settings: Any) -> None:
        self.url = url
        self.rng = random.Random(seed)
        self.went_on = 0
        self.troubles: list[str] = []
        # Nothing passes by itself: whoever drives the page says when.
        kept = json.dumps({"speed": "instant", "sound": False, "forced": False, **settings})
        context.add_init_script(
            f"localStorage.getItem('seaboard.settings') ?? localStorage.setItem('seaboard.settings', {json.dumps(kept)})"
        )
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.said: list[str] = []
        self.page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        self.page.on("requestfailed", lambda request: self.said.append(f"failed: {request.method} {request.url} {request.failure}"))
        self.page.on("response", self._hear)

    def _hear(self, response: Response) -> None:
        if not response.ok:
            self.said.append(f"{response.status}: {response.url}")

    def go(self, address: str = "/") -> None:
        self.page.goto(self.url + address)

    def tell(self) -> str:
        """Where this person is, what is to be read there, and what the browser has complained of."""
        try:
            seen = self.page.evaluate("document.body.innerText")
        except Error as error:
            seen = str(error)
        return "\n".join([self.page.url, seen, *self.troubles, *self.said[-20:]])

    def see(self, selector: str) -> Locator:
        """Wait until something is in sight."""
        found = self.page.locator(selector).first
        found.wait_for(state="visible")
        return found

    def click(self, name: str) -> None:
        """Press a button or link by the words on it."""
        self.page.locator(f":is(button, a, label):has-text('{name}'):visible").first.click()

    def open_table(self, game: str, *, seats: int, options: dict[str, Any], alone: bool) -> str:
        """Open a table through the harbour's chooser; the table's id."""
        self.go()
        box = self.page.locator(f"article:has(a[href='#/learn/{game}'])")
        box.locator("[data-act=invite]").click()
        sheet = self.page.locator("dialog[open]")
        sheet.locator(f"[data-choice=seats] label:has(span:text-is('{seats}'))").click()
        for name, choice in options.items():
            field = sheet.locator(f"[data-option='{name}']")
            if field.locator("select").count():
                field.locator("select").select_option(str(choice))
            else:
                field.locator(f"input[value='{choice}']").check(force=True)
        sheet.locator("[data-act=alone]" if alone else "[data-act=open]").click()
        if not alone:  # friends are told who invites them
            self.see("dialog[open] input[name=name]").fill("Host")
            self.page.keyboard.press("Enter")
        self.see(".frame" if alone else ".lobby")
        return self.page.url.rpartition("/")[2]

    def sit_down(self, table: str, name: str) -> None:
        """Follow an invitation, say a name, sit."""
        self.go(f"/t/{table}")
        self.see(".lobby [data-act=sit]").click()
        self.see("dialog[open] input[name=name]").fill(name)
        self.page.keyboard.press("Enter")
        self.see(".lobby li.mine")

    @property
    def may_act(self) -> bool:
        return self.page.locator("[data-move], [data-continue]").count() > 0

    @property
    def sees_the_end(self) -> bool:
        return self.page.locator("[data-over]").count() > 0

    def moves(self) -> list[str]:
        found: list[str] = self.page.evaluate("[...document.querySelectorAll('[data-move]')].map((control) => control.dataset.move)")
        return found

    def act(self) -> None:
        """Do one thing that can be done now: go on after a round, or play any legal move."""
        go_on = self.page.locator("[data-continue]")
        try:
            if go_on.count():
                go_on.first.click(timeout=2000)
                self.went_on += 1
                return
            moves = self.moves()
            if moves:
                self.play(self.rng.choice(moves))
        except Error:
            return  # it changed while we reached for it

    def play(self, move: str) -> None:
        """Play a move as one does: tap, and tap again where a tap only lifts the card."""
        control = self.page.locator(f"[data-move='{move}']").first
        before = self.standing()
        self._tap(control)
        if self.page.evaluate(PRESSED, move) == "true":  # at once: what has been played is gone
            self._tap(control)
        end = time.monotonic() + 3
        while self.standing() == before and time.monotonic() < end:
            time.sleep(0.02)

    def _tap(self, control: Locator) -> None:
        """Click where the control is really in sight: most of a fanned card lies under its neighbour.

        Something may be on its way over it, or a sheet just opening; what stays hidden is a fault.
        """
        end = time.monotonic() + 20
        while True:
            spot = control.evaluate(AT_REST, timeout=5000)
            if not spot:
                control.scroll_into_view_if_needed(timeout=5000)  # which waits for frames: two in which it stands still
                spot = control.evaluate(IN_SIGHT, timeout=5000)
            if spot:
                self.page.mouse.click(spot["x"], spot["y"])
            if spot or self.page.locator("[data-continue]").count():
                return
            assert time.monotonic() < end, "a move that can be played is nowhere to be seen"
            time.sleep(0.05)

    def standing(self) -> str:
        """What is on the table, in short: changes whenever something happens."""
        return str(self.page.evaluate("document.querySelector('.status')?.textContent + document.querySelector('.body')?.innerText"))

    def play_on(self, moves: int = 10**6) -> None:
        """Play until the match is over, or some moves have been made."""
        made = 0
        while made < moves:
            self.see(READY)
            if self.sees_the_end:
                return
            made += self.page.locator("[data-move]").count() > 0
            self.act()

    def rest(self) -> None:
        """Wait for this person's turn, with nothing on its way any more."""
        self.page.mouse.move(0, 0)  # whatever it points at explains itself
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.see("[data-move]")
            before = self.standing(), self.hand()
            time.sleep(1)
            if before == (self.standing(), self.hand()) and self.moves():
                return
        raise AssertionError(f"the table never comes to rest: {self.standing()}")

    def hand(self) -> list[str]:
        found: list[str] = self.page.evaluate("[...document.querySelectorAll('.fan [data-flip]')].map((card) => card.dataset.flip)")
        return found


def play_together(people: list[Person], *, rounds: int = 10**6, moves: int = 10**6) -> None:
    """All play at the same table until all see the end, have gone on after so many rounds, or have done so much."""
    end = time.monotonic() + 400
    done = [0] * len(people)
    while not all(person.went_on >= rounds or done[i] >= moves or person.sees_the_end for i, person in enumerate(people)):
        assert time.monotonic() < end, [person.standing() for person in people]
        acting = [i for i, person in enumerate(people) if person.may_act and not person.sees_the_end]
        for i in acting:
            people[i].act()
            done[i] += 1
        if not acting:
            people[0].page.wait_for_timeout(20)  # to ask again at once would take from the browsers what they are asked for
