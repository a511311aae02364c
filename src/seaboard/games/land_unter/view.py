"""What a seat of Land Unter may see: the state, the events, and why a card can't be chosen."""

from typing import Any

from seaboard.events import Kind
from seaboard.games.land_unter import rules, state
from seaboard.games.land_unter.cards import COPIES, HALVES, LEVELS, TRICKS, WATER, WEATHER
from seaboard.games.land_unter.notation import write_card, write_seats, write_set, write_water
from seaboard.games.land_unter.state import State
from seaboard.kit import forget_seed

EVENTS = {
    state.ROUND_BEGAN: Kind("round_began", ("dealer", "round")),
    state.CARD_DEALT: Kind("card_dealt", ("seat", "card"), secret=("card",)),
    state.LIFEBUOYS_TAKEN: Kind("lifebuoys_taken", ("seat", "lifebuoys")),
    state.WATER_TURNED: Kind("water_turned", ("", "first", "second")),
    state.CARD_REVEALED: Kind("card_revealed", ("seat", "card")),
    state.CARD_PLAYED: Kind("card_played", ("seat", "card")),
    state.WENT_AHEAD: Kind("went_ahead", ("seat", "runner_up")),
    state.WATER_TAKEN: Kind("water_taken", ("seat", "water", "covered", "highest")),
    state.LIFEBUOY_LOST: Kind("lifebuoy_lost", ("seat", "level", "left")),
    state.SEAT_ELIMINATED: Kind("seat_eliminated", ("seat", "level", "highest")),
    state.ROUND_SCORED: Kind("round_scored", ("seat", "kept", "eliminated", "bonus")),
    state.SCORE_CHANGED: Kind("score_changed", ("seat", "points", "score")),
    state.HAND_PASSED: Kind("hand_passed", ("seat", "to")),
    state.MATCH_WON: Kind("match_won", ("seat", "points")),
}


def _water_or_none(level: int) -> str | None:
    return write_water(level) if level else None


def _seat_or_none(seat: int) -> int | None:
    return seat if seat >= 0 else None


FORMATTERS = {
    "card": write_card,
    "first": write_water,
    "second": write_water,
    "water": write_water,
    "covered": _water_or_none,
    "runner_up": _seat_or_none,
    "highest": write_seats,
}


def hide(s: State, seat: int) -> None:
    """Wipe out what a seat may not know (-1: a spectator).

    Of a hand that it never held, a seat knows the cards that were played from it. Weather cards not in the match are in no field; water is
    known once it has been turned up.
    """
    forget_seed(s)
    for hand in range(s.seats):
        if seat < 0 or not rules.has_held(s, seat, hand):
            s.hands[hand] &= s.seen[hand]
    for place in range(2 * s.trick_number, WATER):
        s.water[place] = 0
    if not s.open:
        for other in range(s.seats):
            if other != seat:
                s.choice[other] = state.NO_CARD


def table(s: State, seat: int) -> dict[str, Any]:
    """Describe the table as a seat sees it. A hand is numbered by the seat it was dealt to; water is given lower card first."""
    everyone = range(s.seats)
    over = rules.is_over(s)
    turned = s.water[2 * s.trick_number - 2 : 2 * s.trick_number]
    return {
        "round": s.round_number,
        "rounds": s.seats,
        "trick": s.trick_number,
        "tricks": TRICKS,
        "open": bool(s.open),
        "dealer": s.dealer,
        "leader": s.leader if s.leader >= 0 else None,
        "hand": write_set(rules.cards_left(s, seat)) if seat >= 0 else [],
        "choice": write_card(s.choice[seat]) if seat >= 0 and s.choice[seat] >= 0 else None,
        "may_change": seat >= 0 and not s.open and not s.waiting >> seat & 1 and not rules.cannot_act(s, seat),
        "chosen": [not over and bool((s.still_in & ~s.waiting) >> i & 1) for i in everyone],
        "refused": refused(s, seat),
        "water": [] if over else [write_water(level) for level in sorted(turned)],
        "trick_cards": [write_card(s.choice[i]) if s.open and s.choice[i] >= 0 else None for i in everyone],
        "ahead": [seat for seat in rules.two_highest(s) if seat >= 0] if s.open and not over else [],
        "last_trick": _last_trick(s),
        "levels": s.levels[: s.seats],
        "highest": write_seats(rules.highest_seats(s)),
        "lifebuoys": s.lifebuoys[: s.seats],
        "out": [not s.still_in >> i & 1 for i in everyone],
        "discards": [write_set(s.played[i]) for i in everyone],
        "hands": [rules.hand_of(s, i) for i in everyone],
        "passes_to": [rules.passes_to(s, i) for i in everyone],
        "totals": s.totals[: s.seats],
        "scores": [rules.score(s, i) for i in everyone],
        "points": [s.points[i][: s.seats] for i in range(s.round_number if over else s.round_number - 1)],
        "halves": list(HALVES),
        "turned": [s.water[: 2 * s.trick_number].count(level) for level in range(1, LEVELS + 1)],
        "copies": COPIES,
    }


def hands(s: State) -> list[list[str]]:
    """Return every seat's cards, secrets included: for a finished match."""
    return [write_set(rules.cards_left(s, i)) for i in range(s.seats)]


def deck() -> list[dict[str, Any]]:
    """Every different card by name, with what is printed on it, for a gallery."""
    weather = [{"id": write_card(card), "facts": {"halves": HALVES[card]}} for card in range(WEATHER)]
    return weather + [{"id": write_water(level), "facts": {}} for level in range(1, LEVELS + 1)]


def _last_trick(s: State) -> list[dict[str, Any]]:
    """Describe the last paid trick, from the highest weather to the lowest: `level` is each seat's level then."""
    order = sorted((i for i in range(s.seats) if s.last_cards[i] >= 0), key=lambda i: -s.last_cards[i])
    return [
        {
            "seat": i,
            "card": write_card(s.last_cards[i]),
            "took": write_water(s.last_water[place]) if place < 2 else None,
            "level": s.last_levels[i],
            "paid": i in write_seats(s.last_paid),
            "out": i in write_seats(s.last_out),
        }
        for place, i in enumerate(order)
    ]


def refused(s: State, seat: int) -> dict[str, Any]:
    """Return the held cards that can't be chosen now, each with the reason."""
    if seat < 0 or rules.is_over(s) or rules.cannot_act(s, seat) == 0:
        return {}
    found = {}
    for name in write_set(rules.cards_left(s, seat)):
        key, values = reason(s, seat, int(name) - 1, rules.cannot_act(s, seat))
        found[name] = {"key": key, "values": values}
    return found


REASONS = {
    state.NOT_HELD: "reason.not_held",
    state.ALREADY_PLAYED: "reason.already_played",
    state.ELIMINATED: "reason.eliminated",
    state.ALREADY_CHOSEN: "reason.already_chosen",
    state.NOT_YOUR_TURN: "reason.not_your_turn",
}


def reason(s: State, seat: int, action: int, why: int) -> tuple[str, dict[str, str]]:
    """Return a reason of the rules as a key of the locales, and its values."""
    named = why in (state.NOT_HELD, state.ALREADY_PLAYED)
    return REASONS[why], {"card": write_card(action)} if named else {}
