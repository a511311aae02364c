"""Cards are conserved, matches end, only legal actions are taken, and errors change nothing."""

import os
import random
from typing import Any

import pytest

import seaboard
from seaboard import position, state
from seaboard.bots.simple import SimpleBot
from tests.conformance.play import Setup, random_steps, setups

LOOKS = int(os.environ.get("SEABOARD_LOOKS", "2"))


@pytest.mark.parametrize("setup", setups(all_options=True), ids=str)
def test_every_state_is_sound_and_every_match_ends(setup: Setup) -> None:
    rules = setup.game.rules
    for seed in range(LOOKS):
        for s, seat, action, legal in random_steps(setup, seed):
            assert setup.game.soundness.is_sound(s)
            assert len(set(legal)) == len(legal) > 0
            assert rules.why_not(s, seat, action) == 0
        assert setup.game.soundness.is_sound(s)


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_a_simple_bot_chooses_alike_from_a_view_and_from_what_the_seat_knows(setup: Setup) -> None:
    """A server's match is in memory, and need not be written down for a bot."""
    bot = SimpleBot(setup.game)
    m = seaboard.Match(setup.game, seats=setup.seats, seed=4, options=setup.options)
    while not m.over and len(m.moves) < 200:
        seat = m.to_act[0]
        chosen = bot.choose(m.view(seat))
        known = m.known_state(seat)
        before = position.write(setup.game, known)
        assert bot.advise(known, seat, m.legal(seat)) == chosen
        assert position.write(setup.game, known) == before
        m.play(seat, chosen)


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_an_action_is_legal_or_has_a_reason(setup: Setup) -> None:
    rules = setup.game.rules
    for number, (s, seat, _, legal) in enumerate(random_steps(setup, 1)):
        if number % 7 == 0:
            for action in range(setup.game.state.ACTIONS):
                assert (rules.why_not(s, seat, action) == 0) == (action in legal), action


@pytest.mark.parametrize("setup", setups(), ids=str)
@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_bad_moves_raise_and_change_nothing(setup: Setup, compiled: bool) -> None:
    rng = random.Random(5)
    m = seaboard.Match(setup.game, seats=setup.seats, seed=5, options=setup.options, compiled=compiled)
    tried = 0
    while not m.over and len(m.moves) < 60:
        before = m.position()
        acting = m.to_act
        for seat in range(m.seats):
            legal = m.legal(seat)
            if not legal:
                with pytest.raises(seaboard.NotYourTurn, match="to act"):
                    m.play(seat, 0)
                continue
            illegal = [a for a in range(setup.game.state.ACTIONS) if a not in legal]
            for action in [-1, setup.game.state.ACTIONS, *rng.sample(illegal, min(5, len(illegal)))]:
                with pytest.raises(seaboard.IllegalAction) as error:
                    m.play(seat, action)
                assert len(str(error.value)) > 5
                tried += 1
        with pytest.raises(seaboard.NotYourTurn, match="there is no seat"):
            m.play(m.seats, 0)
        assert m.position() == before
        seat = rng.choice(acting)
        m.play(seat, rng.choice(m.legal(seat)))
    assert tried


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_nobody_plays_after_the_end(setup: Setup) -> None:
    m = seaboard.Match(setup.game, seats=setup.seats, seed=2, options=setup.options, compiled=True)
    rng = random.Random(2)
    while not m.over:
        seat = rng.choice(m.to_act)
        m.play(seat, rng.choice(m.legal(seat)))
    assert m.to_act == []
    assert m.winners
    assert all(m.legal(seat) == [] for seat in range(m.seats))
    assert len(m.scores) >= m.seats
    assert all(w < len(m.scores) for w in m.winners)
    before = state.copy(m.plain_state())
    with pytest.raises(seaboard.MatchOver):
        m.play(0, 0)
    assert m.plain_state() == before


@pytest.mark.parametrize("setup", setups(), ids=str)
@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_a_move_that_is_taken_back_never_happened(setup: Setup, compiled: bool) -> None:
    rng = random.Random(str(setup))
    chosen: dict[str, Any] = {"seats": setup.seats, "seed": 5, "options": setup.options, "compiled": compiled}
    match = seaboard.Match(setup.game, **chosen)
    for _ in range(6):
        for _ in range(rng.randrange(1, 30)):
            if not match.over:
                seat = rng.choice(match.to_act)
                match.play(seat, rng.choice(match.legal(seat)))
        kept = rng.randrange(len(match.moves) + 1)
        never = seaboard.Match(setup.game, **chosen)
        for seat, action in match.moves[:kept]:
            never.play(seat, action)
        match.take_back(kept)
        assert match.position() == never.position()
        assert match.record() == never.record()
        for seat in (None, *range(setup.seats)):
            assert match.view(seat) == never.view(seat)
            assert match.events(seat) == never.events(seat)
