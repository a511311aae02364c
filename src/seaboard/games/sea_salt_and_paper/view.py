"""What a seat of Sea Salt & Paper may see: the state, the events, and why something can't be done."""

from typing import Any

from seaboard.events import Kind
from seaboard.games.sea_salt_and_paper import rules, state
from seaboard.games.sea_salt_and_paper.cards import ALL_CARDS, CARDS, COLOUR_NAMES, FACES, KIND_NAMES, MERMAIDS, OF_COLOUR, OF_KIND
from seaboard.games.sea_salt_and_paper.memory import HIDDEN, TABLE, begins_search, card_of, knows, knows_pile, source_of, target_of
from seaboard.games.sea_salt_and_paper.notation import PHASES, pair_names, write_card, write_move, write_set
from seaboard.games.sea_salt_and_paper.pairs import without_partner
from seaboard.games.sea_salt_and_paper.scoring import (
    CATEGORIES,
    NO_CATEGORY,
    cards_of,
    colour_bonus,
    colour_ranked,
    counted_in,
    gain,
    points,
    points_in,
)
from seaboard.games.sea_salt_and_paper.state import NO_CARD, NO_COLOUR, State
from seaboard.games.sea_salt_and_paper.taking import cards_to_draw
from seaboard.kit import forget_seed, size

CATEGORY_NAMES = (
    "crabs", "boats", "fish", "swimmers", "mermaids",
    "shells", "octopuses", "penguins", "sailors",
    "lighthouse", "shoal", "colony", "captain", "none",
)  # fmt: skip
GROUPS = {"pairs": range(4), "mermaids": range(4, 5), "collections": range(5, 9), "multipliers": range(9, 13)}
WINS = ("points", "tie", "shared", "mermaids")
DRAWING = {state.KEEP: 2, state.DISCARD: 1}  # drawn cards that are not placed yet, by phase

EVENTS = {
    state.ROUND_BEGAN: Kind("round_began", ("starter", "round", "deck")),
    state.PILE_SHOWN: Kind("pile_shown", ("", "pile", "card", "deck")),
    state.TWO_DRAWN: Kind("two_drawn", ("seat", "first", "second", "deck"), secret=("first", "second")),
    state.CARD_KEPT: Kind("card_kept", ("seat", "card"), secret=("card",)),
    state.CARD_DISCARDED: Kind("card_discarded", ("seat", "card", "pile")),
    state.CARD_TAKEN: Kind("card_taken", ("seat", "card", "pile")),
    state.CARD_DRAWN: Kind("card_drawn", ("seat", "card", "deck"), secret=("card",)),
    state.PAIR_LAID: Kind("pair_laid", ("seat", "first", "second")),
    state.EFFECT_LOST: Kind("effect_lost", ("seat", "kind")),
    state.PILE_SEARCHED: Kind("pile_searched", ("seat", "pile", "cards")),
    state.CARD_PICKED: Kind("card_picked", ("seat", "card", "pile"), secret=("card",)),
    state.CARD_STOLEN: Kind("card_stolen", ("seat", "card", "victim"), secret=("card",), known_to=("seat", "victim")),
    state.TURN_REPEATED: Kind("turn_repeated", ("seat",)),
    state.MERMAIDS_LAID: Kind("mermaids_laid", ("seat", "laid")),
    state.TURN_ENDED: Kind("turn_ended", ("seat", "next")),
    state.STOP_CALLED: Kind("stop_called", ("seat",)),
    state.LAST_CHANCE_CALLED: Kind("last_chance_called", ("seat",)),
    state.HAND_REVEALED: Kind("hand_revealed", ("seat", "cards")),
    state.CARD_REVEALED: Kind("card_revealed", ("seat", "card")),
    state.ROUND_CANCELLED: Kind("round_cancelled", ("seat",)),
    state.BET_WON: Kind("bet_won", ("seat", "points", "best")),
    state.BET_LOST: Kind("bet_lost", ("seat", "points", "best")),
    state.POINTS_COUNTED: Kind("points_counted", ("seat", "category", "points", "made_by")),
    state.MERMAID_COUNTED: Kind("mermaid_counted", ("seat", "colour", "points")),
    state.CARDS_SCORED: Kind("cards_scored", ("seat", "points", "counts")),
    state.BONUS_SCORED: Kind("bonus_scored", ("seat", "points", "counts", "colour")),
    state.ROUND_SCORED: Kind("round_scored", ("seat", "gained", "score")),
    state.MATCH_WON: Kind("match_won", ("seat", "by")),
}
FORMATTERS = {
    "card": write_card,
    "first": write_card,
    "second": write_card,
    "pile": lambda pile: pile + 1,
    "kind": lambda kind: KIND_NAMES[kind],
    "category": lambda category: CATEGORY_NAMES[category],
    "colour": lambda colour: COLOUR_NAMES[colour] if colour >= 0 else None,
    "made_by": write_set,
    "laid": write_set,
    "counts": bool,
    "next": lambda seat: seat if seat >= 0 else None,
    "by": lambda how: WINS[how],
}


