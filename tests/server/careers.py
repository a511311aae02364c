"""People with a past: matches that are finished already, and what ratings make of them."""

from copy import deepcopy
from functools import cache
from typing import Any

import seaboard
from seaboard.server.storage.rows import Chair
from tests.server.inside import Inside
from tests.server.past import add, play_to_the_end

GAME = "sea-change"


@cache
def played(seats: int, winner: int, seed: int = 0) -> seaboard.Match:
    """A short match that this seat wins."""
    while True:
        match = seaboard.Match(GAME, seats=seats, seed=seed, options={"target": 1})
        play_to_the_end(match)
        if match.winners == [winner]:
            return match
        seed += 1


class Person:
    """Somebody on a server inside the test."""

    def __init__(self, inside: Inside, name: str) -> None:
        self.inside = inside
        self.token = inside.guest(name)
        self.id: str = self.get("/me")["id"]
        self.name = name

    def get(self, path: str) -> dict[str, Any]:
        answer = self.inside.request("GET", f"/api{path}", self.token)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        answer = self.inside.request("POST", f"/api{path}", self.token, **body)
        assert answer.status_code < 300, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @property
    def chair(self) -> Chair:
        return Chair(person=self.id, name=self.name)

    @property
    def rating(self) -> Any:
        return next((one for one in self.get("/you")["ratings"] if one["game"] == GAME), None)


def finish(inside: Inside, *chairs: Person | str | Chair, winner: int = 0, **about: Any) -> str:
    """A finished match between people and levels of bots; its id."""
    match = about.pop("match", None) or played(len(chairs), winner)
    found = [one.chair if isinstance(one, Person) else Chair(level=one) if isinstance(one, str) else one for one in chairs]
    return str(inside.run(inside.server.store.write(lambda c: add(c, match, deepcopy(found), **about))))


def rate_all(inside: Inside) -> int:
    """Let ratings hear of everything; how often there was something."""
    times = 0
    while inside.run(inside.server.rater.rate_one()):
        times += 1
    return times
