"""What a seat of Sea of Clouds may see: the state, the events, and why an action can't be taken."""

from collections.abc import Callable, Mapping
from typing import Any

from seaboard.events import Kind, RawEvent
from seaboard.games.sea_of_clouds import boarding, decks, rules, scoring, state
from seaboard.games.sea_of_clouds.card_sets import back_of, copies, crew_strength, drop, face_up, holds
from seaboard.games.sea_of_clouds.cards import (
    BACK_NAMES,
    BACK_OF_TYPE,
    EFFECT_NAMES,
    LEG,
    MOST_KINDS,
    OBJECT,
    PIRATE,
    RELIC,
    ROUNDS,
    RUM,
    SECRET,
    SET,
    SHARE_CARDS,
    SHARES,
    TYPE_NAMES,
    WORD_BITS,
    WORD_COUNT,
)
from seaboard.games.sea_of_clouds.deck import STANDARD, Deck
from seaboard.games.sea_of_clouds.effects import is_optional
from seaboard.games.sea_of_clouds.loot import order_matters
from seaboard.games.sea_of_clouds.notation import names_of, write_move
from seaboard.games.sea_of_clouds.state import (
    CHOOSE,
    DONE,
    LAYING,
    LEAVING_NAMES,
    LEFT,
    LOOKING,
    NO_CARD,
    OVER,
    PHASE_NAMES,
    SEND,
    SENDING,
    SIDE_NAMES,
    UNSEEN,
    UNSEEN_ANY,
    State,
    pirate_of,
    side_of,
)
from seaboard.kit import forget_seed
from seaboard.state import members


def _was_tied(raw: RawEvent) -> bool:
    """Whether both crews of a fight were as strong."""
    _, _, _, strength, against = raw
    return strength == against


EVENTS = {
    state.MATCH_BEGAN: Kind("match_began", ("seat", "seats", "rounds", "deck")),
    state.ROUND_BEGAN: Kind("round_began", ("seat", "round")),
    state.TURN_BEGAN: Kind("turn_began", ("seat", "round")),
    state.SHARE_LOOKED_AT: Kind("share_looked_at", ("seat", "share", "cards", "doubloons")),
    state.CARD_SEEN: Kind("card_seen", ("seat", "share", "place", "card"), private=True),
    state.SHARE_LEFT: Kind("share_left", ("seat", "share")),
    state.SHARE_TAKEN: Kind("share_taken", ("seat", "share", "cards", "doubloons")),
    state.CARD_ADDED: Kind("card_added", ("", "share", "back", "next")),
    state.DOUBLOON_ADDED: Kind("doubloon_added", ("", "share")),
    state.CARD_DRAWN: Kind("card_drawn", ("seat", "back", "next")),
    state.CARD_LAID: Kind("card_laid", ("seat", "card", "change")),
    state.CARD_LAID_FACE_DOWN: Kind("card_laid_face_down", ("seat", "card", "back", "type"), secret=("card",)),
    state.CARD_DISCARDED: Kind("card_discarded", ("seat", "card", "change")),
    state.DOUBLOONS_GAINED: Kind("doubloons_gained", ("seat", "doubloons")),
    state.CHEST_FILLED: Kind("chest_filled", ("seat", "doubloons")),
    state.CHEST_EMPTIED: Kind("chest_emptied", ("seat", "doubloons")),
    state.PARROT_TAKEN: Kind("parrot_taken", ("seat", "from")),
    state.BOARDING_BEGAN: Kind("boarding_began", ("parrot", "round")),
    state.CREW_COUNTED: Kind("crew_counted", ("seat", "strength", "pirates")),
    state.FIGHT_WON: Kind("fight_won", ("seat", "loser", "strength", "against"), also={"tied": _was_tied}),
    state.FIGHT_UNDECIDED: Kind("fight_undecided", ("seat", "other", "strength", "against"), also={"tied": _was_tied}),
    state.CHEST_PASSED: Kind("chest_passed", ("seat", "from", "moved", "left")),
    state.PIRATE_SENT: Kind("pirate_sent", ("seat", "card", "victim")),
    state.DOUBLOONS_STOLEN: Kind("doubloons_stolen", ("seat", "victim", "doubloons")),
    state.RUM_STOLEN: Kind("rum_stolen", ("seat", "victim", "card"), secret=("card",), known_to=("seat", "victim")),
    state.RUM_GIVEN: Kind("rum_given", ("seat", "victim", "card"), secret=("card",), known_to=("seat", "victim")),
    state.RUMS_SWAPPED: Kind("rums_swapped", ("seat", "victim", "card"), secret=("card",), known_to=("seat", "victim")),
    state.OBJECTS_SWAPPED: Kind("objects_swapped", ("seat", "victim", "given", "taken")),
    state.LOOT_TAKEN: Kind("loot_taken", ("seat", "share", "place", "back")),
    state.EFFECTS_DECLINED: Kind("effects_declined", ("seat",)),
    state.BOARDING_ENDED: Kind("boarding_ended", ("", "round")),
    state.DOUBLOONS_COUNTED: Kind("doubloons_counted", ("seat", "doubloons", "chest")),
    state.CARDS_COUNTED: Kind("cards_counted", ("seat", "kind", "count", "points")),
    state.CATEGORY_COUNTED: Kind("category_counted", ("seat", "category", "points")),
    state.MATCH_SCORED: Kind("match_scored", ("seat", "points")),
    state.CREW_LEFT: Kind("crew_left", ("seat", "strength")),
    state.CHEST_MOVED: Kind("chest_moved", ("seat", "from", "doubloons")),
    state.MATCH_WON: Kind("match_won", ("seat", "points", "tied")),
}


