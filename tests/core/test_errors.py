"""Bad input gets a sentence that says what to do."""

import copy
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import seaboard
from seaboard import Match, envs
from seaboard.review.decisions import Judge


def finished() -> Match:
    m = Match("sea-change", seed=1, options={"target": 1})
    while not m.over:
        m.play(m.to_act[0], m.legal(m.to_act[0])[0])
    return m


def test_an_unknown_game_lists_the_games() -> None:
    with pytest.raises(seaboard.UnknownGame, match="there is no game 'chess'; the games are: sea-change"):
        Match("chess")


@pytest.mark.parametrize("seats", [0, 9, -1, True, 2.0, "4"])
def test_a_bad_seat_count_says_the_range(seats: Any) -> None:
    with pytest.raises(seaboard.BadSeats, match="1 to 8 seats"):
        Match("sea-change", seats=seats)


@pytest.mark.parametrize("game", [[], {}, None, 5])
def test_what_is_no_name_of_a_game(game: Any) -> None:
    with pytest.raises(seaboard.UnknownGame, match="the games are: sea-change"):
        Match(game)


@pytest.mark.parametrize("options", [5, "teams=2", [("teams", 2)], False])
def test_options_are_a_mapping(options: Any) -> None:
    with pytest.raises(seaboard.BadOption, match="options are names with their choices, like"):
        Match("sea-change", options=options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"speed": 3}, "no option 'speed'; its options are: teams"),
        ({"teams": 3}, "teams can't be 3 with 4 seats; choose one of: 0, 2"),
        ({"teams": True}, "teams can't be True"),
        ({"target": 21}, "target can't be 21"),
        ({"suits": "BG"}, "suits can't be 'BG'"),
        ({"first_dealer": 4}, "first_dealer can't be 4"),
    ],
)
def test_a_bad_option_says_the_choices(options: dict[str, Any], message: str) -> None:
    with pytest.raises(seaboard.BadOption, match=message):
        Match("sea-change", seats=4, options=options)


@pytest.mark.parametrize("seed", [-1, 2**128, 1.5, "7", True])
def test_a_bad_seed(seed: Any) -> None:
    with pytest.raises(seaboard.SeaboardError, match="a seed is a whole number"):
        Match("sea-change", seed=seed)


@pytest.mark.parametrize("text", ["", "Z1", "B16", "B-1", "8B", "B8B", "²", "B²"])
def test_bad_notation_lists_the_moves(text: str) -> None:
    m = Match("sea-change", seed=1)
    with pytest.raises(seaboard.BadNotation, match="is not a move of Sea Change; legal now: "):
        m.parse(text, m.to_act[0])


@pytest.mark.parametrize("text", [None, 5, b"B8", ["B8"]])
def test_a_move_is_text(text: Any) -> None:
    m = Match("sea-change", seed=1)
    with pytest.raises(seaboard.BadNotation, match="a move is written as text, like 'B0', not"):
        m.parse(text, 0)


@pytest.mark.parametrize("seat", [9, -1, "0", None, True])
def test_a_seat_that_is_not_there(seat: Any) -> None:
    m = Match("sea-change", seed=1)
    for ask in (
        *(lambda: m.parse("B8", seat), lambda: m.notation(0, seat), lambda: m.why_not(seat, 0)),
        *(lambda: m.legal(seat), lambda: m.reason(seat, 0)),
    ):
        with pytest.raises(seaboard.NotYourTurn, match="this match has seats 0 to 3"):
            ask()


@pytest.mark.parametrize("action", [-1, 80, "0", None, True])
def test_an_action_that_is_none(action: Any) -> None:
    m = Match("sea-change", seed=1)
    for ask in (m.notation, lambda action, seat: m.reason(seat, action)):
        with pytest.raises(seaboard.IllegalAction, match="79"):
            ask(action, 0)


