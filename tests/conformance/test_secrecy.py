"""No peeking: what a seat can't see changes nothing that it is shown."""

import json
import os
import random
from typing import Any

import pytest

from seaboard import position, state
from seaboard.compiled import twin
from seaboard.events import Kind, read_log, show
from seaboard.match import Match
from tests.conformance.play import Setup, as_bytes, new_log, random_steps, setups

MATCHES = int(os.environ.get("SEABOARD_SECRET_MATCHES", "1"))
"""Whose events are compared, for each setup; `make soak` plays many more."""


def imagined(setup: Setup, s: Any, seat: int, seed: int) -> Any:
    """The state as `seat` (-1: a spectator) might imagine it."""
    other = state.copy(s)
    setup.game.view.hide(other, seat)
    rng = random.Random(seed)
    other.seed = [rng.getrandbits(32) for _ in range(4)]
    setup.game.redeal.redeal(other, seat)
    return other


def known(setup: Setup, s: Any, seat: int) -> Any:
    other = state.copy(s)
    setup.game.view.hide(other, seat)
    return other


def legal(setup: Setup, s: Any, seat: int) -> list[int]:
    if seat < 0:
        return []
    out = [0] * setup.game.state.ACTIONS
    return out[: setup.game.rules.legal_actions(s, seat, out)]


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_a_state_redealt_looks_the_same_to_its_seat(setup: Setup) -> None:
    changed = 0
    for seed in range(MATCHES):
        for number, (s, _, _, _) in enumerate(random_steps(setup, seed)):
            if (number + seed) % 5:
                continue
            for seat in range(-1, setup.seats):
                other = imagined(setup, s, seat, number)
                assert setup.game.soundness.is_sound(other), "a redealt state must be one that play can reach"
                assert known(setup, other, seat) == known(setup, s, seat)
                assert legal(setup, other, seat) == legal(setup, s, seat)
                assert setup.game.view.table(known(setup, other, seat), seat) == setup.game.view.table(known(setup, s, seat), seat)
                changed += other != s
    assert changed > 2, "redeals must change what is hidden"


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_a_view_shares_nothing_with_its_match(setup: Setup) -> None:
    for number, (s, _, _, _) in enumerate(random_steps(setup, 5)):
        if number % 7:
            continue
        match = Match.from_state(setup.game, s)
        before, blocks = state.copy(s), set(blocks_of({f.name: getattr(s, f.name) for f in state.fields(setup.game.state.State)}))
        for seat in (None, *range(setup.seats)):
            view = match.view(seat, memory=bool(number % 2))
            assert not blocks & set(blocks_of(view)), "a list of the state itself is in the view"
        assert s == before, "hiding something from a seat has hidden it from the match"


def blocks_of(value: Any) -> list[int]:
    """Every list in something, by identity."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [id(value)] * isinstance(value, list) + [block for part in parts for block in blocks_of(part)]


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_redeals_and_hiding_agree_between_the_modes(setup: Setup) -> None:
    compiled = twin(setup.game)
    for number, (s, _, _, _) in enumerate(random_steps(setup, 3)):
        if number % 11:
            continue
        for seat in range(-1, setup.seats):
            record = state.to_record(s)
            compiled.module("view").hide(record, seat)
            assert record.tobytes() == as_bytes(known(setup, s, seat))
            rng = random.Random(number)
            record["seed"][:] = [rng.getrandbits(32) for _ in range(4)]
            compiled.module("redeal").redeal(record, seat)
            assert record.tobytes() == as_bytes(imagined(setup, s, seat, number))


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_hiding_is_all_there_is_to_know(setup: Setup) -> None:
    """A view survives as JSON, hiding twice hides no more, and a spectator knows no more than any seat."""
    for number, (s, _, _, _) in enumerate(random_steps(setup, 6)):
        if number % 13:
            continue
        for seat in range(-1, setup.seats):
            once = known(setup, s, seat)
            assert known(setup, once, seat) == once
            written = json.loads(json.dumps(position.write(setup.game, once)))
            assert position.read(setup.game, written) == once
            assert known(setup, once, -1) == known(setup, s, -1)
            assert once.seed == [0, 0, 0, 0]


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_events_tell_no_more_than_views(setup: Setup) -> None:
    """In two worlds that look the same to a seat before and after a move, the events it is shown are the same."""
    rules, view = setup.game.rules, setup.game.view
    compared = 0
    for seed in range(MATCHES):
        for number, (s, actor, action, _) in enumerate(random_steps(setup, seed + 50)):
            for seat in range(-1, setup.seats):
                other = imagined(setup, s, seat, number)
                if action not in legal(setup, other, actor):
                    continue
                other.seed, other.draws = s.seed[:], s.draws
                worlds = []
                for world in (state.copy(s), other):
                    log = new_log()
                    rules.apply(world, actor, action, log)
                    shown = [show(raw, None if seat < 0 else seat, kinds=view.EVENTS, formatters=view.FORMATTERS) for raw in read_log(log)]
                    # sorted: which of two cards went down first is open to all, but no view needs to keep it
                    worlds.append((known(setup, world, seat), sorted(str(event) for event in shown if event)))
                if worlds[0][0] == worlds[1][0]:
                    assert worlds[0][1] == worlds[1][1]
                    compared += 1
    assert compared


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_open_hands_are_what_each_seat_holds(setup: Setup) -> None:
    """Every hand of an ended match may be looked at: `view.hands`, where a game has it, says what each seat was shown of its own."""
    open_hands = getattr(setup.game.view, "hands", None)
    if open_hands is None:
        return
    seen = 0
    for s, _, _, _ in random_steps(setup, 1):
        hands = open_hands(s)
        for seat in range(setup.seats):
            shown = setup.game.view.table(known(setup, s, seat), seat)["hand"]
            cards = [card if isinstance(card, str) else card["card"] for card in shown]
            if isinstance(next(iter(shown), ""), str):
                assert set(cards) <= set(hands[seat])
            else:  # what lies before all while one of them lays it
                assert set(cards) - {None} <= {card for hand in hands for card in hand}
            seen += len(cards)
    assert seen


def test_nothing_is_worked_out_for_everyone_from_an_event_that_has_secrets() -> None:
    assert Kind("drawn", ("seat", "card"), also={"is_high": lambda raw: raw[2] > 9}).is_open
    with pytest.raises(ValueError, match="drawn has secrets"):
        Kind("drawn", ("seat", "card"), secret=("card",), also={"is_high": lambda raw: raw[2] > 9})