def formatters(options: Mapping[str, Any]) -> Mapping[str, Callable[[int], Any]]:
    """Return what formats an event's numbers, with the names of the match's deck."""
    return FORMATTERS if options["deck"] == STANDARD else _formatters(decks.read(options["deck"]))


def _formatters(deck: Deck) -> Mapping[str, Callable[[int], Any]]:
    return {
        "card": deck.write_card,
        "given": deck.write_card,
        "taken": deck.write_card,
        "kind": deck.write_kind,
        "back": _back_name,
        "type": TYPE_NAMES.__getitem__,
        "next": _back_name,
        "category": lambda which: scoring.CATEGORY_NAMES[which],
    }


def _back_name(which: int) -> str | None:
    return BACK_NAMES[which] if which >= 0 else None


FORMATTERS = _formatters(decks.standard())


# ---- The state -----------------------------------------------------------------------------------


def hide(s: State, seat: int) -> None:
    """Wipe out what a seat may not know (-1: a spectator); backs stay. At the end everything on the boards is face up.

    Of the others' knowledge, only who has looked at which share stays: what happened to a Rum they knew may depend on a hidden draw.
    """
    forget_seed(s)
    for place in range(s.pile_size - 1):
        s.pile[place] = UNSEEN_ANY
    if s.pile_size and s.pile[s.pile_size - 1] < UNSEEN:
        s.pile[s.pile_size - 1] = UNSEEN + back_of(s, s.pile[s.pile_size - 1])
    for place in range(SHARE_CARDS):
        s.hand[place] = as_seen(s, seat, s.hand[place])
        for share in range(SHARES):
            s.shares[share][place] = as_seen(s, seat, s.shares[share][place])
    for word in range(WORD_COUNT):
        seen = face_up(s, word) | (s.known[seat][word] if seat >= 0 else 0)
        for owner in range(s.seats):
            if s.phase != OVER:
                s.boards[owner][word] &= seen
            if owner != seat:
                s.known[owner][word] = 0
                s.lost[owner][word] = 0
    for card in range(s.card_count):
        if s.kind_of[card] != s.removed_kind:
            drop(s.removed, card)


def as_seen(s: State, seat: int, card: int) -> int:
    """A face-down card as a seat sees it."""
    if card >= UNSEEN or (seat >= 0 and holds(s.known[seat], card)):
        return card
    return UNSEEN + back_of(s, card)


