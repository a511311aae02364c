"""Sea of Clouds, by Théo Rivière: take or leave shares of the loot, board your neighbours, and count your treasures."""

from seaboard.game import Game, Option, lot_or_seat
from seaboard.games.sea_of_clouds.decks import DeckOption

GAME = Game(
    name="sea-of-clouds",
    title="Sea of Clouds",
    package=__name__,
    version=2,  # since 2, which of several identical Rums is given in a swap is random
    oldest=1,
    seats=range(2, 5),
    default_seats=3,
    minutes=(35, 45),
    options=(
        Option("first_player", lot_or_seat),
        DeckOption(),
    ),
)
