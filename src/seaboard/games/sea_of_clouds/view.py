"""What a seat of Sea of Clouds may see: the state, the events, and why an action can't be taken."""

from collections.abc import Callable, Mapping
from typing import Any

from seaboard.events import Kind
from seaboard.games.sea_of_clouds import boarding, decks, loot, rules, scoring
from seaboard.games.sea_of_clouds.actions import (
    CHOOSE,
    DONE,
    OVER,
    PHASE_NAMES,
    SEND,
    SENDING,
    SIDE_NAMES,
)
from seaboard.games.sea_of_clouds.cards import (
    BACK_NAMES,
    BACK_OF_TYPE,
    LEG,
    MOST_KINDS,
    NO_CARD,
    OBJECT,
    PIRATE,
    RELIC,
    ROUNDS,
    RUM,
    SECRET,
    SHARE_CARDS,
    SHARES,
    UNSEEN,
    UNSEEN_ANY,
)
from seaboard.games.sea_of_clouds.decks import STANDARD, Deck
from seaboard.games.sea_of_clouds.loot import WORD_BITS, WORD_COUNT, back, holds, is_open
from seaboard.games.sea_of_clouds.notation import write_move
from seaboard.state import members

EVENTS = {
    loot.MATCH_BEGAN: Kind("match_began", ("seat", "seats", "rounds")),
    loot.ROUND_BEGAN: Kind("round_began", ("seat", "round")),
    loot.TURN_BEGAN: Kind("turn_began", ("seat", "round")),
    loot.SHARE_LOOKED_AT: Kind("share_looked_at", ("seat", "share", "cards", "doubloons")),
    loot.CARD_SEEN: Kind("card_seen", ("seat", "share", "place", "card"), private=True),
    loot.SHARE_LEFT: Kind("share_left", ("seat", "share")),
    loot.SHARE_TAKEN: Kind("share_taken", ("seat", "share", "cards", "doubloons")),
    loot.CARD_ADDED: Kind("card_added", ("", "share", "back", "next")),
    loot.DOUBLOON_ADDED: Kind("doubloon_added", ("", "share")),
    loot.CARD_DRAWN: Kind("card_drawn", ("seat", "back", "next")),
    loot.CARD_LAID: Kind("card_laid", ("seat", "card")),
    loot.CARD_LAID_FACE_DOWN: Kind("card_laid_face_down", ("seat", "card", "back"), secret=("card",)),
    loot.CARD_DISCARDED: Kind("card_discarded", ("seat", "card")),
    loot.DOUBLOONS_GAINED: Kind("doubloons_gained", ("seat", "doubloons")),
    loot.CHEST_FILLED: Kind("chest_filled", ("seat", "doubloons")),
    loot.CHEST_EMPTIED: Kind("chest_emptied", ("seat", "doubloons")),
    loot.PARROT_TAKEN: Kind("parrot_taken", ("seat", "from")),
    loot.BOARDING_BEGAN: Kind("boarding_began", ("parrot", "round")),
    loot.CREW_COUNTED: Kind("crew_counted", ("seat", "strength", "pirates")),
    loot.FIGHT_WON: Kind("fight_won", ("seat", "loser", "strength", "against")),
    loot.FIGHT_UNDECIDED: Kind("fight_undecided", ("seat", "other", "strength", "against")),
    loot.CHEST_PASSED: Kind("chest_passed", ("seat", "from", "moved", "left")),
    loot.PIRATE_SENT: Kind("pirate_sent", ("seat", "card", "victim")),
    loot.DOUBLOONS_STOLEN: Kind("doubloons_stolen", ("seat", "victim", "doubloons")),
    loot.RUM_STOLEN: Kind("rum_stolen", ("seat", "victim", "card"), secret=("card",), known_to=("seat", "victim")),
    loot.RUM_GIVEN: Kind("rum_given", ("seat", "victim", "card"), secret=("card",), known_to=("seat", "victim")),
    loot.RUMS_SWAPPED: Kind("rums_swapped", ("seat", "victim", "card"), secret=("card",), known_to=("seat", "victim")),
    loot.OBJECTS_SWAPPED: Kind("objects_swapped", ("seat", "victim", "given", "taken")),
    loot.LOOT_TAKEN: Kind("loot_taken", ("seat", "share", "place", "back")),
    loot.EFFECTS_DECLINED: Kind("effects_declined", ("seat",)),
    loot.BOARDING_ENDED: Kind("boarding_ended", ("", "round")),
    loot.DOUBLOONS_COUNTED: Kind("doubloons_counted", ("seat", "doubloons", "chest")),
    loot.CARDS_COUNTED: Kind("cards_counted", ("seat", "kind", "count", "points")),
    loot.CATEGORY_COUNTED: Kind("category_counted", ("seat", "category", "points")),
    loot.MATCH_SCORED: Kind("match_scored", ("seat", "points")),
    loot.MATCH_WON: Kind("match_won", ("seat", "points", "tied")),
}


