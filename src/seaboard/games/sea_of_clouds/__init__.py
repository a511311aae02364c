"""Sea of Clouds, by Théo Rivière: take or leave shares of the loot, board your neighbours, and count your treasures."""

from collections.abc import Mapping

from seaboard.game import Choice, Game, Option
from seaboard.games.sea_of_clouds.decks import DeckOption


def _first_players(seats: int) -> Mapping[Choice, int]:
    return {"lot": -1, **{seat: seat for seat in range(seats)}}


GAME = Game(
    name="sea-of-clouds",
    title="Sea of Clouds",
    package=__name__,
    version=1,
    seats=range(2, 5),
    default_seats=3,
    minutes=(35, 45),
    options=(
        Option("first_player", _first_players),
        DeckOption(),
    ),
)
