"""Sea Salt & Paper as text: `draw`, `keep crab:black`, `discard 2`, `lay fish:black fish:green`, `last chance`.

A card is its kind and colour, crab:dark-blue; where the deck has several alike, the others are crab:dark-blue:2 and so on.
Piles are 1 and 2; seats are numbered as everywhere, from 0.
"""

from seaboard.games.sea_salt_and_paper import state
from seaboard.games.sea_salt_and_paper.cards import CARDS, COLOUR_NAMES, FACES, KIND_NAMES, PAIRS
from seaboard.games.sea_salt_and_paper.memory import (
    DECK,
    HIDDEN,
    OPEN,
    PILE,
    TABLE,
    begins_search,
    card_of,
    entry_of,
    source_of,
    target_of,
)
from seaboard.kit import lowest
from seaboard.position import Codec
from seaboard.state import members

NAMES = tuple(f"{KIND_NAMES[kind]}:{COLOUR_NAMES[colour]}" + (f":{copy + 1}" if copy else "") for kind, colour, copy in FACES)
ENDINGS = (None, "cancelled", "stopped", "bet_won", "bet_lost")
PHASES = ("take", "keep", "discard", "lay", "search", "pick", "rob", "over")
UNKNOWN = "?"


def write_card(card: int) -> str:
    """crab:dark-blue, or crab:dark-blue:2 for its copy; a question mark for a card that is not known."""
    return NAMES[card] if 0 <= card < CARDS else UNKNOWN


def read_card(text: str) -> int:
    """The card of a name."""
    name = text.strip().lower()
    if name not in NAMES:
        raise ValueError(f"{text!r} is not a card: write a kind and a colour, like crab:dark-blue")
    return NAMES.index(name)


def write_set(cards: int) -> list[str]:
    """The cards of a hand, sorted by kind and colour."""
    return [NAMES[card] for card in members(cards)]


def read_set(names: list[str]) -> int:
    """A set of cards from their names."""
    cards = 0
    for name in names:
        if cards >> read_card(name) & 1:
            raise ValueError(f"{name} is there twice")
        cards |= 1 << read_card(name)
    return cards


# ---- Moves -----------------------------------------------------------------------------------------


def write_move(s: state.State, seat: int, action: int) -> str:
    """A move as a player would write it."""
    if action == state.DRAW_TWO:
        return "draw"
    if action < state.KEEP_DRAWN:
        return f"take {action - state.TAKE_TOP + 1}"
    if action < state.DISCARD_ON:
        which = action - state.KEEP_DRAWN
        return f"keep {write_card(s.drawn[which]) if s.drawn[which] >= 0 else which + 1}"
    if action < state.SEARCH_PILE:
        return f"discard {action - state.DISCARD_ON + 1}"
    if action < state.PICK_CARD:
        return f"search {action - state.SEARCH_PILE + 1}"
    if action < state.ROB_SEAT:
        return f"pick {write_card(action - state.PICK_CARD)}"
    if action < state.LAY_PAIR:
        return f"rob {action - state.ROB_SEAT}"
    if action < state.LAY_MERMAIDS:
        first, second = pair_names(action - state.LAY_PAIR)
        return f"lay {first} {second}"
    return ("lay mermaids", "stop", "last chance", "end turn")[action - state.LAY_MERMAIDS]


def pair_names(pair: int) -> tuple[str, str]:
    """The two cards of a pair, by kind and colour alone."""
    first, second = (NAMES[lowest(cards)] for cards in PAIRS[pair])
    return _plain(first), _plain(second)


def read_move(s: state.State, seat: int, text: str) -> int:
    """The move that a text means, whatever its case and spaces, and either card of a pair first."""
    words = text.lower().replace("+", " ").split()
    for action in range(state.ACTIONS):
        if write_move(s, seat, action).split() == words:
            return action
    if len(words) == 3 and words[0] == "lay":
        wanted = sorted(_plain(word) for word in words[1:])
        for pair in range(len(PAIRS)):
            if sorted(pair_names(pair)) == wanted:
                return state.LAY_PAIR + pair
    if len(words) == 2 and words[0] == "keep" and words[1] in ("1", "2"):
        return state.KEEP_DRAWN + int(words[1]) - 1
    raise ValueError(f"{text!r} is not a move")