def hide(s: State, seat: int) -> None:
    """Wipe out what a seat may not know (-1: a spectator)."""
    forget_seed(s)
    for place in range(s.deck_size):
        s.deck[place] = NO_CARD
    for pile in range(2):
        # The tape still says which cards may be under the top; a seat looking through the pile sees them all.
        if not knows_pile(s, seat, pile):
            for place in range(s.pile_sizes[pile] - 1):
                s.piles[pile][place] = NO_CARD
    for other in range(s.seats):
        if other != seat and not s.revealed >> other & 1:
            s.hands[other] = 0
    if seat != s.turn:
        for i in range(2):
            s.drawn[i] = NO_CARD
    search = 0
    for at in range(s.tape_size):
        if begins_search(s.tape[at]):
            if card_of(s.tape[at]) != seat:
                s.sights[search] = 0
            search += 1
        elif not knows(s.tape[at], seat):
            s.tape[at] |= HIDDEN


def hands(s: State) -> list[list[str]]:
    """Return every seat's cards, secrets included: for a finished match."""
    drawn = [write_card(card) for card in s.drawn if card >= 0]
    return [write_set(s.hands[i]) + (drawn if i == s.turn else []) for i in range(s.seats)]


def deck() -> list[dict[str, Any]]:
    """Every different card by name, with what is printed on it, for a gallery."""
    return [{"id": write_card(card), "facts": {}} for card in range(CARDS) if FACES[card][2] == 0]


def table(s: State, seat: int) -> dict[str, Any]:
    """Describe the table as a seat sees it: of a pile only the top, unless this seat is looking through it."""
    seats = range(s.seats)
    is_turn = seat == s.turn and not s.winning
    return {
        "round": s.round_number,
        "starter": s.starter,
        "turn": None if s.winning else s.turn,
        "phase": PHASES[s.phase],
        "hand": write_set(s.hands[seat]) if seat >= 0 else [],
        "drawn": [write_card(card) for card in s.drawn if card >= 0] if is_turn else [],
        "without_partner": write_set(without_partner(s.hands[seat])) if seat >= 0 else [],
        "held": [s.held[i] + (DRAWING.get(s.phase, 0) if i == s.turn else 0) for i in seats],
        "revealed": [write_set(s.hands[i]) if s.revealed >> i & 1 else None for i in seats],
        "laid": [_laid(s, i) for i in seats],
        "deck": s.deck_size,
        "draws": cards_to_draw(s),
        "piles": [_pile(s, seat, pile) for pile in range(2)],
        "points": [breakdown(_open_cards(s, seat, i)) for i in seats],
        "counted": [i == seat or bool(s.revealed >> i & 1) for i in seats],
        "scores": [s.scores[i] for i in seats],
        "goal": s.goal,
        "to_call": rules.POINTS_TO_CALL,
        "if_called": _if_called(s, seat) if is_turn and rules.why_not(s, seat, state.CALL_STOP) == 0 else None,
        "caller": s.caller if s.caller >= 0 else None,
        "last_turns": _last_turns(s),
        "end_turn": None if s.winning else _end_turn(s),
        "refused": refused(s, seat),
        "copies": COPIES,
        "in_sight": tally(in_sight(s, seat)),
    }


