"""Mid-round positions of Land Unter in one line of code, for lessons and tests."""

from seaboard import GAMES, Match, position
from seaboard.games.land_unter import rules
from seaboard.games.land_unter.notation import read_set

GAME = GAMES["land-unter"]

# Hands for the examples: everyone's cards are interleaved, so that any order of play is possible. Of three players
# each has 2 lifebuoys, of four each has 3; of five they have 5, 4, 5, 4, 5.
NUMBERS = {3: [*range(1, 19), *range(43, 61)], 4: [*range(1, 25), *range(37, 61)], 5: [*range(1, 61)]}


def table(
    compiled: bool = False,
    *,
    lifebuoys: list[int],
    levels: list[int] | None = None,
    water: tuple[int, int] = (1, 2),
    tricks: int | None = None,
    out: tuple[int, ...] = (),
    dealer: int = 0,
    leader: int | None = None,
    last_round: bool = False,
    points: list[int] | None = None,
) -> Match:
    """A table in the middle of a round: the two water cards have just been turned up. With a leader, it is the open variant.

    `tricks` are those already played, by default as few as the lost lifebuoys allow; `points` are from earlier rounds.
    """
    seats = len(lifebuoys)
    levels = levels or [0] * seats
    hands = [[str(n) for n in NUMBERS[seats][i::seats]] for i in range(seats)]
    totals = [rules.lifebuoys_on(read_set(hand)) for hand in hands]
    lost = sum(totals) - sum(lifebuoys)
    if tricks is None:
        tricks = max((lost + 1) // 2, 1 if any(levels) or out else 0)
    p = Match(GAME, seats=seats, seed=1, options={"open": leader is not None, "first_dealer": dealer}).position()
    empty: list[list[str]] = [[] for _ in range(5 - seats)]
    round_number = seats if last_round else 1
    held = [hands[(seat - round_number + 1) % seats] for seat in range(seats)]
    p["hands"] = hands + empty
    p["totals"] = totals + [0] * (5 - seats)
    p["round_number"] = round_number
    p["played"] = [held[i][:1] if i in out else held[i][:tricks] for i in range(seats)] + empty
    p["seen"] = [p["played"][(hand + round_number - 1) % seats] for hand in range(seats)] + empty
    p["lifebuoys"] = lifebuoys + [0] * (5 - seats)
    p["levels"] = levels + [0] * (5 - seats)
    p["still_in"] = p["waiting"] = [i for i in range(seats) if i not in out]
    p["trick_number"] = tricks + 1
    pack = [level for level in range(1, 13) for _ in range(2)]
    top = [level for level in levels if level]
    for level in (*top, *water):
        pack.remove(level)
    fill = 2 * tricks - len(top)
    p["water"] = [f"w{level}" for level in (*top, *pack[:fill], *water, *pack[fill:])]
    if leader is not None:
        p["leader"] = p["turn"] = leader
    if points:
        p["points"][0] = points + [0] * (5 - seats)
    return Match.from_state(GAME, position.read(GAME, p), compiled=compiled)  # trusted: no trick has been paid before this one
