"""The end of a round of Sea Change: what each side has taken, what it is worth, and who wins the match."""

from seaboard.games.sea_change.cards import POINTS, SUITS, TRUMP_ZERO_POINTS, VALUES, card_of
from seaboard.games.sea_change.state import ACTIONS, AI, BY_FEWEST_CARDS, BY_TRUMP_ZERO, BY_VPS, CARD_COUNTED, SHARED, State
from seaboard.kit import Log, emit, is_for_people, size


def points_taken(s: State, side: int) -> int:
    """A side's points, the 0 of the trump suit counting as if the round ended now."""
    return s.points[side] + TRUMP_ZERO_POINTS if took_trump_zero(s, side) else s.points[side]


def took_trump_zero(s: State, side: int) -> bool:
    """Whether a side has taken the 0 of the trump suit."""
    return s.trump >= 0 and s.taken[side][s.trump] & 1 == 1


def cards_taken(s: State, side: int) -> int:
    """How many cards a side has taken in this round."""
    count = 0
    for values in s.taken[side]:
        count += size(values)
    return count


def tell_cards(s: State, side: int, log: Log) -> None:
    """Log the cards that a side has taken and that count, each with its points."""
    if log is None or not is_for_people(log):
        return
    for suit in range(SUITS):
        for value in range(VALUES):
            points = TRUMP_ZERO_POINTS if value == 0 and suit == s.trump else POINTS[value]
            if points and s.taken[side][suit] >> value & 1:
                emit(log, CARD_COUNTED, side, card_of(suit, value), points)


def earns_vp(s: State, side: int, best: int) -> bool:
    """Whether a side earns the round's VP; `best` is the highest total of the round."""
    if s.seats > 1:
        return points_taken(s, side) == best
    player_wins = not needs_eight(s) and points_taken(s, 0) > points_taken(s, AI)
    return player_wins == (side == 0)


def needs_eight(s: State) -> bool:
    """Whether a lone player has no 8 yet, without which the round can't be won."""
    if s.seats > 1:
        return False
    eights = 0
    for suit in range(SUITS):
        eights |= s.taken[0][suit] >> 8 & 1
    return eights == 0


def break_tie(s: State, reached: int) -> int:
    """Return who wins among those who reached their goal in the same round, as bits."""
    if size(reached) == 1:
        return reached
    for side in range(s.sides):
        if reached >> side & 1 and took_trump_zero(s, side):
            return 1 << side
    fewest = ACTIONS
    for side in range(s.sides):
        if reached >> side & 1:
            fewest = min(fewest, cards_taken(s, side))
    for side in range(s.sides):
        if cards_taken(s, side) != fewest:
            reached &= ~(1 << side)
    return reached


def decided_by(s: State, reached: int) -> int:
    """Return how `break_tie` decided."""
    if size(reached) == 1:
        return BY_VPS
    if size(s.winning) > 1:
        return SHARED
    for side in range(s.sides):
        if s.winning >> side & 1 and took_trump_zero(s, side):
            return BY_TRUMP_ZERO
    return BY_FEWEST_CARDS