def breakdown(cards: int) -> dict[str, Any]:
    """Break down points by category: in groups, one by one with their cards, and in total.

    The colour bonus is not in the total.
    """
    by_category = [points_in(cards, category) for category in range(CATEGORIES)]
    sources = []
    idle = cards
    for category, found in enumerate(by_category):
        if found:
            made_by = counted_in(cards, category)
            idle &= ~made_by
            sources.append({"category": CATEGORY_NAMES[category], "points": found, "cards": write_set(made_by)})
    if idle:
        sources.append({"category": CATEGORY_NAMES[NO_CATEGORY], "points": 0, "cards": write_set(idle)})
    colour = colour_ranked(cards, 0)
    return {
        **{group: sum(by_category[i] for i in members) for group, members in GROUPS.items()},
        "sources": sources,
        "mermaid_colours": _mermaid_colours(cards),
        "total": sum(by_category),
        "colour_bonus": colour_bonus(cards),
        "colour": COLOUR_NAMES[colour] if colour >= 0 else None,
    }


def in_sight(s: State, seat: int) -> int:
    """Return the cards that a seat sees now: its own, face-up ones, and the tops of the piles."""
    found = s.hands[seat] if seat >= 0 else 0
    for other in range(s.seats):
        found |= s.laid[other] | (s.hands[other] if s.revealed >> other & 1 else 0)
    if seat == s.turn:
        found |= sum(1 << card for card in s.drawn if card >= 0)
    for pile, count in enumerate(s.pile_sizes):
        is_open = s.searched == pile and seat == s.turn
        for card in s.piles[pile][0 if is_open else max(0, count - 1) : count]:
            found |= 1 << card
    return found


def tally(cards: int) -> dict[str, dict[str, int]]:
    """Count the cards of each kind and of each colour in a set, leaving out zeros."""
    return {
        "kinds": {name: size(cards & those) for name, those in zip(KIND_NAMES, OF_KIND, strict=True) if cards & those},
        "colours": {name: size(cards & those) for name, those in zip(COLOUR_NAMES, OF_COLOUR, strict=True) if cards & those},
    }


COPIES = tally(ALL_CARDS)


def _mermaid_colours(cards: int) -> list[dict[str, Any]]:
    """Return what each mermaid counts; one without a colour left counts nothing."""
    colours = [colour_ranked(cards, mermaid) for mermaid in range(size(cards & MERMAIDS))]
    return [{"colour": COLOUR_NAMES[colour], "count": size(cards & OF_COLOUR[colour])} for colour in colours if colour != NO_COLOUR]


def _open_cards(s: State, seat: int, other: int) -> int:
    """Return the cards of a seat that this one can count: all of its own, otherwise what is laid or revealed."""
    is_open = other == seat or s.revealed >> other & 1
    return s.laid[other] | (s.hands[other] if is_open else 0)


def _laid(s: State, seat: int) -> list[list[str]]:
    """Return what a seat has laid, the way it was laid: pair by pair, or the four mermaids."""
    cards = [write_card(card_of(entry)) for entry in s.tape[: s.tape_size] if source_of(entry) == seat and target_of(entry) == TABLE]
    groups = [cards[i : i + 2] for i in range(0, len(cards), 2)]
    if groups and groups[-1][0].startswith("mermaid"):
        groups[-2:] = [groups[-2] + groups[-1]]
    return groups


