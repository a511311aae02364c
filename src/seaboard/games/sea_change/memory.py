"""What play has shown about hidden cards in Sea Change, for re-deals."""

from seaboard.games.sea_change.cards import HAND, same_value
from seaboard.games.sea_change.state import State


def learn(s: State, seat: int, card: int) -> None:
    """Remember what playing this card reveals about the seat's hidden cards."""
    suit = card >> 4  # `suit_of`, inlined: this runs for every card
    follows = s.trick_size == 0 or suit == s.lead or same_value(card, s.trick[s.trick_size - 1])
    if s.seats == 2:
        forget_slot(s, seat, suit)
        if not follows:
            for slot in range(HAND - 1):
                s.barred[seat][slot] |= 1 << s.lead
    else:
        s.void[seat] |= 0 if follows else 1 << s.lead


def forget_slot(s: State, seat: int, suit: int) -> None:
    """Drop from a two-player hand the slot that the played card came from, and make the newest one open.

    Slots are ordered by age, and an older one is barred from every suit that a younger one is. The card
    may have come from any slot open to its suit; taking the oldest leaves exactly the hands still possible.
    """
    place = 0
    while s.barred[seat][place] >> suit & 1:
        place += 1
    for slot in range(place, HAND - 1):
        s.barred[seat][slot] = s.barred[seat][slot + 1]
    s.barred[seat][HAND - 1] = 0
