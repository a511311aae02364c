"""Scenes of Sea of Clouds, set up card by card, for lessons and tests."""

from collections.abc import Sequence
from typing import Any

from seaboard import position
from seaboard.games import GAMES
from seaboard.games.sea_of_clouds import decks
from seaboard.games.sea_of_clouds.deck import STANDARD, Deck
from seaboard.match import Match

GAME = GAMES["sea-of-clouds"]


def scene(
    *boards: str,
    shares: Sequence[str] = ("rotgut", "rum", "spiced-rum"),
    top: str = "",
    doubloons: Sequence[int] = (),
    share_doubloons: Sequence[int] = (0, 0, 0),
    chest: int = 5,
    parrot: int = 0,
    hat: int = 0,
    turn: int = 0,
    round_number: int = 1,
    empty_deck: bool = False,
    seen: Sequence[tuple[int, int]] = (),
    seed: int = 1,
    compiled: bool = False,
    deck_text: str = STANDARD,
) -> Match:
    """A match in which the seats have these cards, and `turn` looks at the first share.

    Cards are names separated by spaces; a bare name stands for the next unused copy; `top` is the top of the deck, the
    uppermost first; `seen` lists earlier looks as (seat, share). With an empty deck all other cards are discarded.
    """
    deck = decks.read(deck_text)
    used: set[int] = set()
    seats = len(boards)
    on_boards = [_cards(deck, text, used) for text in boards]
    in_shares = [_cards(deck, text, used) for text in shares]
    on_top = _cards(deck, top, used)
    rest = [card for card in range(len(deck.names)) if card not in used]
    removed = _removed(deck, rest) if seats == 2 else []
    rest = [card for card in rest if card not in removed]
    s = GAME.new_state(seats=seats, seed=seed, options={"first_player": hat, "deck": deck_text})
    GAME.rules.start(s, None)
    place = position.write(GAME, s)

    def names(cards: Sequence[int]) -> list[Any]:
        return [deck.write_card(card) for card in cards]

    looks = [*seen, (turn, 0)]
    hidden = [[card for card in cards if _type(deck, card) in ("rum", "secret")] for cards in on_boards]
    money = list(doubloons) or [3] * seats
    chest_here = any(s.chest in cards for cards in on_boards)
    place |= {
        "round_number": round_number,
        "hat": hat,
        "parrot": parrot,
        "turn": turn,
        "phase": "looking",
        "share": 0,
        "pile": names([] if empty_deck else [*rest, *reversed(on_top)]),
        "pile_size": 0 if empty_deck else len(rest) + len(on_top),
        "discards": names([*rest, *on_top]) if empty_deck else [],
        "removed": names(removed),
        "shares": [names(cards) for cards in in_shares],
        "share_size": [len(cards) for cards in in_shares],
        "share_doubloons": list(share_doubloons),
        "boards": [names(cards) for cards in on_boards] + [[]] * (4 - seats),
        "rums": [sum(_type(deck, card) == "rum" for card in cards) for cards in on_boards] + [0] * (4 - seats),
        "secrets": [sum(_type(deck, card) == "secret" for card in cards) for cards in on_boards] + [0] * (4 - seats),
        "doubloons": money + [0] * (4 - seats),
        "chest_doubloons": chest if chest_here else 0,
        "issued": sum(money) + sum(share_doubloons) + (chest if chest_here else 0),
        "known": [
            names(sorted({*hidden[seat], *(card for who, share in looks if who == seat for card in in_shares[share])}))
            for seat in range(seats)
        ]
        + [[]] * (4 - seats),
        "seen_by": [
            [sum({1 << who for who, looked in looks if looked == share}) if i < len(in_shares[share]) else 0 for i in range(3)]
            for share in range(3)
        ],
    }
    return Match.from_state(GAME, position.read(GAME, place), compiled=compiled)  # trusted: an empty deck may be discarded whole


def _cards(deck: Deck, text: str, used: set[int]) -> list[int]:
    cards = []
    for word in text.split():
        copies = [card for card, name in enumerate(deck.names) if name == word or name.partition("#")[0] == word]
        card = next(card for card in copies if card not in used)
        used.add(card)
        cards.append(card)
    return cards


def _type(deck: Deck, card: int) -> str:
    name = deck.names[card].partition("#")[0]
    return next(kind.type for kind in deck.kinds if kind.name == name)


def _removed(deck: Deck, rest: list[int]) -> list[int]:
    gone = [card for card in rest if deck.names[card].startswith(deck.removed)]
    for types in (("rum",), ("object", "instant", "secret"), ("pirate",)):
        gone += [card for card in rest if _type(deck, card) in types and card not in gone][-5:]
    return gone
