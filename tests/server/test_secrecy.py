"""No peeking over the wire: what a seat can't see changes no byte that is sent to it, or to a spectator.

A state machine plays a match on a real server (inside this process). At any moment it looks at the match through one
seat's eyes twice: as it is, and with everything that the seat can't know made up anew. Snapshots, moves as they are
told, refusals, and downloads must be the same to the byte.
"""

import copy
import os
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from seaboard import GAMES, state
from seaboard.server.live import telling
from seaboard.server.matches.session import Session
from seaboard.server.storage.rows import Entry
from seaboard.server.tables.room import Room
from tests.server.inside import Inside

EXAMPLES = 6 * int(os.environ.get("SEABOARD_SECRET_MATCHES", "1"))


def imagined(session: Session, seat: int | None, rng: random.Random) -> Session:
    """The same match with all that the seat can't know made up: hidden cards, seed, secrets of events, others' moves.

    Whoever has chosen in secret and may still change it has done so.
    """
    other = copy.deepcopy(session)
    match = other.match
    game = match.game
    for mover in range(match.seats):
        if mover not in (seat, *match.to_act) and match.legal(mover):
            other.absorb(Entry(session.row.id, other.number, mover, rng.choice(match.legal(mover)), "imagined", session.last_at))
    known = state.copy(match.plain_state())
    number = -1 if seat is None else seat
    game.view.hide(known, number)
    known.seed = [rng.getrandbits(32) for _ in range(4)]
    if not match.over:
        game.redeal.redeal(known, number)
    events = match.raw_events()
    match.__setstate__({  # as if such a match had been pickled
        **match.__getstate__(),
        "_state": known,
        "seed": rng.getrandbits(128),
        "moves": [(mover, action if mover == seat else rng.randrange(game.state.ACTIONS)) for mover, action in match.moves],
        "_events": [made_up(raw, game.view.EVENTS[raw[0]], events, seat, rng) for raw in events],
    })  # fmt: skip
    other.row.seed = f"{match.seed:032x}"
    return other


def made_up(raw: tuple[int, ...], kind: Any, events: list[tuple[int, ...]], seat: int | None, rng: random.Random) -> tuple[int, ...]:
    """An event with its secrets taken from another of its kind, unless the seat knows it."""
    numbers = dict(zip(kind.fields, raw[1:], strict=False))
    if seat is not None and any(numbers.get(name) == seat for name in kind.known_to):
        return raw
    like = rng.choice([event for event in events if event[0] == raw[0]])
    changed = list(raw)
    for i, name in enumerate(kind.fields):
        if name in kind.secret or (kind.private and name not in kind.known_to):
            changed[i + 1] = like[i + 1]
    return tuple(changed)