def words(options: Mapping[str, Any]) -> Mapping[str, Callable[[int], Any]]:
    """How an event's numbers are written, with the names of the match's deck."""
    return WORDS if options["deck"] == STANDARD else _words(decks.read(options["deck"]))


def _words(deck: decks.Deck) -> Mapping[str, Callable[[int], Any]]:
    return {
        "card": deck.write_card,
        "given": deck.write_card,
        "taken": deck.write_card,
        "kind": deck.write_kind,
        "back": _back_name,
        "next": _back_name,
        "category": lambda which: scoring.CATEGORY_NAMES[which],
    }


def _back_name(which: int) -> str | None:
    return BACK_NAMES[which] if which >= 0 else None


WORDS = _words(decks.standard())


# ---- The state -----------------------------------------------------------------------------------

HIDES = ("seed", "pile", "hand", "shares", "boards", "known", "lost", "removed")
"""Where in the State `hide` wipes something out."""


def hide(s: Any, seat: int) -> None:
    """Wipe out what a seat may not know (-1: a spectator); backs stay. At the end everything on the boards is open.

    Of what others know, only who has looked at which share stays: what became of a Rum they knew may hang on a hidden draw.
    """
    for i in range(4):
        s.seed[i] = 0
    s.draws = 0
    for place in range(s.pile_size - 1):
        s.pile[place] = UNSEEN_ANY
    if s.pile_size and s.pile[s.pile_size - 1] < UNSEEN:
        s.pile[s.pile_size - 1] = UNSEEN + back(s, s.pile[s.pile_size - 1])
    for place in range(SHARE_CARDS):
        s.hand[place] = as_seen(s, seat, s.hand[place])
        for share in range(SHARES):
            s.shares[share][place] = as_seen(s, seat, s.shares[share][place])
    for word in range(WORD_COUNT):
        seen = is_open(s, word) | (s.known[seat][word] if seat >= 0 else 0)
        for owner in range(s.seats):
            if s.phase != OVER:
                s.boards[owner][word] &= seen
            if owner != seat:
                s.known[owner][word] = 0
                s.lost[owner][word] = 0
    for card in range(s.cards):
        if s.kind_of[card] != s.removed_kind:
            loot.drop(s.removed, card)


def as_seen(s: Any, seat: int, card: int) -> int:
    """A face-down card as a seat sees it."""
    if card >= UNSEEN or (seat >= 0 and holds(s.known[seat], card)):
        return card
    return UNSEEN + back(s, card)


def table(s: Any, seat: int) -> dict[str, Any]:
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
        "deck": {"cards": s.pile_size, "back": None if top == NO_CARD else _back_of(s, top)},
        "shares": [_share(s, deck, share) for share in range(SHARES)],
        "share": s.share if s.share >= 0 else None,
        "hand": [_face_down(s, deck, card, s.hand_seen_by[i], place=i) for i, card in enumerate(s.hand) if card != NO_CARD],
        "boards": [_board(s, deck, owner) for owner in range(s.seats)],
        "lost": _names(deck, s.lost[seat]) if seat >= 0 else [],
        "discards": _names(deck, s.discards),
        "removed": deck.removed if s.seats == 2 and deck.removed else None,
        "boarding": _boarding(s, deck) if s.boarding else None,
        "refused": refused(s, seat),
        "kinds": _kinds(deck),
    }


