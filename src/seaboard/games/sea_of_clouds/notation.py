"""Sea of Clouds as text: `take`, `leave`, `lay topman#2`, `send gunner left`, `choose dark-rum`, `loot 1-2`, `done`."""

from collections.abc import Callable, Mapping
from typing import Any

from seaboard.games.sea_of_clouds import decks
from seaboard.games.sea_of_clouds.card_sets import holds, put
from seaboard.games.sea_of_clouds.cards import MOST_CARDS, SHARE_CARDS, SHARES, WORD_COUNT
from seaboard.games.sea_of_clouds.deck import Deck
from seaboard.games.sea_of_clouds.state import (
    CHOOSE,
    DONE,
    LAY,
    LEAVE,
    NO_CARD,
    PHASE_NAMES,
    SEND,
    SIDE_NAMES,
    TAKE,
    UNSEEN,
    State,
    loot_action,
    pirate_of,
    place_of,
    send_action,
    share_of,
    side_of,
)
from seaboard.position import Codec

PLAIN = {"take": TAKE, "leave": LEAVE, "done": DONE}


def write_move(s: State, seat: int, action: int) -> str:
    """A move as short text."""
    deck = decks.deck_of(s)
    for text, plain in PLAIN.items():
        if action == plain:
            return text
    if action < DONE:
        card = s.hand[action - LAY]
        return f"lay {deck.write_card(card) if card < UNSEEN else action - LAY + 1}"
    if action < SEND:
        return f"loot {share_of(action) + 1}-{place_of(action) + 1}"
    if action < CHOOSE:
        return f"send {deck.write_kind(pirate_of(action))} {SIDE_NAMES[side_of(action)]}"
    return f"choose {deck.write_kind(action - CHOOSE)}"


def read_move(s: State, seat: int, text: str) -> int:
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
            return loot_action(share, place)
    if verb == "send" and len(rest) == 2:
        return send_action(deck.read_kind(rest[0]), SIDE_NAMES.index(rest[1]))
    if verb == "choose" and len(rest) == 1:
        return CHOOSE + deck.read_kind(rest[0])
    raise ValueError(f"{text!r} is not a move")


def _place_in_hand(s: State, deck: Deck, text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= SHARE_CARDS:
        return int(text) - 1
    names = [deck.write_card(card) or "" for card in s.hand]
    if text not in names:  # a bare name stands for any copy
        names = [name.partition("#")[0] for name in names]
    return names.index(text)


def names_of(deck: Deck, cards: list[int]) -> list[str]:
    """The names of the cards in a set."""
    return [name for card, name in enumerate(deck.names) if holds(cards, card)]


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
    # the deck's other fields follow from its text
    return {name: _from_deck(value) for name, value in deck.fields().items()} | found


def _from_deck(value: Any) -> Codec:
    return Codec(lambda _: "see deck", lambda _: value)


def _cards(deck: Deck) -> Codec:
    """A set of cards as the list of their names."""

    def write(words: list[int]) -> list[str]:
        return names_of(deck, words)

    def read(names: list[str]) -> list[int]:
        words = [0] * WORD_COUNT
        for name in names:
            card = deck.read_card(name)
            if card >= UNSEEN or holds(words, card):
                raise ValueError(f"{name} is no card, or is there twice")
            put(words, card)
        return words

    return Codec(write, read)


def _row(deck: Deck, length: int) -> Codec:
    """Places that are filled from the first one on, as a list of their contents."""

    def read(names: list[str]) -> list[int]:
        return [deck.read_card(name) for name in names] + [NO_CARD] * (length - len(names))

    return Codec(lambda cards: [deck.write_card(card) for card in cards if card != NO_CARD], read)


def _rows(codec: Codec) -> Codec:
    def each(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda rows: [function(row) for row in rows]

    return Codec(each(codec.write), each(codec.read))
