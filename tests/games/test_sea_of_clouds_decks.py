"""Deck files: a host's own deck plays under every law, and a broken one gets its own clear error."""

import gc
import json
import pickle
import random
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest
from gymnasium.utils.env_checker import check_env

import seaboard
from seaboard import envs
from seaboard.games import GAMES
from seaboard.games.sea_of_clouds import deck_file, decks
from seaboard.games.sea_of_clouds.cards import MOST_CARDS, MOST_KINDS
from seaboard.games.sea_of_clouds.deck_file import VOCABULARY, BadDeck
from tests.conformance import test_modes_agree, test_play, test_secrecy, test_soundness
from tests.conformance.play import Setup

GAME = GAMES["sea-of-clouds"]
DECK_OPTION = next(option for option in GAME.options if option.name == "deck")

OWN = """
removed_with_two_players = "star-chart"

[[card]]
name = "grog"
title = "The Captain's Grog"
text = "Better not ask."
type = "rum"
count = 9
source = "reconstruction"
effect = "value"
value = 2

[[card]]
name = "star-chart"
type = "relic"
count = 3
source = "rulebook"
effect = "set"
values = [0, 3, 9]

[[card]]
name = "parrot-perch"
type = "instant"
count = 2
source = "reconstruction"
effect = "take-parrot"

[[card]]
name = "bosun"
type = "pirate"
count = 5
source = "reconstruction"
strength = 2
effect = "steal-rums"
rums = 2
once = true
"""


def every_effect() -> str:
    """A deck in which every effect of the vocabulary has cards, and every pirate's also `once`, filled up to the most cards."""
    cards = []
    for type_, effects in VOCABULARY.items():
        for effect, numbers in effects.items():
            for once in (False, True) if type_ == "pirate" else (False,):
                name = f"{type_}-{effect}{'-once' if once else ''}"
                count = 1 if effect == "chest" else 3
                lines = [f'name = "{name}"', f'type = "{type_}"', f"count = {count}", 'source = "reconstruction"', f'effect = "{effect}"']
                lines += [f"{key} = 2" for key in numbers if key != "strength" or type_ != "pirate"]
                lines += ["strength = 1", f"once = {str(once).lower()}"] if type_ == "pirate" else []
                lines += ["values = [-1, 2, 5]"] if effect == "set" else []
                cards.append("[[card]]\n" + "\n".join(lines) + "\n")
    return 'removed_with_two_players = ""\n' + "\n".join(cards)


PIRATES_ONLY = """
removed_with_two_players = ""
[[card]]
name = "bosun"
type = "pirate"
count = 120
source = "reconstruction"
strength = 1
effect = "take-loot"
"""
ONE_CARD = """
removed_with_two_players = "chest"
[[card]]
name = "chest"
type = "object"
count = 1
source = "rulebook"
effect = "chest"
doubloons = 9
"""
RUMS_ONLY = """
removed_with_two_players = ""
[[card]]
name = "grog"
type = "rum"
count = 120
source = "reconstruction"
effect = "value"
value = 2
"""
DECKS = {"rums-only": RUMS_ONLY, "own": OWN, "every-effect": every_effect(), "pirates-only": PIRATES_ONLY, "one-card": ONE_CARD}
SETUPS = [pytest.param(Setup(GAME, seats, {"deck": text}), id=f"{name}-{seats}") for name, text in DECKS.items() for seats in (2, 3, 4)]


# ---- Decks that play -----------------------------------------------------------------------------


@pytest.mark.parametrize("setup", SETUPS)
def test_an_own_deck_plays_and_every_state_is_sound(setup: Setup) -> None:
    test_soundness.check_matches(setup, 300)
    test_play.test_an_action_is_legal_or_has_a_reason(setup)


@pytest.mark.parametrize("setup", SETUPS)
def test_an_own_deck_plays_alike_in_both_modes(setup: Setup) -> None:
    test_modes_agree.test_every_state_and_legal_action_agrees(setup)


@pytest.mark.parametrize("seats", [2, 4])
def test_an_own_deck_keeps_its_secrets(seats: int) -> None:
    setup = Setup(GAME, seats, {"deck": DECKS["every-effect"]})
    test_secrecy.test_a_state_redealt_looks_the_same_to_its_seat(setup)
    test_secrecy.test_redeals_and_hiding_agree_between_the_modes(setup)
    test_secrecy.test_hiding_is_all_there_is_to_know(setup)


