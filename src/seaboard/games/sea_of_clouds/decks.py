"""The decks in use: the standard one and hosts' own, and the option that chooses one."""

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from seaboard.game import Choice, Option
from seaboard.games.sea_of_clouds.deck import STANDARD, Deck
from seaboard.games.sea_of_clouds.deck_file import BadDeck, parse
from seaboard.games.sea_of_clouds.state import State

# The decks in use in this process, by their marks: a State holds only the mark, and names are looked up here. A deck is kept for as long as
# a Match holds its formatters, and a little longer; others are forgotten.
_met: WeakValueDictionary[tuple[int, ...], Deck] = WeakValueDictionary()


@cache
def standard() -> Deck:
    """The deck that comes with the game."""
    file = resources.files("seaboard.games.sea_of_clouds") / "deck.toml"
    deck = parse(file.read_text(encoding="utf-8"))
    return Deck(STANDARD, deck.kinds, deck.removed)


def read(text: Any) -> Deck:
    """Read the deck of an option's value: `standard` or the text of a deck file. BadDeck if it is invalid."""
    if text == STANDARD:
        return standard()
    if not isinstance(text, str):
        raise BadDeck(f"deck must be {STANDARD!r} or the text of a deck file, not {text!r:.40}")
    deck = parse(text)
    return _met.setdefault(tuple(deck.mark), deck)


def deck_of(s: State) -> Deck:
    """Return the deck that a State is played with."""
    mark = tuple(int(word) for word in s.deck)
    if not any(mark):
        return standard()
    deck = _met.get(mark)
    if deck is None:
        raise BadDeck("this state uses a deck that has not been read in this process: read its file first")
    return deck


class DeckOption(Option):
    """The option `deck`: the standard one, or the text of a host's own deck file."""

    def __init__(self) -> None:
        super().__init__("deck", lambda seats: {STANDARD: 0})

    @property
    def takes_file(self) -> bool:
        """Whether the text of a file may also be chosen."""
        return True

    def fields(self, value: Any, seats: int) -> dict[str, Any]:
        """The State fields that describe this deck."""
        return read(value).fields()

    def shown(self, value: Any) -> str:
        """Return a short name instead of the text, which would be sent with every move; `table.kinds` says what is in the deck."""
        return STANDARD if value == STANDARD else "own"

    def value_of(self, s: State) -> str:
        """The text of the deck file, or `standard`."""
        return deck_of(s).text

    def read(self, text: str, seats: int) -> Choice:
        """Parse a value from the command line: `standard`, or the path of a deck file."""
        if text.lower() == STANDARD:
            return STANDARD
        try:
            found = Path(text).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise BadDeck(f"the deck file {text!r} can't be read: {getattr(error, 'strerror', None) or 'it is not UTF-8 text'}") from error
        parse(found)
        return found
