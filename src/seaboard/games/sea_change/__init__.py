"""Sea Change, by Conor McGoey: take tricks, and change the trump by matching the last card's value."""

from collections.abc import Mapping
from functools import cache
from itertools import combinations

from seaboard.game import Choice, Game, Option, lot_or_seat
from seaboard.games.sea_change import cards


def _teams(seats: int) -> Mapping[Choice, int]:
    return {teams: teams for teams in (0, *cards.TEAMS.get(seats, ()))}


def _targets(seats: int) -> Mapping[Choice, int]:
    return {"standard": 0, **{vps: vps for vps in range(1, 21)}}


@cache  # needed for every view
def _suits(seats: int) -> Mapping[Choice, int]:
    count = cards.SUITS_USED[seats]
    usual = cards.USUAL_SUITS[:count]
    sets = [usual, *(s for s in combinations(range(5), count) if set(s) != set(usual))]
    return {"".join(cards.SUIT_LETTERS[i] for i in sorted(s)): sum(1 << i for i in s) for s in sets}


GAME = Game(
    name="sea-change",
    title="Sea Change",
    package=__name__,
    version=1,
    seats=range(1, 9),
    default_seats=4,
    minutes=(20, 30),
    options=(
        Option("teams", _teams),
        Option("target", _targets),
        Option("suits", _suits),
        Option("first_dealer", lot_or_seat),
    ),
)
