"""A bot chooses the same whatever it can't see."""

import pytest

from seaboard import GAMES, bots
from seaboard.game import Game
from tests.bots.worlds import imagined, moments


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@pytest.mark.parametrize("name", ["random", "simple", "search:60", "learned", "learned:60"])
def test_the_choice_does_not_depend_on_what_is_hidden(game: Game, name: str) -> None:
    changed = tried = 0
    for number, (m, seat) in enumerate(moments(game, seed=4, every=3)):
        if number == 25:
            break
        other = imagined(m, seat, number)
        changed += other.plain_state() != m.plain_state()
        chosen = bots.make(name, game, seed=number).choose(m.view(seat))
        assert bots.make(name, game, seed=number).choose(other.view(seat)) == chosen
        assert chosen in m.legal(seat)
        tried += 1
    assert changed > tried // 2


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_what_a_search_says_does_not_depend_on_it_either(game: Game) -> None:
    for number, (m, seat) in enumerate(moments(game, seed=9, every=11)):
        if number == 8:
            break
        bot, twin = (bots.SearchBot(game, simulations=80, seed=5) for _ in range(2))
        assert bot.explain(m.view(seat)) == twin.explain(imagined(m, seat, number).view(seat))
