"""Land Unter, by Stefan Dorra: choose the weather in secret, and keep your head above the rising water."""

from collections.abc import Mapping

from seaboard.game import Choice, Game, Option, lot_or_seat


def _open(seats: int) -> Mapping[Choice, int]:
    return {False: 0, True: 1}


def _change(seats: int) -> Mapping[Choice, int]:
    return {True: 1, False: 0}


GAME = Game(
    name="land-unter",
    title="Land Unter",
    package=__name__,
    version=1,
    seats=range(3, 6),
    default_seats=4,
    minutes=(20, 40),
    options=(
        Option("open", _open),
        Option("change", _change),
        Option("first_dealer", lot_or_seat),
    ),
)
