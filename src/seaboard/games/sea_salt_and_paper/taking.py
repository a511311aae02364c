"""The first step of a turn: take a card, from the deck or from a discard pile."""

from seaboard.games.sea_salt_and_paper.memory import DECK, OPEN, PILE, remember
from seaboard.games.sea_salt_and_paper.state import (
    CARD_DISCARDED,
    CARD_DRAWN,
    CARD_KEPT,
    CARD_PICKED,
    CARD_TAKEN,
    DECK_EMPTY,
    DISCARD,
    DRAW_TWO,
    KEEP,
    LAY,
    NO_CARD,
    NOBODY,
    PILE_EMPTY,
    PILE_SHOWN,
    TAKE_TOP,
    TWO_DRAWN,
    State,
)
from seaboard.kit import Log, emit


def can_take(s: State) -> bool:
    """Whether there is anything left to take."""
    return s.deck_size > 0 or s.pile_sizes[0] > 0 or s.pile_sizes[1] > 0


def why_not_take(s: State, action: int) -> int:
    """Why cards can't be drawn, or a pile's top taken; 0 if they can."""
    if action == DRAW_TWO:
        return 0 if s.deck_size else DECK_EMPTY
    return 0 if s.pile_sizes[action - TAKE_TOP] else PILE_EMPTY


def add_to_hand(s: State, seat: int, card: int) -> None:
    """Add a card to a hand."""
    s.hands[seat] |= 1 << card
    s.held[seat] += 1


def remove_from_hand(s: State, seat: int, card: int) -> None:
    """Remove a card from a hand."""
    s.hands[seat] &= ~(1 << card)
    s.held[seat] -= 1


# ---- From the deck -----------------------------------------------------------------------------------


def top_of_deck(s: State) -> int:
    """Take the top card off the deck."""
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.deck[s.deck_size] = NO_CARD
    return card


def cards_to_draw(s: State) -> int:
    """How many cards are drawn from the deck: two, or the last one alone."""
    return min(2, s.deck_size)


def draw_two(s: State, seat: int, log: Log) -> None:
    """Draw two cards, to choose between them; the last card of a deck is drawn alone, and kept."""
    if cards_to_draw(s) == 1:
        draw_one(s, seat, log)
        s.phase = LAY
        return
    for i in range(2):
        s.drawn[i] = top_of_deck(s)
        remember(s, s.drawn[i], DECK, seat)
    emit(log, TWO_DRAWN, seat, s.drawn[0], s.drawn[1], s.deck_size)
    s.phase = KEEP


def draw_one(s: State, seat: int, log: Log) -> None:
    """Draw the top card of the deck into a hand."""
    card = top_of_deck(s)
    add_to_hand(s, seat, card)
    remember(s, card, DECK, seat)
    emit(log, CARD_DRAWN, seat, card, s.deck_size)


def keep(s: State, seat: int, which: int, log: Log) -> None:
    """Keep one of the two drawn cards; the other goes to the only empty pile, or else waits for a choice."""
    card = s.drawn[which]
    s.drawn[0] = s.drawn[1 - which]
    s.drawn[1] = NO_CARD
    add_to_hand(s, seat, card)
    emit(log, CARD_KEPT, seat, card)
    if (s.pile_sizes[0] == 0) != (s.pile_sizes[1] == 0):
        discard(s, seat, 0 if s.pile_sizes[0] == 0 else 1, log)
    else:
        s.phase = DISCARD


def discard(s: State, seat: int, pile: int, log: Log) -> None:
    """Put the other drawn card on a pile, face up."""
    card = s.drawn[0]
    s.drawn[0] = NO_CARD
    s.piles[pile][s.pile_sizes[pile]] = card
    s.pile_sizes[pile] += 1
    remember(s, card, seat, PILE + pile)
    emit(log, CARD_DISCARDED, seat, card, pile)
    s.phase = LAY


# ---- From a pile -------------------------------------------------------------------------------------


def take_top(s: State, seat: int, pile: int, log: Log) -> None:
    """Take the top card of a pile, for all to see."""
    take_from_pile(s, seat, pile, s.pile_sizes[pile] - 1, log)
    s.phase = LAY


def take_from_pile(s: State, seat: int, pile: int, place: int, log: Log) -> None:
    """Move a card from a pile to a hand; the others keep their order.

    Everyone knows which one it was if it was the top; otherwise only those who remember the pile.
    """
    card = s.piles[pile][place]
    last = s.pile_sizes[pile] - 1
    is_top = place == last
    for i in range(place, last):
        s.piles[pile][i] = s.piles[pile][i + 1]
    s.piles[pile][last] = NO_CARD
    s.pile_sizes[pile] = last
    add_to_hand(s, seat, card)
    remember(s, card, PILE + pile, seat, OPEN if is_top else 0)
    emit(log, CARD_TAKEN if is_top else CARD_PICKED, seat, card, pile)
    if is_top and last > 0:
        shown = s.piles[pile][last - 1]
        remember(s, shown, PILE + pile, PILE + pile, OPEN)
        emit(log, PILE_SHOWN, NOBODY, pile, shown, s.deck_size)