@pytest.mark.parametrize("setup", SETUPS)
def test_what_an_environment_shows_of_an_own_deck_is_in_its_space(setup: Setup) -> None:
    env = envs.gym(GAME, seats=setup.seats, options=setup.options, bots=["random"], history=20)
    rows = envs.layout(GAME, setup.seats)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*Not able to test alternative render modes.*")
        check_env(env)
    for seed in range(3):
        seen, _ = env.reset(seed=seed)
        env.action_space.seed(seed)
        over = False
        while not over:
            assert env.observation_space.contains(seen)
            for seat in range(setup.seats):
                row = env.table.look(seat)[0]
                assert ((rows.low <= row) & (row <= rows.high)).all()
            seen, _, over, _, _ = env.step(env.action_space.sample(seen["action_mask"]))
        assert env.observation_space.contains(seen)


def some_match(moves: int = 20) -> seaboard.Match:
    m = seaboard.Match(GAME, seats=3, seed=4, options={"deck": OWN})
    rng = random.Random(4)
    for _ in range(moves):
        seat = m.to_act[0]
        m.play(seat, rng.choice(m.legal(seat)))
    return m


def test_views_do_not_repeat_the_text_of_a_deck() -> None:
    m = seaboard.Match(GAME, seats=3, seed=4, options={"deck": OWN})
    assert m.view(0)["options"]["deck"] == "own"
    assert OWN not in str(m.view(0, memory=False))
    assert m.record()["options"]["deck"] == OWN
    assert seaboard.Match(GAME, seats=3).view(0)["options"]["deck"] == "standard"


def test_names_of_an_own_deck_are_in_views_events_moves_and_positions() -> None:
    m = some_match()
    names = set(decks.read(OWN).names)
    kinds = m.view(0)["table"]["kinds"]
    assert kinds["grog"]["title"] == "The Captain's Grog"
    assert kinds["grog"]["text"] == "Better not ask."
    assert kinds["bosun"] | {"rums": 2, "once": True} == kinds["bosun"]
    laid = [event["card"] for event in m.events(None) if event["event"] == "card_laid"]
    assert laid
    assert set(laid) <= names
    assert set(m.position()["pile"]) <= names


def test_records_and_positions_carry_the_deck_into_another_process(tmp_path: Path) -> None:
    m = some_match()
    (tmp_path / "record").write_text(json.dumps(m.record()), encoding="utf-8")
    (tmp_path / "position").write_text(json.dumps(m.position()), encoding="utf-8")
    (tmp_path / "pickle").write_bytes(pickle.dumps(m))
    code = (
        "import json, pickle, sys, pathlib, seaboard\n"
        "here = pathlib.Path(sys.argv[1])\n"
        "how = {'record': lambda f: seaboard.Match.replay(json.loads(f.read_text())),\n"
        "       'position': lambda f: seaboard.Match.from_position('sea-of-clouds', json.loads(f.read_text())),\n"
        "       'pickle': lambda f: pickle.loads(f.read_bytes())}[sys.argv[2]]\n"
        "m = how(here / sys.argv[2])\n"
        "print(json.dumps([m.position(), m.view(0), m.options]))\n"
    )
    for how in ("record", "position", "pickle"):
        out = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path), how], check=True, capture_output=True, text=True, env={"PYTHONPATH": "src"}
        )
        position, view, options = json.loads(out.stdout)
        assert position == json.loads(json.dumps(m.position())), how
        assert view == json.loads(json.dumps(m.view(0))), how
        assert options["deck"] == OWN


def test_the_command_line_names_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    assert DECK_OPTION.read(str(file), 3) == OWN
    assert DECK_OPTION.read("standard", 3) == "standard"
    with pytest.raises(BadDeck, match="can't be read: No such file"):
        DECK_OPTION.read(str(tmp_path / "missing.toml"), 3)
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadDeck, match="not UTF-8"):
        DECK_OPTION.read(str(file), 3)


# ---- Broken decks --------------------------------------------------------------------------------