@pytest.mark.parametrize("action", [6.0, "6", None, True, np.float32(6), np.array([6])])
@pytest.mark.parametrize("compiled", [False, True])
def test_an_action_that_is_no_whole_number_is_not_played(action: Any, compiled: bool) -> None:
    m = Match("sea-change", seed=1, compiled=compiled)
    with pytest.raises(seaboard.IllegalAction, match="there is no action"):
        m.play(m.to_act[0], action)
    assert m.moves == []


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8])
@pytest.mark.parametrize("compiled", [False, True])
def test_whole_numbers_of_numpy_are_whole_numbers(kind: Any, compiled: bool) -> None:
    m = Match("sea-change", seats=kind(3), seed=kind(5), options={"target": kind(2)}, compiled=compiled)
    plain = Match("sea-change", seats=3, seed=5, options={"target": 2})
    seat, action = plain.to_act[0], plain.legal(plain.to_act[0])[1]
    assert m.legal(kind(seat)) == plain.legal(seat)
    assert m.notation(kind(action), kind(seat)) == plain.notation(action, seat)
    assert m.why_not(kind(seat), kind(action)) == "" == plain.why_not(seat, action)
    assert m.view(kind(seat)) == plain.view(seat)
    m.play(kind(seat), kind(action))
    plain.play(seat, action)
    assert json.dumps(m.record()) == json.dumps(plain.record())
    assert m.events(kind(seat)) == plain.events(seat)
    view = plain.view(plain.to_act[0])
    for name in ("random", "search:20"):
        made = [seaboard.bots.make(name, "sea-change", seed=each) for each in (kind(7), 7)]
        assert made[0].choose(view) == made[1].choose(view)


@pytest.mark.parametrize("after", [99, -1, "0", 0.0])
def test_events_after_a_move_that_was_not_played(after: Any) -> None:
    m = Match("sea-change", seed=1)
    with pytest.raises(seaboard.SeaboardError, match="after is a number of moves, from 0 to the 0 that have been played"):
        m.events(0, after=after)
    with pytest.raises(seaboard.SeaboardError, match="since is how many events to skip"):
        m.events(0, since=-1)


@pytest.mark.parametrize("kept", [1, -1, "0", None, 0.0])
def test_moves_that_can_not_be_kept(kept: Any) -> None:
    with pytest.raises(seaboard.SeaboardError, match="moves can't be kept: there are 0"):
        Match("sea-change", seed=1).take_back(kept)


@pytest.mark.parametrize("rules", [0, 9, "1", True])
def test_rules_that_can_not_be_played(rules: Any) -> None:
    with pytest.raises(seaboard.SeaboardError, match="rules"):
        Match("sea-of-clouds", rules=rules)


@pytest.mark.parametrize("name", [5, None, []])
def test_a_bot_is_named_by_a_text(name: Any) -> None:
    with pytest.raises(seaboard.bots.UnknownBot, match="named by a text"):
        seaboard.bots.Spec.read(name, game="sea-change")


@pytest.mark.parametrize("strength", [{"simulations": "many"}, {"simulations": 1.5}, {"seconds": "1"}])
def test_a_strength_is_a_number(strength: Any) -> None:
    with pytest.raises(seaboard.bots.BadBot, match=r"a search has|a bot thinks for"):
        seaboard.bots.make("search", "sea-change", **strength)


def choosing(name: str) -> Callable[[dict[str, Any]], Any]:
    return lambda view: seaboard.bots.make(name, "sea-change").choose(view)


WITH_A_MEMORY: dict[str, Callable[[dict[str, Any]], Any]] = {
    **{name: choosing(name) for name in ("simple", "search:10", "learned", "learned:20")},
    "envs.observe": envs.observe,
    "a review": lambda view: Judge(seaboard.GAMES["sea-change"], simulations=10).weigh(view, turn=0),
}


@pytest.mark.parametrize("ask", WITH_A_MEMORY.values(), ids=list(WITH_A_MEMORY))
def test_who_needs_a_memory_and_gets_the_view_of_a_page_says_what_is_missing(ask: Callable[[dict[str, Any]], Any]) -> None:
    m = Match("sea-change", seed=1)
    with pytest.raises(seaboard.BadPosition, match="this view has no memory"):
        ask(m.view(m.to_act[0], memory=False))


@pytest.mark.parametrize("name", ["random", "simple", "search:10", "learned", "learned:20", "cmd:true"])
@pytest.mark.parametrize("given", [{}, 5, None, "view", {"legal": 3}])
def test_a_bot_that_is_given_no_view_says_so(name: str, given: Any) -> None:
    with pytest.raises(seaboard.BadPosition, match="this is not a view: give a bot what Match"):
        seaboard.bots.make(name, "sea-change").choose(given)


@pytest.mark.parametrize("name", ["random", "simple", "search:10", "learned", "cmd:true"])
def test_a_bot_that_has_nothing_to_choose_says_so(name: str) -> None:
    m = Match("sea-change", seed=1)
    for seat in (None, (m.to_act[0] + 1) % 4):
        with pytest.raises(seaboard.BadPosition, match="nothing to choose in this view"):
            seaboard.bots.make(name, "sea-change").choose(m.view(seat))