def table(s: State, seat: int) -> dict[str, Any]:
    """What lies before a seat."""
    deck = decks.deck_of(s)
    top = s.pile[s.pile_size - 1] if s.pile_size else NO_CARD
    return {
        "phase": PHASE_NAMES[s.phase],
        "round": s.round_number,
        "rounds": ROUNDS[s.seats],
        "boardings": list(range(LEG[s.seats], ROUNDS[s.seats] + 1, LEG[s.seats])),
        "hat": s.hat,
        "parrot": s.parrot,
        "turn": s.turn,
        "pairings": [{"one": one, "other": boarding.opponent(s, one, LEFT)} for one in range(boarding.fight_count(s))],
        "deck": {"cards": s.pile_size, "back": None if top == NO_CARD else _back_of(s, top)},
        "shares": [_share(s, deck, seat, share) for share in range(SHARES)],
        "share": s.share if s.share >= 0 else None,
        "leaving": LEAVING_NAMES[rules.leaving_leads_to(s)] if s.phase == LOOKING else None,
        "hand": _hand(s, deck, seat),
        "chest": deck.write_card(s.chest),
        "boards": [_board(s, deck, owner) for owner in range(s.seats)],
        "choices": _choices(s, deck, seat),
        "lost": names_of(deck, s.lost[seat]) if seat >= 0 else [],
        "discards": names_of(deck, s.discards),
        "removed": deck.removed if s.seats == 2 and deck.removed else None,
        "boarding": _boarding(s, deck) if s.boarding else None,
        "refused": refused(s, seat),
        "at_once": at_once(s, seat),
        "in_sight": in_sight(s, deck, seat),
        "kinds": _kinds(deck),
    }


def at_once(s: State, seat: int) -> list[str]:
    """Return moves that a seat may as well make all at once: cards whose order can't matter, Pirates that need no choice."""
    if seat < 0 or not rules.to_act(s) >> seat & 1 or s.phase not in (LAYING, SENDING):
        return []
    out = [0] * state.ACTIONS
    actions = out[: rules.legal_actions(s, seat, out)]
    if s.phase == LAYING:
        return [] if order_matters(s) else [write_move(s, seat, action) for action in actions]
    return [write_move(s, seat, action) for action in actions if action != DONE and boarding.asks_nothing(s, seat, pirate_of(action))]


def _back_of(s: State, card: int) -> str:
    return BACK_NAMES[card - UNSEEN if card >= UNSEEN else back_of(s, card)]


def hands(s: State) -> list[list[str]]:
    """Return every seat's face-down cards, secrets included: for a finished match."""
    deck = decks.deck_of(s)
    held = [name for card in s.hand if (name := deck.write_card(card))]
    return [(held if i == s.turn else []) + _of_type(s, deck, i, RUM) + _of_type(s, deck, i, SECRET) for i in range(s.seats)]


def _face_down(s: State, deck: Deck, card: int, seen_by: int) -> dict[str, Any]:
    return {"back": _back_of(s, card), "card": deck.write_card(card) if card < UNSEEN else None, "seen_by": list(members(seen_by))}


def _choices(s: State, deck: Deck, seat: int) -> list[dict[str, Any]]:
    """Return the kinds of cards on a board that this seat is to choose from."""
    if not boarding.chooses_card(s) or seat != rules.acting(s):
        return []
    out = [0] * MOST_KINDS
    count = boarding.legal_kinds(s, out)
    owner = boarding.owner_to_choose_from(s)
    return [{"kind": deck.write_kind(action - CHOOSE), "count": copies(s, owner, action - CHOOSE)} for action in out[:count]]


def _share(s: State, deck: Deck, seat: int, share: int) -> dict[str, Any]:
    cards = s.shares[share][: s.share_size[share]]
    held = cards if s.phase == LOOKING and s.turn == seat and s.share == share else []
    shown = [
        _face_down(s, deck, card, seen_by) | _with_set(s, seat, card, held) for card, seen_by in zip(cards, s.seen_by[share], strict=False)
    ]
    return {"cards": shown, "doubloons": s.share_doubloons[share]}