CARD = '[[card]]\nname = "grog"\ntype = "rum"\ncount = 9\nsource = "rulebook"\neffect = "value"\nvalue = 2\n'
HEAD = 'removed_with_two_players = ""\n'
PIRATE = '[[card]]\nname = "mate"\ntype = "pirate"\ncount = 1\nsource = "rulebook"\neffect = "take-loot"\nstrength = 2\n'
RELIC = '[[card]]\nname = "chart"\ntype = "relic"\ncount = 3\nsource = "rulebook"\neffect = "set"\nvalues = [0, 3, 9]\n'
CHEST = '[[card]]\nname = "box"\ntype = "object"\ncount = 1\nsource = "rulebook"\neffect = "chest"\ndoubloons = 5\n'

BROKEN = {
    "not even TOML": ("Dear Seaboard, here is my deck", r"line 1: this is not TOML: Expected '='"),
    "TOML that breaks off": (HEAD + "[[card]]\nname = ", r"line 3: this is not TOML"),
    "nothing": ("", r"line 1: there is no card"),
    "no cards": (HEAD, r"line 1: there is no card"),
    "a card that is none": (HEAD + "card = [1]\n", r"card 1: a card is a table"),
    "one card, not a list": (HEAD + '[card]\nname = "grog"\n', r"line 2: there is no card"),
    "missing field": (HEAD + CARD.replace('type = "rum"\n', ""), r"line 2: grog: the field 'type' is missing"),
    "missing name": (HEAD + CARD.replace('name = "grog"\n', ""), r"line 2: card 1: the field 'name' is missing"),
    "missing number": (HEAD + CARD.replace("value = 2\n", ""), r"line 2: grog: the field 'value' is missing"),
    "missing strength": (HEAD + PIRATE.replace("strength = 2\n", ""), r"line 2: mate: the field 'strength' is missing"),
    "missing removed": (CARD, r"line 1: 'removed_with_two_players' is missing"),
    "unknown effect": (
        HEAD + CARD + PIRATE.replace("take-loot", "sink-ship"),
        r"line 14: mate: a pirate's effect can't be 'sink-ship'; it is one of: gain",
    ),
    "an effect of another type": (HEAD + CARD.replace('"value"', '"take-loot"'), r"line 7: grog: a rum's effect can't be 'take-loot'"),
    "unknown type": (HEAD + CARD.replace('"rum"', '"ship"'), r"line 4: grog: type can't be 'ship'; it is one of: rum, relic"),
    "unknown source": (HEAD + CARD.replace('"rulebook"', '"hearsay"'), r"line 6: grog: source can't be 'hearsay'"),
    "wrong type of count": (
        HEAD + CARD.replace("count = 9", 'count = "nine"'),
        r"line 5: grog: 'count' must be a whole number, not 'nine'",
    ),
    "a boolean count": (HEAD + CARD.replace("count = 9", "count = true"), r"line 5: grog: 'count' must be a whole number, not True"),
    "a broken count": (HEAD + CARD.replace("count = 9", "count = 1.5"), r"line 5: grog: 'count' must be a whole number, not 1.5"),
    "wrong type of name": (HEAD + CARD.replace('name = "grog"', "name = 7"), r"line 3: card 1: 'name' must be a text"),
    "wrong type of values": (HEAD + RELIC.replace("[0, 3, 9]", '"many"'), r"line 8: chart: 'values' must be a list of whole numbers"),
    "wrong type of once": (HEAD + PIRATE + "once = 1\n", r"line 9: mate: 'once' must be true or false, not 1"),
    "wrong type of title": (HEAD + CARD + "title = 3\n", r"line 9: grog: 'title' must be a text"),
    "a long title": (HEAD + CARD + f'title = "{"x" * 99}"\n', r"line 9: grog: 'title' has 99 characters; it can have at most 60"),
    "duplicate name": (HEAD + CARD + CARD, r"line 10: card 2: there is another card named 'grog'"),
    "duplicate field": (HEAD + CARD + "count = 3\n", r"line 9: this is not TOML"),
    "a name with blanks": (HEAD + CARD.replace('"grog"', '"Old Grog"'), r"line 3: card 1: the name 'Old Grog' must be small letters"),
    "a count of zero": (HEAD + CARD.replace("count = 9", "count = 0"), r"line 5: grog: 'count' must be at least 1, not 0"),
    "a count below zero": (HEAD + CARD.replace("count = 9", "count = -3"), r"line 5: grog: 'count' must be at least 1, not -3"),
    "a million cards": (HEAD + CARD.replace("count = 9", "count = 1_000_000"), r"line 5: grog: 'count' must be at most 120, not 1000000"),
    "a million tables": (HEAD + CARD * 1_000_000, r"characters are too many"),
    "a number of 4000 digits": (
        HEAD + CARD.replace("count = 9", f"count = {'9' * 4000}"),
        r"line 5: grog: 'count' must be at most 120, not 9{38,40}",
    ),
    "a number of 9000 digits": (HEAD + CARD.replace("count = 9", f"count = {'9' * 9000}"), r"not TOML that can be read|at most 120"),
    "too many cards together": (
        HEAD + CARD.replace("count = 9", "count = 100") + PIRATE.replace("count = 1", "count = 21"),
        r"line 12: mate: with this one there are 121 cards; a deck has at most 120",
    ),
    "too many kinds": (
        HEAD + "".join(CARD.replace("grog", f"grog-{i}").replace("count = 9", "count = 1") for i in range(65)),
        r"this is the 65th kind",
    ),
    "too many sets": (HEAD + "".join(RELIC.replace("chart", f"chart-{i}") for i in range(9)), r"the 9th set of relics"),
    "a set too long": (
        HEAD + RELIC.replace("count = 3", "count = 13").replace("[0, 3, 9]", str([0] * 13)),
        r"line 5: chart: a set has at most 12 cards, not 13",
    ),
    "values that don't fit the count": (HEAD + RELIC.replace("count = 3", "count = 4"), r"line 8: chart: 'values' needs 4 numbers.*not 3"),
    "two chests": (HEAD + CHEST.replace("count = 1", "count = 2"), r"line 5: box: a deck has at most one chest"),
    "a number out of bounds": (HEAD + CARD.replace("value = 2", "value = 500"), r"line 8: grog: 'value' must be at most 99, not 500"),
    "a gain of nothing": (HEAD + CHEST.replace("doubloons = 5", "doubloons = 0"), r"line 8: box: 'doubloons' must be at least 1, not 0"),
    "unknown field": (HEAD + CARD + 'colour = "red"\n', r"line 9: grog: a rum with the effect 'value' has no field 'colour'"),
    "a rum with strength": (HEAD + CARD + "strength = 3\n", r"line 9: grog: .* has no field 'strength'"),
    "unknown table": (HEAD + CARD + "[rules]\nrounds = 99\n", r"line 9: a deck file has no 'rules'"),
    "a table inside a card": (HEAD + CARD + "[card.extra]\nx = 1\n" + PIRATE, r"line 9: grog: .* has no field 'extra'"),
    "unknown key on top": ("rounds = 99\n" + HEAD + CARD, r"line 1: a deck file has no 'rounds'"),
    "removed names no card": (HEAD.replace('""', '"sirens"') + CARD, r"line 1: no card is named 'sirens'"),
    "removed is no text": (HEAD.replace('""', "3") + CARD, r"line 1: no card is named 3"),
    "cards in another style": (HEAD + 'card = [{name = "grog", type = "rum"}]\n', r"grog: the field 'count' is missing"),
    "deep nesting": (HEAD + "card = " + "[" * 20_000, r"not TOML"),
    "a lone surrogate": (HEAD + CARD + 'title = "\ud800"\n', r"not TOML"),
}


