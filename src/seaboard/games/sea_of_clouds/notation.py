"""Sea of Clouds as text: `take`, `leave`, `lay topman#2`, `send gunner left`, `choose dark-rum`, `loot 1-2`, `done`."""

from collections.abc import Callable, Mapping
from typing import Any

from seaboard.games.sea_of_clouds import decks
from seaboard.games.sea_of_clouds.actions import (
    CHOOSE,
    DONE,
    LAY,
    LEAVE,
    LOOT,
    PHASE_NAMES,
    SEND,
    SIDE_NAMES,
    TAKE,
)
from seaboard.games.sea_of_clouds.cards import MOST_CARDS, NO_CARD, SHARE_CARDS, SHARES, UNSEEN
from seaboard.games.sea_of_clouds.decks import WORD_BITS, Deck
from seaboard.position import Codec

PLAIN = {"take": TAKE, "leave": LEAVE, "done": DONE}


def write_move(s: Any, seat: int, action: int) -> str:
    """A move as short text."""
    deck = decks.deck_of(s)
    for text, plain in PLAIN.items():
        if action == plain:
            return text
    if action < DONE:
        card = s.hand[action - LAY]
        return f"lay {deck.write_card(card) if card < UNSEEN else action - LAY + 1}"
    if action < SEND:
        return f"loot {(action - LOOT) // SHARE_CARDS + 1}-{(action - LOOT) % SHARE_CARDS + 1}"
    if action < CHOOSE:
        return f"send {deck.write_kind((action - SEND) >> 1)} {SIDE_NAMES[(action - SEND) & 1]}"
    return f"choose {deck.write_kind(action - CHOOSE)}"


def read_move(s: Any, seat: int, text: str) -> int:
    """The move that a text means; ValueError if it means none."""
    deck = decks.deck_of(s)
    verb, *rest = text.lower().split()
    if verb in PLAIN and not rest:
        return PLAIN[verb]
    if verb == "lay" and len(rest) == 1:
        return LAY + _place_in_hand(s, deck, rest[0])
    if verb == "loot" and len(rest) == 1:
        share, place = (int(number) - 1 for number in rest[0].split("-"))
        if share in range(SHARES) and place in range(SHARE_CARDS):
            return LOOT + SHARE_CARDS * share + place
    if verb == "send" and len(rest) == 2:
        return SEND + 2 * deck.read_kind(rest[0]) + SIDE_NAMES.index(rest[1])
    if verb == "choose" and len(rest) == 1:
        return CHOOSE + deck.read_kind(rest[0])
    raise ValueError(f"{text!r} is not a move")


def _place_in_hand(s: Any, deck: Deck, text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= SHARE_CARDS:
        return int(text) - 1
    names = [deck.write_card(card) or "" for card in s.hand]
    if text not in names:  # a bare name will do for any copy
        names = [name.partition("#")[0] for name in names]
    return names.index(text)


def codecs(options: Mapping[str, Any]) -> Mapping[str, Codec]:
    """How the fields of a position are written, with the names of the match's deck."""
    deck = decks.read(options.get("deck", ""))
    cards = _cards(deck)
    card = Codec(deck.write_card, deck.read_card)
    found = {
        "deck": Codec(lambda mark: deck.text, lambda text: deck.mark),
        "phase": Codec(lambda phase: PHASE_NAMES[phase], PHASE_NAMES.index),
        "pile": _row(deck, MOST_CARDS),
        "shares": _rows(_row(deck, SHARE_CARDS)),
        "hand": _rows(card),
        "sent": card,
        "given": card,
        "discards": cards,
        "removed": cards,
        "boards": _rows(cards),
        "known": _rows(cards),
        "lost": _rows(cards),
        "applied": _rows(cards),
    }
    # the rest of what says the deck follows from its text
    return {name: _from_deck(value) for name, value in deck.fields().items()} | found


def _from_deck(value: Any) -> Codec:
    return Codec(lambda _: "see deck", lambda _: value)


def _cards(deck: Deck) -> Codec:
    """A set of cards as the list of their names."""

    def write(words: list[int]) -> list[str]:
        return [name for card, name in enumerate(deck.names) if words[card // WORD_BITS] >> card % WORD_BITS & 1]

    def read(names: list[str]) -> list[int]:
        words = [0, 0]
        for name in names:
            card = deck.read_card(name)
            if card >= UNSEEN or words[card // WORD_BITS] >> card % WORD_BITS & 1:
                raise ValueError(f"{name} is no card, or is there twice")
            words[card // WORD_BITS] |= 1 << card % WORD_BITS
        return words

    return Codec(write, read)


def _row(deck: Deck, length: int) -> Codec:
    """Places that are filled from the first on, as the list of what lies there."""

    def read(names: list[str]) -> list[int]:
        return [deck.read_card(name) for name in names] + [NO_CARD] * (length - len(names))

    return Codec(lambda cards: [deck.write_card(card) for card in cards if card != NO_CARD], read)


def _rows(codec: Codec) -> Codec:
    def each(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda rows: [function(row) for row in rows]

    return Codec(each(codec.write), each(codec.read))
