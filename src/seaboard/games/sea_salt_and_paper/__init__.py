"""Sea Salt & Paper, by Bruno Cathala and Théo Rivière: collect, lay pairs for their effects, and dare to end the round."""

from collections.abc import Mapping

from seaboard.game import Choice, Game, Option


def _targets(seats: int) -> Mapping[Choice, int]:
    return {"standard": 0, "double": -1, **{points: points for points in range(5, 101)}}


GAME = Game(
    name="sea-salt-and-paper",
    title="Sea Salt & Paper",
    package=__name__,
    version=1,
    seats=range(2, 5),
    default_seats=2,
    minutes=(25, 35),
    options=(Option("target", _targets),),
)