@pytest.mark.parametrize(("text", "fault"), BROKEN.values(), ids=BROKEN)
def test_a_broken_deck_gets_its_own_clear_error(text: str, fault: str) -> None:
    with pytest.raises(BadDeck, match=fault) as error:
        seaboard.Match(GAME, seats=3, options={"deck": text})
    assert isinstance(error.value, seaboard.BadOption)
    assert str(error.value).startswith("deck")
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("value", [7, None, ["standard"], b"standard", True])
def test_a_deck_that_is_no_text_is_refused(value: object) -> None:
    with pytest.raises(BadDeck, match="must be 'standard' or the text of a deck file"):
        seaboard.Match(GAME, seats=3, options={"deck": value})


def test_a_header_inside_a_text_does_not_move_the_lines() -> None:
    odd = HEAD + CARD + 'text = """\n[[card]]\nname = "no"\n"""\n' + PIRATE.replace("count = 1", "count = 0")
    with pytest.raises(BadDeck, match=r"line 16: mate: 'count'"):
        deck_file.parse(odd)


def test_the_bounds_hold_exactly() -> None:
    many = HEAD + "".join(CARD.replace("grog", f"grog-{i}").replace("count = 9", "count = 1") for i in range(MOST_KINDS))
    assert len(deck_file.parse(many).kinds) == MOST_KINDS
    assert len(deck_file.parse(HEAD + CARD.replace("count = 9", f"count = {MOST_CARDS}")).names) == MOST_CARDS


