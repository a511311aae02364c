"""Names, strengths and levels."""

import pytest

import seaboard
from seaboard import bots, locales
from seaboard.bots import LEVELS, Spec
from seaboard.bots.levels import FORMER, current
from seaboard.games import GAMES


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("random", Spec("random")),
        ("Simple", Spec("simple")),
        ("search", Spec("search", seconds=1.0)),
        ("search:1000", Spec("search", simulations=1000)),
        ("search:10_000", Spec("search", simulations=10_000)),
        ("search:0.5s", Spec("search", seconds=0.5)),
        ("captain", Spec("search", simulations=130)),
        ("learned@My Nets/w.npz", Spec("learned", where="My Nets/w.npz")),
        ("learned@C:/w.npz:1_000", Spec("learned", simulations=1000, where="C:/w.npz")),
        ("legend", Spec("learned", simulations=30_000)),
        ("captain-1", Spec("search", simulations=1000)),
    ],
)
def test_a_bot_is_named_in_text(text: str, spec: Spec) -> None:
    assert Spec.read(text, game="sea-change") == spec
    assert Spec.read(str(spec), game="sea-change") == spec


@pytest.mark.parametrize(
    "text",
    [
        "",
        "deep-blue",
        "search:fast",
        "search:-1",
        "search:0",
        "search:0s",
        "simple:100",
        "captain:5",
        "learned@",
        "learned@:5",
        "learned@w.npz:0",
        "search@w.npz",
    ],
)
def test_a_name_that_means_nothing_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(seaboard.SeaboardError) as error:
        Spec.read(text, game="sea-change")
    assert len(str(error.value)) > 20


def test_a_strength_is_given_once() -> None:
    for keywords in ({"simulations": 5, "seconds": 1.0}, {"simulations": 0}, {"seconds": -1.0}):
        with pytest.raises(bots.BadBot):
            bots.make("search", "sea-change", **keywords)
    for name in ("simple", "captain", "search:100"):
        with pytest.raises(bots.BadBot):
            bots.make(name, "sea-change", simulations=10)


def test_levels_grow_and_have_names_in_every_language() -> None:
    for game in (*GAMES, "chess"):
        specs = [Spec.read(level, game=game) for level in LEVELS]
        kinds = [(spec.kind != "simple", spec.kind == "learned", spec.simulations or 0) for spec in specs]
        assert kinds == sorted(set(kinds))
        assert specs[0] == Spec("simple"), "outside the queue of those who think"
    for language in locales.LANGUAGES:
        names = [locales.say(language, "page", f"level.{level}") for level in LEVELS]
        assert len(set(names)) == len(LEVELS)


def test_a_former_level_has_the_name_of_todays() -> None:
    assert [current(level) for level in FORMER] == ["sailor", "captain", "admiral"]
    assert [current(level) for level in LEVELS] == list(LEVELS)


def test_a_level_is_a_bot() -> None:
    m = seaboard.Match("sea-change", seed=1)
    seat = m.to_act[0]
    for level in LEVELS:
        assert bots.make(level=level, game="sea-change").choose(m.view(seat)) in m.legal(seat)