def _plain(name: str) -> str:
    return ":".join(name.split(":")[:2])


# ---- Positions -------------------------------------------------------------------------------------

PLACES = ("hand 0", "hand 1", "hand 2", "hand 3", "pile 1", "pile 2", "deck", "table")


def write_tape(tape: list[int]) -> list[str]:
    """What happened to which card, a line each."""
    entries = list(tape)
    while entries and not entries[-1]:
        entries.pop()
    return [write_entry(entry) for entry in entries]


def write_entry(entry: int) -> str:
    """One line: `deck > hand 0: shell:grey`; known to all in spite of a search: `pile 1 > hand 0: shell:grey!`."""
    card, source, target = card_of(entry), PLACES[source_of(entry)], PLACES[target_of(entry)]
    if begins_search(entry):
        return f"{source} searched by {card}"
    if source_of(entry) == target_of(entry):
        return f"{source} revealed" if source_of(entry) < PILE else f"{source} shows {write_card(card)}"
    return f"{source} > {target}: {write_card(card)}{'!' if entry & OPEN else ''}"


def read_entry(line: str) -> int:
    """An entry of the tape from its line."""
    if line.endswith(" revealed"):
        place = PLACES.index(line.removesuffix(" revealed"))
        return _entry(0, place, place) | OPEN
    if " searched by " in line:
        name, seat = line.split(" searched by ")
        return _entry(int(seat), PLACES.index(name), PLACES.index(name))
    if " shows " in line:
        name, card = line.split(" shows ")
        return _entry(read_card(card), PLACES.index(name), PLACES.index(name)) | OPEN
    places, card = line.split(": ")
    source, target = (PLACES.index(place) for place in places.split(" > "))
    known = HIDDEN if card.rstrip("!") == UNKNOWN else read_card(card.rstrip("!"))
    return _entry(known, source, target) | (OPEN if card.endswith("!") else 0)


def _entry(card: int, source: int, target: int) -> int:
    if not (0 <= source <= TABLE and 0 <= target <= TABLE and 0 <= card <= HIDDEN and target != DECK):
        raise ValueError("that is not something that happens to a card")
    return entry_of(card, source, target)


def _filled(numbers: list[int], length: int, empty: int) -> list[int]:
    return numbers + [empty] * (length - len(numbers))


def _write_row(cards: list[int]) -> list[str]:
    last = max((place for place, card in enumerate(cards) if card >= 0), default=-1)
    return [write_card(card) for card in cards[: last + 1]]


def _row(length: int) -> Codec:
    def read(names: list[str]) -> list[int]:
        return _filled([state.NO_CARD if name == UNKNOWN else read_card(name) for name in names], length, state.NO_CARD)

    return Codec(write=_write_row, read=read)


_pile = _row(state.PILE_CARDS)
_sets = Codec(write=lambda all_: [write_set(one) for one in all_], read=lambda all_: [read_set(one) for one in all_])

CODECS = {
    "phase": Codec(write=lambda phase: PHASES[phase], read=PHASES.index),
    "deck": _row(CARDS),
    "piles": Codec(write=lambda all_: [_pile.write(one) for one in all_], read=lambda all_: [_pile.read(one) for one in all_]),
    "hands": _sets,
    "laid": _sets,
    "last_hands": _sets,
    "last_laid": _sets,
    "ending": Codec(write=lambda ending: ENDINGS[ending], read=ENDINGS.index),
    "drawn": _row(2),
    "tape": Codec(write=write_tape, read=lambda lines: _filled([read_entry(line) for line in lines], state.TAPE, 0)),
    "sights": _sets,
}