def test_a_position_with_a_broken_deck_is_a_bad_position() -> None:
    place = some_match().position()
    with pytest.raises(seaboard.BadPosition, match="not TOML"):
        seaboard.Match.from_position(GAME, place | {"deck": "?"})
    with pytest.raises(seaboard.BadPosition):
        seaboard.Match.from_position(GAME, place | {"deck": "standard"})


def test_decks_that_nobody_plays_with_are_forgotten_and_those_in_play_are_not() -> None:
    own = f"# in play\n{OWN}"
    match = seaboard.Match("sea-of-clouds", seats=3, seed=1, options={"deck": own})
    before = match.view(0)
    for number in range(100):
        decks.read(f"# deck {number}\n{OWN}")
    gc.collect()
    assert len(decks._met) < 80
    assert match.view(0) == before
    assert match.copy().options["deck"] == own
    assert pickle.loads(pickle.dumps(match)).view(0) == before


LONG_KEY = ".".join("a" * 20_000)


@pytest.mark.parametrize(
    "hostile",
    [
        f"{LONG_KEY} = 1",
        f"[{LONG_KEY}]",
        f"[[{LONG_KEY}]]",
        f"x = {{ {LONG_KEY} = 1 }}",
        ".".join(['"\\""'] * 9_000) + " = 1",
        " . ".join(["''"] * 8_000) + " = 1",
        'text = """\n. " . \'\'\' .\n""""\n' + LONG_KEY + " = 1",
        "text = '''\n\\'''\n" + LONG_KEY + " = 1",
        "# it's a \"comment\n" + LONG_KEY + " = 1",
    ],
)
def test_a_key_of_many_parts_is_refused_by_its_line_before_it_is_read(hostile: str) -> None:
    began = time.process_time()
    with pytest.raises(BadDeck, match=r"line \d+: a key has more than 8 dots"):
        deck_file.parse(hostile)
    assert time.process_time() - began < 0.5  # reading it takes seconds


@pytest.mark.parametrize("unclosed", ['"\\' * 24_000, '"' * 49_000, "'" * 49_000, '"""' + '\\"' * 20_000, "a" * 49_000, "a" + " " * 49_000])
def test_what_is_no_deck_is_refused_soon(unclosed: str) -> None:
    began = time.process_time()
    with pytest.raises(BadDeck):
        deck_file.parse(unclosed)
    assert time.process_time() - began < 0.5


def test_texts_may_have_as_many_dots_as_they_like() -> None:
    dotted = HEAD + CARD + f'text = "{"a. " * 90}" # {"b." * 90}\n'
    assert deck_file.parse(dotted).kinds[0].words == {"text": "a. " * 90}


@pytest.mark.parametrize("character", ["\\u0000", "\\u001b", "\u202e", "\u2066", "\\u2028"])
def test_a_title_that_nobody_can_read_is_refused(character: str) -> None:
    with pytest.raises(BadDeck, match=r"line 9: grog: 'title' has characters that are invisible"):
        deck_file.parse(HEAD + CARD + f'title = "Gr{character}og"\n')


def test_a_text_may_have_several_lines() -> None:
    assert deck_file.parse(HEAD + CARD + 'text = "one\\ntwo"\n').kinds[0].words == {"text": "one\ntwo"}
