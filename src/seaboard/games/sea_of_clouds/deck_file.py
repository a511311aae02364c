"""Reading and checking deck files; an error names the line and the problem."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from seaboard.characters import is_readable
from seaboard.errors import BadOption
from seaboard.games.sea_of_clouds.cards import LONGEST_SET, MOST_CARDS, MOST_KINDS, MOST_SETS
from seaboard.games.sea_of_clouds.deck import Deck, Kind

MOST_CHARACTERS = 50_000
SOURCES = ("rulebook", "reconstruction")

_ANY = (-99, 99)
_SOME = (1, 99)
# For each type, its effects; for each effect, the fields that hold its numbers, each with its lowest and highest value.
VOCABULARY: Mapping[str, Mapping[str, Mapping[str, tuple[int, int]]]] = {
    "rum": {"value": {"value": _ANY}, "collection": {}, "majority": {"most": _ANY, "others": _ANY}},
    "relic": {"set": {}},
    "object": {
        "chest": {"doubloons": _SOME},
        "strength": {"strength": _ANY},
        "points": {"points": _ANY},
        "points-per-rum": {"points": _ANY},
        "points-per-relic": {"points": _ANY},
    },
    "instant": {"discard-pirates": {}, "add-to-shares": {}, "gain-doubloons": {"doubloons": _SOME}, "take-parrot": {}},
    "secret": {
        "most-rums": {"points": _ANY},
        "most-relics": {"points": _ANY},
        "most-doubloons": {"points": _ANY},
        "points-per-object": {"points": _ANY},
    },
    "pirate": {
        "gain-doubloons": {"doubloons": _SOME},
        "steal-doubloons": {"doubloons": _SOME},
        "steal-rums": {"rums": _SOME},
        "take-parrot": {},
        "discard-object": {},
        "take-loot": {},
        "swap-rum": {},
        "swap-object": {},
    },
}
TEXTS = {"title": 60, "text": 300}  # a host's own texts for a card, with their maximum length
MOST_DOTS = 8


class BadDeck(BadOption):
    """An invalid deck file; the message names the line and the problem."""


@lru_cache(maxsize=64)
def parse(text: str) -> Deck:
    """Parse the text of a deck file; BadDeck if it is invalid."""
    if len(text) > MOST_CHARACTERS:
        raise BadDeck(f"deck: {len(text)} characters are too many; a deck file can have at most {MOST_CHARACTERS}")
    _check_dots(text)
    try:
        text.encode()
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column (\d+)\)$", str(error))
        line = int(place[1]) if place else text.count("\n") + 1
        fault = re.sub(r" \(at .*\)$", "", str(error))
        raise BadDeck(f"deck, line {line}: this is not TOML: {fault}") from error
    except (ValueError, RecursionError) as error:
        raise BadDeck(f"deck: this is not TOML that can be read: {type(error).__name__}") from error
    return _Check(text, found).deck()


_STRING = r""""{3}(?:[^\\]|\\.)*?"{3,5}|'{3}.*?'{3,5}|"(?!"")(?:[^"\\\n]|\\.)*+"|'(?!\'\')[^'\n]*+\'"""
_TOKEN = re.compile(rf"""(?P<skipped>{_STRING}|\#[^\n]*+)|(?P<dot>\.)|(?P<unclosed>["'])|(?P<end>[\n=,{{}}\[\]])""", re.DOTALL)


def _check_dots(text: str) -> None:
    """Refuse keys of many parts: no deck needs them, and the time to parse one grows with the square of its dots."""
    dots = 0
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "end":
                dots = 0
            case "unclosed":
                return  # the TOML parser stops here too
            case "dot":
                dots += 1
                if dots > MOST_DOTS:
                    line = text.count("\n", 0, token.start()) + 1
                    raise BadDeck(
                        f"deck, line {line}: a key has more than {MOST_DOTS} dots; a card's fields are single words, like 'count'"
                    )