class Peeking(RuleBasedStateMachine):
    """A table of people, and what each of them is sent."""

    game = "sea-change"
    inside: Inside

    @initialize(data=st.data())
    def sit(self, data: st.DataObject) -> None:
        game = GAMES[self.game]
        seats = data.draw(st.sampled_from(list(game.seats)))
        options = {o.name: data.draw(st.sampled_from(o.choices(seats))) for o in game.options}
        self.rng = random.Random(data.draw(st.integers(0, 2**32)))
        self.tokens = [self.inside.guest(f"P{seat}") for seat in range(seats)]
        made = self.inside.request("POST", "/api/tables", self.tokens[0], game=self.game, seats=seats, options=options)
        self.table = made.json()["id"]
        for token in self.tokens[1:]:
            self.inside.request("POST", f"/api/tables/{self.table}/sit", token, seat=None)
        started = self.inside.request("POST", f"/api/tables/{self.table}/start", self.tokens[0], fill=None)
        self.match = started.json()["match"]

    @property
    def room(self) -> Room:
        room: Room = self.inside.run(self.inside.server.rooms.room(self.table))
        return room

    @property
    def session(self) -> Session:
        room = self.room

        async def awake() -> Any:
            async with room.lock:
                return await self.inside.server.rooms.wake(room)

        session: Session = self.inside.run(awake())
        return session

    @rule(count=st.integers(1, 25))
    def play(self, count: int) -> None:
        for _ in range(count):
            session = self.session
            if session.is_over:
                return
            seat = self.rng.choice([seat for seat in range(len(self.tokens)) if session.match.legal(seat)])
            action = self.rng.choice(session.match.legal(seat))
            number = session.to_seat_count(seat)
            move = {"type": "play", "id": f"q{session.number}", "match": self.match, "number": number, "action": action}
            told = self.inside.live(self.table, self.tokens[seat], [move])
            assert any(text.startswith('{"type":"ack"') for text in told), told

    @rule(data=st.data())
    def look(self, data: st.DataObject) -> None:
        """Through the eyes of a seat, or of a spectator."""
        session, room = self.session, self.room
        if session.is_over:
            return  # nothing is secret any more
        seat = data.draw(st.sampled_from([None, *range(len(self.tokens))]))
        truth = self.sent(seat, session)
        room.open_session(imagined(session, seat, self.rng))
        try:
            assert self.sent(seat, session) == truth
        finally:
            room.open_session(session)

    def sent(self, seat: int | None, session: Session) -> list[str | bytes]:
        """Everything a seat can make the server send."""
        room = self.room
        shown = room.session
        assert shown is not None
        now = session.to_seat_count(seat)
        token = None if seat is None else self.tokens[seat]
        legal = [] if seat is None else session.match.legal(seat)
        actions = [a for a in range(-1, session.match.game.state.ACTIONS + 1) if a not in legal]
        asked = [
            {"type": "play", "id": f"q{i}", "match": self.match, "number": number, "action": action}
            for i, (action, number) in enumerate(
                [(action, now) for action in actions[:: max(1, len(actions) // 12)]]
                + [(action, now + 1) for action in actions[:1]]
                + [(action, 0) for action in actions[:1] if now]
            )
        ]
        if len(self.tokens) > 1:  # alone one may take back
            asked.append({"type": "take_back", "id": "qback", "match": self.match, "number": now})
        told: list[str | bytes] = list(self.inside.live(self.table, token, asked))
        told += [telling.moved(room, shown, seat, since) for since in range(session.rewound, session.number)]
        for path in (
            f"/api/matches/{self.match}/record",
            f"/api/matches/{self.match}/replay?seat=0",
            f"/api/tables/{self.table}",
            "/api/my/tables",
        ):
            answer = self.inside.request("GET", path, token)
            told.append(f"{answer.status_code}")
            told.append(answer.content)
        return told


@pytest.mark.parametrize("game", list(GAMES))
def test_what_a_seat_cannot_see_changes_no_byte_sent_to_it(game: str) -> None:
    folder = Path(tempfile.mkdtemp())
    inside = Inside(folder)
    machine = type("Machine", (Peeking,), {"game": game, "inside": inside})
    try:
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=EXAMPLES, stateful_step_count=10, deadline=None, suppress_health_check=list(HealthCheck), database=None
            ),
        )
    finally:
        inside.close()
        shutil.rmtree(folder)


def test_the_comparison_would_notice_a_leak() -> None:
    """The test itself is tested: with views that hide nothing, it fails."""
    folder = Path(tempfile.mkdtemp())
    inside = Inside(folder)
    machine = Peeking()
    type(machine).inside = inside
    machine.tokens = [inside.guest(f"P{seat}") for seat in range(4)]
    machine.rng = random.Random(1)
    made = inside.request("POST", "/api/tables", machine.tokens[0], game="sea-change")
    machine.table = made.json()["id"]
    for token in machine.tokens[1:]:
        inside.request("POST", f"/api/tables/{machine.table}/sit", token, seat=None)
    inside.request("POST", f"/api/tables/{machine.table}/start", machine.tokens[0], fill=None)
    session = machine.session
    changed = imagined(session, 0, machine.rng)
    try:
        assert changed.view(0, memory=False) == session.view(0, memory=False)
        assert changed.view(1, memory=False) != session.view(1, memory=False)
        assert changed.events(0) == session.events(0)
        assert changed.events(1) != session.events(1)
    finally:
        inside.close()
        shutil.rmtree(folder)
