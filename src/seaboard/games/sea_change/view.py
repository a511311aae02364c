"""What a seat of Sea Change may see: the state, the events, and why a card can't be played."""

from functools import cache
from typing import Any

from seaboard.events import Kind
from seaboard.games.sea_change import rules, scoring, state
from seaboard.games.sea_change.cards import ALL_VALUES, POINTS, SUIT_NAMES, SUITS, TRUMP_ZERO_POINTS, VALUES, value_of, values_used
from seaboard.games.sea_change.notation import NAMES, cards_of, write_card, write_set, write_suit, write_suits
from seaboard.games.sea_change.state import State
from seaboard.kit import forget_seed, size

EVENTS = {
    state.ROUND_BEGAN: Kind("round_began", ("dealer", "round")),
    state.CARD_DEALT: Kind("card_dealt", ("seat", "card"), secret=("card",)),
    state.CARD_PLAYED: Kind("card_played", ("seat", "card")),
    state.TRUMP_SET: Kind("trump_set", ("seat", "suit")),
    state.SEA_CHANGED: Kind("sea_changed", ("seat", "old", "suit")),
    state.CARD_DRAWN: Kind("card_drawn", ("seat", "card"), secret=("card",)),
    state.WENT_AHEAD: Kind("went_ahead", ("seat", "how")),
    state.TRICK_WON: Kind("trick_won", ("seat", "points", "cards", "how")),
    state.CARD_COUNTED: Kind("card_counted", ("side", "card", "points")),
    state.ROUND_SCORED: Kind("round_scored", ("side", "points", "cards", "took_zero")),
    state.VP_EARNED: Kind("vp_earned", ("side", "vps")),
    state.MATCH_WON: Kind("match_won", ("side", "by")),
}
DECIDED_BY = ("vps", "trump_zero", "fewest_cards", "shared")
WON_BY = ("highest_trump", "highest_of_lead")
FORMATTERS = {
    "card": write_card,
    "suit": write_suit,
    "old": write_suit,
    "took_zero": bool,
    "by": DECIDED_BY.__getitem__,
    "how": WON_BY.__getitem__,
}


def hide(s: State, seat: int) -> None:
    """Wipe out what a seat may not know (-1: a spectator). Taken cards stay, since everyone saw them."""
    forget_seed(s)
    for other in range(s.seats):
        if other != seat:
            hand = s.hands[other]
            for suit in range(SUITS):
                hand[suit] = 0
    for place in range(s.pile_size):
        s.pile[place] = state.NO_CARD


def table(s: State, seat: int) -> dict[str, Any]:
    """Describe the table as a seat sees it: the piles of taken cards only by their size, and no trick older than the last."""
    count = rules.entries(s)
    hand = cards_of(s.hands[seat]) if seat >= 0 else []
    off_lead = _off_lead(s, seat)
    to_match = value_of(s.trick[s.trick_size - 1]) if s.trick_size else None
    return {
        "round": s.round_number,
        "dealer": s.dealer,
        "hand": [NAMES[card] for card in hand],
        "refused": _refused(s, seat, off_lead),
        "may": _may(s, off_lead),
        "to_match": to_match,
        "sea_changes": [NAMES[card] for card in hand if card & 15 == to_match],
        "held": s.held[:count],
        "pile": s.pile_size,
        "trick": _trick(s, s.leader, s.trick, s.trick_size),
        "ahead": rules.seat_of_place(s, s.leader, rules.trick_winner(s)) if s.trick_size else None,
        "last_trick": _trick(s, s.last_leader, s.last_trick, s.last_trick_size),
        "last_winner": s.last_winner if s.last_trick_size else None,
        "lead": write_suit(s.lead),
        "trump": write_suit(s.trump),
        "tricks": s.tricks[:count],
        "taken": _taken(s),
        "sides": [i % s.sides for i in range(count)],
        "vps": s.vps[: s.sides],
        "goals": s.goal[: s.sides],
        "suits": write_suits(s.suits),
        "points": list(POINTS),
        "zero_points": TRUMP_ZERO_POINTS,
        "copies": list(_copies(s.seats, s.suits)),
        "played": _played(s),
        "needs_eight": scoring.needs_eight(s),
    }


def hands(s: State) -> list[list[str]]:
    """Return every seat's cards, secrets included: for a finished match."""
    return [write_set(s.hands[i]) for i in range(rules.entries(s))]


def _taken(s: State) -> list[int]:
    """Count the cards that each side has taken: suit by suit, written out, in half the time of a loop."""
    sets = s.taken[: s.sides]
    return [b.bit_count() + g.bit_count() + r.bit_count() + p.bit_count() + y.bit_count() for b, g, r, p, y in sets]


@cache
def _copies(seats: int, suits: int) -> tuple[int, ...]:
    """Count the cards of each value in the deck. It never changes during a match, so it is cached."""
    return tuple(size(suits) if values_used(seats) >> value & 1 else 0 for value in range(VALUES))


def _played(s: State) -> list[int]:
    """Count the cards of each value played in this round, which everyone saw."""
    counts = [0] * VALUES
    for card in s.plays[: s.played]:
        counts[card & 15] += 1  # `value_of`, inlined: most of a round's cards, for every view
    return counts


def deck() -> list[dict[str, Any]]:
    """Every different card by name, with what is printed on it, for a gallery."""
    return [{"id": write_card(card), "facts": {"points": POINTS[value_of(card)]}} for card in range(state.ACTIONS)]


def _trick(s: State, leader: int, cards: list[int], count: int) -> list[dict[str, Any]]:
    return [{"seat": seat, "card": NAMES[card]} for seat, card in zip(_order(s.seats, leader), cards[:count], strict=False)]


@cache
def _order(seats: int, leader: int) -> tuple[int, ...]:
    """The seats in the order in which they play to a trick."""
    if seats == 1:
        return state.AI, 0, state.AI
    return *range(leader, seats), *range(leader)


def _off_lead(s: State, seat: int) -> int | None:
    """The values, as bits, that a seat may play in a suit other than the one that was led; None if it is not to act."""
    return rules.values_off_lead(s, seat) if seat >= 0 and rules.to_act(s) >> seat & 1 else None


def _may(s: State, off_lead: int | None) -> str | None:
    """What a seat that is to act may do: lead, follow the suit that was led (or match the last value), or play any card."""
    if off_lead is None:
        return None
    if s.trick_size == 0:
        return "lead"
    return "free" if off_lead == ALL_VALUES else "follow"


def _refused(s: State, seat: int, off_lead: int | None) -> dict[str, Any]:
    """Return the cards of a seat's hand that can't be played now, each with the reason."""
    if off_lead is None or off_lead == ALL_VALUES:
        return {}
    cards = cards_of([0 if suit == s.lead else values & ~off_lead for suit, values in enumerate(s.hands[seat])])
    if not cards:
        return {}
    key, values = reason(s, seat, cards[0], state.MUST_FOLLOW)
    return {NAMES[card]: {"key": key, "values": values} for card in cards}


def reason(s: State, seat: int, action: int, why: int) -> tuple[str, dict[str, str]]:
    """Return a reason of the rules as a key of the locales, and its values (themselves keys if they have a dot)."""
    if why == state.NOT_HELD:
        return "reason.not_held", {"card": write_card(action)}
    suit = f"suit.{SUIT_NAMES[s.lead]}"
    return "reason.must_follow", {"suit": suit, "value": str(value_of(s.trick[s.trick_size - 1]))}
