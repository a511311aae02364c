"""Hints: the same whatever a seat can't know, and every reason has a sentence."""

import pytest

from seaboard import GAMES, hints, locales
from seaboard.game import Game
from seaboard.games.sea_change.scenes import table
from seaboard.locales import LANGUAGES
from tests.bots.worlds import imagined, moments


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_hint_does_not_depend_on_what_is_hidden(game: Game) -> None:
    changed = 0
    for number, (m, seat) in enumerate(moments(game, seed=12, every=9)):
        if number == 8:
            break
        other = imagined(m, seat, number)
        changed += other.plain_state() != m.plain_state()
        hint = hints.hint(game, m.view(seat), simulations=200, deals=60)
        assert hint is not None
        assert hint.action in m.legal(seat)
        assert m.notation(hint.action, seat) == hint.move
        assert 0 <= hint.gain <= hint.value <= 1
        assert hints.hint(game, other.view(seat), simulations=200, deals=60) == hint
    assert changed > 4


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.facts is not None], ids=lambda game: game.name)
def test_facts_are_shares_and_means_and_each_has_a_sentence(game: Game) -> None:
    names = (*game.facts.CHANCES, *game.facts.AMOUNTS)
    assert set(game.facts.BAD) <= set(names)
    for language in LANGUAGES:
        for name in names:
            text = locales.texts(language, game.name)[f"hint.{name}"]
            assert "{a}" in text
            assert "{b}" in text
    met = dict.fromkeys(names, 0.0)
    for number, (m, seat) in enumerate(moments(game, seed=5, every=5)):
        if number == 20:
            break
        view = m.view(seat)
        for action in m.legal(seat)[:2]:
            found = hints.consequences(game, view, action, deals=50)
            assert list(found) == list(names)
            assert all(0 <= found[name].mean <= 1 for name in game.facts.CHANCES)
            met = {name: met[name] + abs(found[name].mean) for name in names}
    # four mermaids are too rare for a few deals
    assert [name for name, total in met.items() if total == 0 and name != "mermaids"] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_hint_where_there_is_no_choice_and_only_chances_where_there_are_no_facts(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    m, seat = next(moments(game, seed=1))
    view = m.view(seat)
    assert hints.hint(game, {**view, "legal": dict(list(view["legal"].items())[:1])}) is None
    monkeypatch.setitem(game.__dict__, "facts", None)
    hint = hints.hint(game, view, simulations=100)
    assert hint is not None
    assert hint.reason.key in ("hint.win", "hint.even")


def test_the_last_trick_of_sea_change_is_told_as_it_will_be() -> None:
    m = table(["B5 B6", "B9 B4", "B7 B8"], trump="B", options={"target": 1})
    m.play(0, m.parse("B5", 0))
    view = m.view(1)
    high, low = (hints.consequences(m.game, view, m.parse(card, 1), deals=40) for card in ("B9", "B4"))
    assert (high["trick"].mean, low["trick"].mean) == (1.0, 0.0)
    reason = hints.explain(m.game, view, m.parse("B9", 1), m.parse("B4", 1))
    assert reason is not None
    assert reason.key.startswith("hint.")
    assert hints.explain(m.game, view, m.parse("B9", 1), m.parse("B9", 1)) is None
