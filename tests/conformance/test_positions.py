"""A position is accepted only if play could have led to it, as far as its numbers tell; the refusal names the field.

Numbers of real positions are altered one at a time. What is accepted in spite of that is played on: every state that comes of it
must be one that is accepted too, and nobody may be left without an action.
"""

import contextlib
import os
import random
from typing import Any

import pytest

from seaboard import GAMES, BadPosition, Match, SeaboardError, state
from seaboard.game import Game
from tests.conformance.play import Setup, random_steps

POSITIONS = int(os.environ.get("SEABOARD_ALTERED_POSITIONS", "6"))
"""For each number of seats; `make soak` alters many more."""
STEPS = 30


def altered(game: Game, s: Any, field: state.Field, rng: random.Random) -> Any:
    """The state with one number of a field changed: by a little, or to one of its limits."""
    other = state.copy(s)
    low, high = field.limits

    def change(old: int) -> int:
        near = (-1, 0, 1, 2, old - 1, old + 1, old ^ 1, old ^ 1 << rng.randrange(8), low, high)
        return rng.choice([new for new in near if low <= new <= high])

    if not field.shape:
        setattr(other, field.name, change(getattr(other, field.name)))
        return other
    row = getattr(other, field.name)
    for _ in field.shape[1:]:
        row = rng.choice(row)
    place = rng.randrange(len(row))
    row[place] = change(row[place])
    return other


def fields_to_alter(game: Game) -> list[state.Field]:
    """All but the options and what follows from them, which have checks of their own, and the seed, which may be anything."""
    fixed = {"seats", "seed"}
    for option in game.options:
        fixed |= set(option.fields(option.choices(game.default_seats)[0], game.default_seats))
    return [field for field in state.fields(game.state.State) if field.name not in fixed]


@pytest.mark.parametrize("setup", [Setup(game, seats) for game in GAMES.values() for seats in game.seats], ids=str)
def test_a_position_with_a_wrong_number_is_refused_by_name_or_can_be_played_on(setup: Setup) -> None:
    game, rng = setup.game, random.Random(setup.seats)
    names = {field.name for field in state.fields(game.state.State)}
    refused = 0
    moments = [state.copy(s) for s, *_ in random_steps(setup, seed=1)]
    for s in rng.sample(moments, min(POSITIONS, len(moments))):
        for field in fields_to_alter(game):
            other = altered(game, s, field, rng)
            wrong = game.wrong_field(other)
            if wrong is not None:
                refused += 1
                assert other != s
                assert wrong in names or not hasattr(game.soundness, "FIELDS")
            else:
                play_on(game, other, rng)
    assert refused


def play_on(game: Game, s: Any, rng: random.Random) -> None:
    out = [0] * game.state.ACTIONS
    for _ in range(STEPS):
        assert game.wrong_field(s) is None
        if game.rules.is_over(s):
            return
        seat = game.rules.to_act(s).bit_length() - 1
        game.rules.apply(s, seat, out[rng.randrange(game.rules.legal_actions(s, seat, out))], None)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_each_field_that_may_be_named_is_one(game: Game) -> None:
    names = [field.name for field in state.fields(game.state.State)]
    for name in getattr(game.soundness, "FIELDS", ("",))[1:]:
        assert name in names


SCORES = [500, 500, 0, 0]
FOUND = [
    ("sea-change", {"leader": -128}, "leader"),
    ("sea-change", {"lead": "B"}, "lead"),
    ("sea-change", {"last_trick_size": 15}, "last_trick_size"),
    ("land-unter", {"still_in": [0, 1, 2**33]}, "still_in: 8589934592 is not a seat"),
    ("land-unter", {"last_levels": [12, 0, 0, 0, 0]}, "last_levels"),
    ("sea-of-clouds", {"won": [1, 0, 0, 0]}, "won"),
    ("sea-salt-and-paper", {"scores": SCORES}, "scores"),
]


@pytest.mark.parametrize(("name", "change", "message"), FOUND)
def test_what_play_can_not_have_led_to(name: str, change: dict[str, Any], message: str) -> None:
    m = Match(name, seed=1)
    Match.from_position(name, m.position())
    with pytest.raises(BadPosition, match=message):
        Match.from_position(name, m.position() | change)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_only_somebody_who_sits_and_is_ahead_has_won(game: Game) -> None:
    m, rng = Match(game, seed=2), random.Random(1)
    while not m.over:
        m.play(m.to_act[0], rng.choice(m.legal(m.to_act[0])))
    good = m.position()
    Match.from_position(game, good)
    for bits in (1 << m.seats, 1 << (m.winners[0] + 1) % m.seats, (1 << m.seats) - 1):
        winning = list(state.members(bits)) if isinstance(good["winning"], list) else bits
        with pytest.raises(BadPosition, match="winning"):
            Match.from_position(game, good | {"winning": winning})


def test_a_trick_of_sea_change_that_was_begun_has_a_lead() -> None:
    m = Match("sea-change", seed=1)
    m.play(m.to_act[0], m.legal(m.to_act[0])[0])
    with pytest.raises(BadPosition, match="lead"):
        Match.from_position("sea-change", m.position() | {"lead": None})


RUBBISH: list[Any] = [None, -(2**70), 2**70, "?", [], [[[]]], {}, [None], [2**70], True, 0.5]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_rubbish_in_a_field_is_refused_in_words(game: Game) -> None:
    good = Match(game, seed=1).position()
    for name in good:
        for rubbish in RUBBISH:
            given = good | {name: rubbish}
            with contextlib.suppress(SeaboardError):  # any other error is not one in words
                Match.from_position(game, given)