def _names(deck: Deck, cards: list[int]) -> list[str]:
    return [name for card, name in enumerate(deck.names) if cards[card // WORD_BITS] >> card % WORD_BITS & 1]


def _back_of(s: Any, card: int) -> str:
    return BACK_NAMES[card - UNSEEN if card >= UNSEEN else back(s, card)]


def _face_down(s: Any, deck: Deck, card: int, seen_by: int, **more: Any) -> dict[str, Any]:
    return {"back": _back_of(s, card), "card": deck.write_card(card) if card < UNSEEN else None, "seen_by": list(members(seen_by)), **more}


def _share(s: Any, deck: Deck, share: int) -> dict[str, Any]:
    cards = [_face_down(s, deck, s.shares[share][i], s.seen_by[share][i]) for i in range(s.share_size[share])]
    return {"cards": cards, "doubloons": s.share_doubloons[share]}


def _board(s: Any, deck: Deck, owner: int) -> dict[str, Any]:
    has_chest = s.chest >= 0 and holds(s.boards[owner], s.chest)
    points = [scoring.category(s, owner, which, None) for which in range(scoring.CATEGORIES)]
    return {
        "seat": owner,
        "doubloons": s.doubloons[owner],
        "chest": s.chest_doubloons if has_chest else None,
        "strength": s.strength[owner] if s.boarding else boarding.crew_strength(s, owner),
        "pirates": _of_type(s, deck, owner, PIRATE),
        "relics": _of_type(s, deck, owner, RELIC),
        "objects": _of_type(s, deck, owner, OBJECT),
        "rums": _hidden(s, deck, owner, RUM, s.rums[owner]),
        "secrets": _hidden(s, deck, owner, SECRET, s.secrets[owner]),
        "points": dict(zip(scoring.CATEGORY_NAMES, points, strict=True)),
        "counted": _counted(s, deck, owner),
    }


def _of_type(s: Any, deck: Deck, owner: int, card_type: int) -> list[str]:
    return _names(deck, [s.boards[owner][word] & s.of_type[card_type][word] for word in range(WORD_COUNT)])


def _hidden(s: Any, deck: Deck, owner: int, card_type: int, count: int) -> dict[str, Any]:
    """Face-down cards: how many there are, and those that can be seen, each with who surely knows it: its owner, and this seat."""
    names = _of_type(s, deck, owner, card_type)
    seen = [{"card": n, "seen_by": [i for i in range(s.seats) if i == owner or holds(s.known[i], deck.numbers[n])]} for n in names]
    return {"count": count, "back": BACK_NAMES[BACK_OF_TYPE[card_type]], "seen": seen}


def _counted(s: Any, deck: Deck, owner: int) -> list[dict[str, Any]]:
    """What each kind of card counts, as far as it can be seen."""
    found = []
    for number, kind in enumerate(deck.kinds):
        count = scoring.copies(s, owner, number)
        if count and kind.type != "pirate":
            found.append({"kind": kind.name, "count": count, "points": scoring.worth(s, owner, number, count)})
    return found


def _boarding(s: Any, deck: Deck) -> dict[str, Any]:
    won = [
        {"seat": seat, "side": SIDE_NAMES[side], "loser": boarding.opponent(s, seat, side)}
        for seat in range(s.seats)
        for side in range(2)
        if s.won[seat] >> side & 1
    ]
    return {
        "strengths": s.strength[: s.seats],
        "won": won,
        "order": [(s.first + i) % s.seats for i in range(s.seats)],
        "actor": s.actor,
        "applied": {name: _names(deck, s.applied[side]) for side, name in enumerate(SIDE_NAMES)},
        "sent": deck.write_card(s.sent),
        "target": s.target if s.target >= 0 else None,
        "given": deck.write_card(s.given),
    }


def _kinds(deck: Deck) -> dict[str, dict[str, Any]]:
    """What each kind of card is and does."""
    found: dict[str, dict[str, Any]] = {}
    for kind in deck.kinds:
        facts = {"type": kind.type, "back": kind.back, "count": kind.count, "source": kind.source, "effect": kind.effect, **kind.numbers}
        if kind.strength is not None:
            facts |= {"strength": kind.strength, "once": kind.once}
        if kind.values:
            facts["values"] = list(kind.values)
        found[kind.name] = facts | dict(kind.words or {})
    return found


# ---- Reasons -------------------------------------------------------------------------------------


def refused(s: Any, seat: int) -> dict[str, Any]:
    """What a seat whose Pirates act might try and can't: a Pirate for a victory, or to decline; each with the reason."""
    if seat < 0 or not rules.to_act(s) >> seat & 1 or s.phase != SENDING:
        return {}
    found = {}
    for action in (DONE, *range(SEND, SEND + 2 * MOST_KINDS)):
        why = rules.why_not(s, seat, action)
        if why and why not in (rules.NO_SUCH_PIRATE, rules.NOT_BEATEN):
            key, values = reason(s, seat, action, why)
            found[write_move(s, seat, action)] = {"key": key, "values": values}
    return found


def reason(s: Any, seat: int, action: int, why: int) -> tuple[str, dict[str, str]]:
    """The words for a rules' reason: a key of the locales, and its values (themselves keys where they have a dot)."""
    deck = decks.deck_of(s)
    if why == rules.NOT_NOW:
        return "reason.not_now", {"wanted": f"reason.now.{PHASE_NAMES[s.phase]}"}
    if why == rules.NOT_THERE:
        return "reason.not_there", {"wanted": f"reason.now.{PHASE_NAMES[s.phase]}"}
    if why == rules.MUST_ACT:
        return "reason.must_act", {}
    assert SEND <= action < CHOOSE
    values = {"pirate": deck.write_kind((action - SEND) >> 1), "side": f"reason.{SIDE_NAMES[(action - SEND) & 1]}"}
    keys = {
        rules.NO_SUCH_PIRATE: "reason.no_such_pirate",
        rules.NOT_BEATEN: "reason.not_beaten",
        rules.HAS_ACTED: "reason.has_acted",
        rules.NOTHING_TO_ACT_ON: "reason.nothing_to_act_on",
        rules.ONE_IS_ENOUGH: "reason.one_is_enough",
    }
    return keys[why], values