@pytest.mark.parametrize("given", [{}, 5, None, "view", {"game": "sea-change"}])
def test_what_is_no_view_is_not_observed(given: Any) -> None:
    with pytest.raises(seaboard.SeaboardError, match=r"this is not a view: observe what match.view"):
        envs.observe(given)


@pytest.mark.parametrize("seed", ["x", 1.5, -1, True])
def test_a_bot_with_a_bad_seed(seed: Any) -> None:
    with pytest.raises(seaboard.SeaboardError, match="a bot's seed is a whole number from 0"):
        seaboard.bots.make("random", "sea-change", seed=seed)


def test_any_action_needs_no_memory() -> None:
    m = Match("sea-change", seed=1)
    assert seaboard.bots.make("random", "sea-change").choose(m.view(m.to_act[0], memory=False)) in m.legal(m.to_act[0])


def broken(change: dict[str, Any], *, drop: str = "") -> dict[str, Any]:
    record = {**copy.deepcopy(finished().record()), **change}
    record.pop(drop, None)
    return record


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({}, "not a record of Seaboard"),
        ([], "not a record of Seaboard"),
        (broken({}, drop="moves"), "the record lacks 'moves'"),
        (broken({}, drop="seed"), "the record lacks 'seed'"),
        (broken({"moves": "B8"}), "'moves' must be a list"),
        (broken({"moves": [[0]]}), "move 1, .* does not replay"),
        (broken({"moves": [[0, 1, 2]]}), "move 1, .* does not replay"),
        (broken({"moves": [["0", 1]]}), "move 1, .* does not replay: there is no seat"),
        (broken({"moves": [[9, 1]]}), "move 1, .* does not replay: there is no seat 9"),
        (broken({"moves": [[0, 999]]}), "move 1, .* does not replay"),
        (broken({"game": "chess"}), "there is no game 'chess'"),
        (broken({"seats": 99}), "the record can't be started"),
        (broken({"options": {"teams": 9}}), "the record can't be started: teams can't be 9"),
        (broken({"options": None}), "the record can't be started|does not replay|says"),
        (broken({"seed": "xyz"}), "the record can't be started"),
        (broken({"seed": 5}), "the record can't be started"),
        (broken({"scores": [9, 9, 9, 9]}), "the record says scores"),
        (broken({"winners": []}), "the record says winners"),
        (broken({"rules": "1"}), "'rules' must be the number"),
        (broken({"rules": 0}), "no longer plays"),
    ],
)
def test_a_record_that_does_not_replay_says_where(record: Any, message: str) -> None:
    with pytest.raises(seaboard.BadRecord, match=message):
        Match.replay(record)


def test_a_record_of_newer_rules_says_to_update() -> None:
    with pytest.raises(seaboard.NewerRules, match="update it"):
        Match.replay(broken({"rules": 99}))


def altered(**fields: Any) -> dict[str, Any]:
    return {**Match("sea-change", seed=1).position(), **fields}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, "a position is a JSON object"),
        ({}, "this is a position of None"),
        ({"game": "sea-change"}, "'rules' must be the number"),
        ({"game": "sea-change", "rules": 1}, "the position lacks 'seats'"),
        (altered(colour=1), "no field 'colour'"),
        (altered(seats=300), "seats needs whole numbers from -128 to 127, not 300"),
        (altered(seats="4"), "seats needs whole numbers"),
        (altered(seats=0), "can't arise"),
        (altered(vps=[1, 2]), "vps needs a list of 8"),
        (altered(hands=[["B99"]]), "hands: 'B99' is not a card"),
        (altered(hands=[["B8", "B8"]]), "hands: B8 is there twice"),
        (altered(hands=[[]] * 8), "can't arise: hands contradicts"),
        (altered(trump="X"), "trump: "),
        (altered(seed="zz"), "seed: "),
        (altered(seed="1" * 33), "seed: a seed is 32 hexadecimal digits"),
        (altered(turn=7), "can't arise: turn"),
        (altered(sides=100), "can't arise: sides"),
        (altered(trick_size=8), "can't arise: trick_size"),
        (altered(leader=-128), "can't arise: leader"),
        (altered(lead="B"), "can't arise: lead "),
        (altered(last_trick_size=15), "can't arise: last_trick_size"),
        (altered(teams=3), "can't be 3"),
    ],
)
def test_a_bad_position_says_which_field(given: Any, message: str) -> None:
    with pytest.raises(seaboard.SeaboardError, match=message):
        Match.from_position("sea-change", given)
