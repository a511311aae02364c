"""A careless bot plays as `simple` does, except now and then."""

import pytest

from seaboard import GAMES, bots
from seaboard.game import Game
from seaboard.kernels.contest import SLIP
from seaboard.match import Match


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_it_slips_seldom_and_in_the_same_places_for_a_seed(game: Game) -> None:
    simple = bots.SimpleBot(game)
    careless, twin = (bots.CarelessBot(game, seed=3) for _ in range(2))
    other = choices = 0
    for seed in range(3):
        m = Match(game, seed=seed)
        while not m.over:
            seat = m.to_act[0]
            view = m.view(seat)
            chosen = careless.choose(view)
            assert chosen in m.legal(seat)
            assert twin.choose(view) == chosen
            choices += len(m.legal(seat)) > 1
            other += chosen != simple.choose(view)
            m.play(seat, chosen)
    assert 0.2 / SLIP < other / choices < 1.2 / SLIP


def test_its_dice_can_be_set() -> None:
    m = Match("land-unter", seed=1)
    bot = bots.CarelessBot(m.game, seed=1)

    def choices(seed: int) -> list[int]:
        bot.roll(seed)
        return [bot.choose(m.view(0)) for _ in range(100)]

    assert choices(5) == choices(5) != choices(6)