def _pile(s: State, seat: int, pile: int) -> dict[str, Any]:
    count = s.pile_sizes[pile]
    is_open = s.searched == pile and seat == s.turn
    return {
        "size": count,
        "top": write_card(s.piles[pile][count - 1]) if count else None,
        "searched": s.searched == pile,
        "cards": [write_card(card) for card in s.piles[pile][:count]] if is_open else None,
    }


def _if_called(s: State, seat: int) -> dict[str, int]:
    """Return what the seat would score with STOP, and with LAST CHANCE if the bet is won or lost, with its cards now."""
    cards = cards_of(s, seat)
    return {
        "stop": gain(cards, state.STOPPED, is_caller=True),
        "bet_won": gain(cards, state.WON, is_caller=True),
        "bet_lost": gain(cards, state.LOST, is_caller=True),
    }


def _end_turn(s: State) -> str:
    """What it means to end the turn: a hand is revealed, nobody scores in this round, or simply the next seat plays."""
    if s.caller != state.NOBODY:
        return "reveals"
    return "cancels" if rules.ends_round(s, (s.turn + 1) % s.seats) else "passes"


def _last_turns(s: State) -> list[int]:
    """Return the seats that have not finished their last turn, in order."""
    if s.caller < 0 or s.winning:
        return []
    order = [(s.caller + i) % s.seats for i in range(1, s.seats)]
    return [seat for seat in order if not s.revealed >> seat & 1]


def refused(s: State, seat: int) -> dict[str, Any]:
    """Return what a player might try in this phase but can't, each with the reason."""
    if seat < 0 or not rules.to_act(s) >> seat & 1:
        return {}
    tried = [state.DRAW_TWO, state.TAKE_TOP, state.TAKE_TOP + 1, state.CALL_STOP, state.CALL_LAST_CHANCE]
    tried += [state.ROB_SEAT + victim for victim in range(s.seats) if victim != seat]
    found = {}
    for action in tried:
        why = rules.why_not(s, seat, action)
        if why not in (0, state.WRONG_STEP):
            key, values = reason(s, seat, action, why)
            found[write_move(s, seat, action)] = {"key": key, "values": values}
    return found


REASONS = {
    state.DECK_EMPTY: "reason.deck_empty",
    state.OWN_HAND: "reason.own_hand",
    state.MERMAIDS_MISSING: "reason.mermaids_missing",
    state.CALLED_ALREADY: "reason.called_already",
}


def reason(s: State, seat: int, action: int, why: int) -> tuple[str, dict[str, str]]:
    """A reason of the rules as a key of the locales, and its values (themselves keys where they have a dot)."""
    if why == state.WRONG_STEP:
        return f"reason.step_{PHASES[s.phase]}", {}
    if why == state.PILE_EMPTY:
        return "reason.pile_empty", {"pile": str(action - state.TAKE_TOP + 1)}
    if why == state.NOT_IN_PILE:
        return "reason.not_in_pile", {"card": _name(write_card(action - state.PICK_CARD)), "pile": str(s.searched + 1)}
    if why in (state.NO_SUCH_SEAT, state.HAND_OPEN, state.HAND_EMPTY):
        name = {state.NO_SUCH_SEAT: "no_such_seat", state.HAND_OPEN: "hand_open", state.HAND_EMPTY: "hand_empty"}[why]
        return f"reason.{name}", {"seat": str(action - state.ROB_SEAT)}
    if why == state.NOT_HELD:
        first, second = pair_names(action - state.LAY_PAIR)
        return "reason.not_held", {"first": _name(first), "second": _name(second)}
    if why == state.TOO_FEW_POINTS:
        held = points(cards_of(s, seat))
        return "reason.too_few_points", {"points": str(held), "needed": str(rules.POINTS_TO_CALL)}
    return REASONS[why], {}


def _name(card: str) -> str:
    """Return the key of a card's name: kind and colour together, because in French the colour agrees with the kind."""
    kind, colour = card.split(":")[:2]
    return f"card.{kind}.{colour}"