_HEADER = re.compile(r"^\s*\[\[\s*(?:card|\"card\"|'card')\s*\]\]\s*(?:#.*)?$")
_TABLE = re.compile(r"^\s*\[+\s*(card\s*\.\s*)?[\"']?([A-Za-z0-9_-]*)")
_KEY = re.compile(r"^\s*[\"']?([A-Za-z0-9_-]+)[\"']?\s*=")


class _Check:
    """One file being checked; it knows the line of each card and field."""

    def __init__(self, text: str, found: dict[str, Any]) -> None:
        self.text = text
        self.found = found
        self.top: dict[str, int] = {}
        self.headers: list[int] = []
        self.keys: list[dict[str, int]] = []
        inside, in_string = self.top, False
        for number, line in enumerate(text.splitlines(), 1):
            if not in_string:
                if _HEADER.match(line):
                    self.headers.append(number)
                    inside = {}
                    self.keys.append(inside)
                elif table := _TABLE.match(line):
                    whose = self.keys[-1] if self.keys and table[1] else self.top
                    whose.setdefault(table[2], number)
                    inside = {}
                elif key := _KEY.match(line):
                    inside.setdefault(key[1], number)
            in_string ^= (line.count('"""') + line.count("'''")) % 2 == 1

    def bad(self, fault: str, *, card: int | None = None, key: str = "") -> BadDeck:
        """Make the error for a problem with a card (and one of its fields), or with the file."""
        if card is None:
            return BadDeck(f"deck, line {self.top.get(key, 1)}: {fault}")
        cards = self.found["card"]
        name = cards[card].get("name") if isinstance(cards[card], dict) else None
        called = name if isinstance(name, str) and name and key != "name" else f"card {card + 1}"
        if len(self.headers) != len(cards):  # written in a different style: the line is unknown
            return BadDeck(f"deck, {called:.40}: {fault}")
        return BadDeck(f"deck, line {self.keys[card].get(key, self.headers[card])}: {called:.40}: {fault}")

    def deck(self) -> Deck:
        """The whole deck."""
        for key in self.found:
            if key not in ("card", "removed_with_two_players"):
                raise self.bad(f"a deck file has no {key!r}; it has 'removed_with_two_players' and one [[card]] for each kind", key=key)
        cards = self.found.get("card")
        if not isinstance(cards, list) or not cards:
            raise self.bad("there is no card; write one [[card]] for each kind", key="card")
        if len(cards) > MOST_KINDS:
            raise self.bad(f"this is the {MOST_KINDS + 1}th kind; a deck has at most {MOST_KINDS}", card=MOST_KINDS)
        kinds = [self.kind(card) for card in range(len(cards))]
        self.check_whole(kinds)
        removed = self.found.get("removed_with_two_players")
        if removed is None:
            raise self.bad("'removed_with_two_players' is missing; it names a kind, or is \"\" for none")
        if not isinstance(removed, str) or (removed and removed not in [kind.name for kind in kinds]):
            raise self.bad(f"no card is named {removed!r:.40}", key="removed_with_two_players")
        return Deck(self.text, tuple(kinds), removed)

    def check_whole(self, kinds: list[Kind]) -> None:
        """Check the cards as a whole."""
        seen: set[str] = set()
        total = sets = chests = 0
        for card, kind in enumerate(kinds):
            if kind.name in seen:
                raise self.bad(f"there is another card named {kind.name!r}", card=card, key="name")
            seen.add(kind.name)
            total += kind.count
            if total > MOST_CARDS:
                raise self.bad(f"with this one there are {total} cards; a deck has at most {MOST_CARDS}", card=card, key="count")
            sets += bool(kind.values)
            if sets > MOST_SETS:
                raise self.bad(f"this is the {sets}th set of relics; a deck has at most {MOST_SETS}", card=card, key="effect")
            chests += kind.count if kind.effect == "chest" else 0
            if chests > 1:
                raise self.bad("a deck has at most one chest", card=card, key="count")

    def kind(self, card: int) -> Kind:
        """One kind of card."""
        found = self.found["card"][card]
        if not isinstance(found, dict):
            raise self.bad("a card is a table of fields", card=card)
        name = self.text_field(card, "name")
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", name):
            raise self.bad(f"the name {name!r:.40} must be small letters, digits and hyphens, like 'first-mate'", card=card, key="name")
        type_ = self.one_of(card, "type", tuple(VOCABULARY))
        count = self.number(card, "count", 1, MOST_CARDS)
        source = self.one_of(card, "source", SOURCES)
        effect = self.one_of(card, "effect", tuple(VOCABULARY[type_]), f"a {type_}'s ")
        bounds = VOCABULARY[type_][effect]
        numbers = {key: self.number(card, key, *bounds[key]) for key in bounds}
        strength = self.number(card, "strength", 0, 99) if type_ == "pirate" else None
        values = self.values(card, count) if effect == "set" else ()
        once = found.get("once", False)
        if type(once) is not bool:
            raise self.bad(f"'once' must be true or false, not {once!r:.40}", card=card, key="once")
        own = {key: self.text_field(card, key) for key in TEXTS if key in found}
        for key, text in own.items():
            if len(text) > TEXTS[key]:
                raise self.bad(f"{key!r} has {len(text)} characters; it can have at most {TEXTS[key]}", card=card, key=key)
            if not is_readable(text.replace("\n", "")):
                raise self.bad(f"{key!r} has characters that are invisible or change the direction of text", card=card, key=key)
        known = {"name", "type", "count", "source", "effect", *bounds, *TEXTS}
        known |= {"strength", "once"} if type_ == "pirate" else {"values"} if effect == "set" else set()
        for key in found:
            if key not in known:
                raise self.bad(f"a {type_} with the effect {effect!r} has no field {key!r:.40}", card=card, key=key)
        return Kind(name, type_, count, source, effect, numbers, strength, once, values, own or None)

    def field(self, card: int, key: str) -> Any:
        """Return a required field."""
        if key not in self.found["card"][card]:
            raise self.bad(f"the field {key!r} is missing", card=card)
        return self.found["card"][card][key]

    def text_field(self, card: int, key: str) -> str:
        """Return a field that is a text."""
        value = self.field(card, key)
        if not isinstance(value, str):
            raise self.bad(f"{key!r} must be a text in quotation marks, not {value!r:.40}", card=card, key=key)
        return value

    def one_of(self, card: int, key: str, choices: tuple[str, ...], whose: str = "") -> str:
        """Return a field that has a fixed set of values."""
        value = self.text_field(card, key)
        if value not in choices:
            raise self.bad(f"{whose}{key} can't be {value!r:.40}; it is one of: {', '.join(choices)}", card=card, key=key)
        return value

    def number(self, card: int, key: str, low: int, high: int) -> int:
        """Return a field that is a whole number within bounds."""
        value = self.field(card, key)
        if type(value) is not int:
            raise self.bad(f"{key!r} must be a whole number, not {value!r:.40}", card=card, key=key)
        if value < low:
            raise self.bad(f"{key!r} must be at least {low}, not {value!r:.40}", card=card, key=key)
        if value > high:
            raise self.bad(f"{key!r} must be at most {high}, not {value!r:.40}", card=card, key=key)
        return value

    def values(self, card: int, count: int) -> tuple[int, ...]:
        """Return the totals of a set, one for each number of cards."""
        found = self.field(card, "values")
        if not isinstance(found, list) or any(type(value) is not int or not -999 <= value <= 999 for value in found):
            raise self.bad("'values' must be a list of whole numbers from -999 to 999", card=card, key="values")
        if count > LONGEST_SET:
            raise self.bad(f"a set has at most {LONGEST_SET} cards, not {count}", card=card, key="count")
        if len(found) != count:
            raise self.bad(f"'values' needs {count} numbers, one total for each number of cards, not {len(found)}", card=card, key="values")
        return tuple(found)
