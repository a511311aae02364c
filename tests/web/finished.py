"""Matches that were played elsewhere, for pages that show finished ones: the same every time, and at no cost to a browser."""

import json
import random
from typing import Any

from playwright.sync_api import Route

from seaboard import Match
from seaboard.server.storage.ids import commitment_to
from tests.web.person import Person

NAMES = ("Ada", "Bob", "Chloé", "Dora", "Ezra", "Farid", "Gwen", "Hugo")
ID = "mfinished"


def record(game: str, *, seats: int, options: dict[str, Any] | None = None, seed: int = 7) -> dict[str, Any]:
    """A whole match by people who play anything."""
    match = Match(game, seats=seats, seed=seed, options=options or {}, compiled=False)
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    named = {"match": ID, "commitment": commitment_to(f"{match.seed:032x}"), "names": list(NAMES[:seats]), "ended": "over"}
    return {**match.record(), **named}


def serve(one: Person, record: dict[str, Any]) -> None:
    """Let somebody's browser find this match on the server, under `ID`."""
    body = json.dumps(record)

    def answer(route: Route) -> None:
        _, _, seat = route.request.url.partition("?")
        headers = {**route.request.headers, "content-type": "application/json"}
        route.continue_(url=f"{one.url}/api/replays?{seat}", method="POST", post_data=body, headers=headers)

    one.page.route(f"**/api/matches/{ID}/replay*", answer)