def _hand(s: State, deck: Deck, seat: int) -> list[dict[str, Any]]:
    cards = [(place, card) for place, card in enumerate(s.hand) if card != NO_CARD]
    held = [card for _, card in cards] if s.turn == seat else []
    return [_face_down(s, deck, card, s.hand_seen_by[place]) | _with_set(s, seat, card, held) | {"place": place} for place, card in cards]


def _with_set(s: State, seat: int, card: int, held: list[int]) -> dict[str, Any]:
    """For a Relic that a seat holds, return how many of its set it would have with its whole hand, and what they would be worth."""
    if card not in held or s.effect[s.kind_of[card]] != SET:
        return {}
    kind = s.kind_of[card]
    count = copies(s, seat, kind) + sum(s.kind_of[other] == kind for other in held)
    return {"set": {"count": count, "points": scoring.worth(s, seat, kind, count)}}


def _board(s: State, deck: Deck, owner: int) -> dict[str, Any]:
    has_chest = s.chest >= 0 and holds(s.boards[owner], s.chest)
    points = [scoring.category(s, owner, which, None) for which in range(scoring.CATEGORIES)]
    face_up = [part for part, card_type in zip(points, scoring.TYPE_COUNTED, strict=True) if card_type not in (RUM, SECRET)]
    return {
        "seat": owner,
        "doubloons": s.doubloons[owner],
        "chest": s.chest_doubloons if has_chest else None,
        "strength": s.strength[owner] if s.boarding else crew_strength(s, owner),
        "pirates": _of_type(s, deck, owner, PIRATE),
        "relics": _of_type(s, deck, owner, RELIC),
        "objects": _of_type(s, deck, owner, OBJECT),
        "rums": _hidden(s, deck, owner, RUM, s.rums[owner]),
        "secrets": _hidden(s, deck, owner, SECRET, s.secrets[owner]),
        "points": dict(zip(scoring.CATEGORY_NAMES, points, strict=True)),
        "face_up_points": sum(face_up),
        "known_points": sum(points),
        "counted": _counted(s, deck, owner),
    }


def _of_type(s: State, deck: Deck, owner: int, card_type: int) -> list[str]:
    return names_of(deck, [s.boards[owner][word] & s.of_type[card_type][word] for word in range(WORD_COUNT)])


def _hidden(s: State, deck: Deck, owner: int, card_type: int, count: int) -> dict[str, Any]:
    """Return the number of face-down cards, and those the seat knows, each with who surely knows it: its owner, and this seat."""
    names = _of_type(s, deck, owner, card_type)
    seen = [{"card": n, "seen_by": [i for i in range(s.seats) if i == owner or holds(s.known[i], deck.numbers[n])]} for n in names]
    return {"count": count, "back": BACK_NAMES[BACK_OF_TYPE[card_type]], "seen": seen}


def _counted(s: State, deck: Deck, owner: int) -> list[dict[str, Any]]:
    """Return what each kind of card is worth, as far as it is visible."""
    found = []
    for number, kind in enumerate(deck.kinds):
        count = copies(s, owner, number)
        if count and kind.type != "pirate":
            found.append({"kind": kind.name, "count": count, "points": scoring.worth(s, owner, number, count)})
    return found


def _boarding(s: State, deck: Deck) -> dict[str, Any]:
    won = [
        {"seat": seat, "side": SIDE_NAMES[side], "loser": boarding.opponent(s, seat, side)}
        for seat in range(s.seats)
        for side in range(2)
        if boarding.has_won(s, seat, side)
    ]
    return {
        "strengths": s.strength[: s.seats],
        "won": won,
        "fights": [_fight(s, one, boarding.opponent(s, one, LEFT)) for one in range(boarding.fight_count(s))],
        "actor": s.actor,
        "applied": {name: names_of(deck, s.applied[side]) for side, name in enumerate(SIDE_NAMES)},
        "sent": deck.write_card(s.sent),
        "target": s.target if s.target >= 0 else None,
        "given": deck.write_card(s.given),
    }


def _fight(s: State, one: int, other: int) -> dict[str, Any]:
    winner = one if boarding.has_beaten(s, one, other) else other if boarding.has_beaten(s, other, one) else None
    return {"one": one, "other": other, "winner": winner, "tied": s.strength[one] == s.strength[other]}


def in_sight(s: State, deck: Deck, seat: int) -> dict[str, int]:
    """Count the cards of each kind that a seat sees or knows: on boards, in shares, in its hand, discarded or left out."""
    counts = [0] * len(deck.kinds)
    for word in range(WORD_COUNT):
        seen = s.discards[word] | s.removed[word]
        for owner in range(s.seats):
            seen |= s.boards[owner][word]
        if seat >= 0:
            seen |= s.known[seat][word] | s.lost[seat][word]
        for card in members(seen):
            counts[s.kind_of[word * WORD_BITS + card]] += 1
    return {kind.name: count for kind, count in zip(deck.kinds, counts, strict=True) if count}


def _kinds(deck: Deck) -> dict[str, dict[str, Any]]:
    """Return what each kind of card is and does."""
    found: dict[str, dict[str, Any]] = {}
    for kind in deck.kinds:
        facts = {"type": kind.type, "back": kind.back, "count": kind.count, "source": kind.source, "effect": kind.effect, **kind.numbers}
        if kind.strength is not None:
            facts |= {"strength": kind.strength, "once": kind.once, "optional": is_optional(EFFECT_NAMES.index(kind.effect))}
        if kind.values:
            facts["values"] = list(kind.values)
        found[kind.name] = facts | dict(kind.words or {})
    return found


def deck() -> list[dict[str, Any]]:
    """Every different card by name, with what is printed on it, for a gallery."""
    found = []
    for kind in decks.standard().kinds:
        printed = {"type": kind.back, "number": kind.numbers.get(kind.effect, kind.strength), "table": kind.values}
        found.append({"id": kind.name, "facts": {name: value for name, value in printed.items() if value is not None and value != ()}})
    return found


# ---- Reasons -------------------------------------------------------------------------------------


def refused(s: State, seat: int) -> dict[str, Any]:
    """Return what a seat whose Pirates act might try but can't: a Pirate for a victory, or to decline; each with the reason."""
    if seat < 0 or not rules.to_act(s) >> seat & 1 or s.phase != SENDING:
        return {}
    found = {}
    for action in (DONE, *range(SEND, CHOOSE)):
        why = rules.why_not(s, seat, action)
        if why and why not in (state.NO_SUCH_PIRATE, state.NOT_BEATEN):
            key, values = reason(s, seat, action, why)
            found[write_move(s, seat, action)] = {"key": key, "values": values}
    return found


def reason(s: State, seat: int, action: int, why: int) -> tuple[str, dict[str, str]]:
    """A reason of the rules as a key of the locales, and its values (themselves keys where they have a dot)."""
    deck = decks.deck_of(s)
    if why == state.NOT_NOW:
        return "reason.not_now", {"wanted": f"reason.now.{PHASE_NAMES[s.phase]}"}
    if why == state.NOT_THERE:
        return "reason.not_there", {"wanted": f"reason.now.{PHASE_NAMES[s.phase]}"}
    if why == state.MUST_ACT:
        return "reason.must_act", {}
    assert SEND <= action < CHOOSE
    values = {"pirate": deck.write_kind(pirate_of(action)), "side": f"reason.{SIDE_NAMES[side_of(action)]}"}
    keys = {
        state.NO_SUCH_PIRATE: "reason.no_such_pirate",
        state.NOT_BEATEN: "reason.not_beaten",
        state.HAS_ACTED: "reason.has_acted",
        state.NOTHING_TO_ACT_ON: "reason.nothing_to_act_on",
        state.ONE_IS_ENOUGH: "reason.one_is_enough",
    }
    return keys[why], values
