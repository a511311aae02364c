"""The texts that players read, from `locales/`: the same files that the page uses."""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from seaboard.games import find

LANGUAGES = ("en", "fr")


@cache
def texts(language: str, book: str) -> dict[str, str]:
    """Load all texts of one file: `page`, `server`, or a game's name."""
    file = resources.files("seaboard") / "locales" / language / f"{book}.json"
    if not file.is_file():  # a game in another package brings its own
        file = resources.files(find(book).package) / "locales" / f"{language}.json"
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return {key: typeset(language, text) for key, text in found.items()}


def typeset(language: str, text: str) -> str:
    """Replace plain spaces and straight apostrophes by typographic ones; `web/src/lib/typeset.ts` does the same."""
    curled = re.sub(r"(?<=[^\W\d_])'(?=[^\W\d_])", "\N{RIGHT SINGLE QUOTATION MARK}", text)
    if language != "fr":
        return curled
    # No-break spaces, so that no line begins with a punctuation mark that French puts a space before.
    return re.sub(r" (?=[;!?](?!\w))", "\u202f", re.sub(r" (?=[:%»](?!\w))|(?<=«) ", "\u00a0", curled))


def written(value: Any) -> str:
    """Format a value for readers: numbers have a minus sign, not a hyphen."""
    return str(value).replace("-", "\N{MINUS SIGN}", 1) if isinstance(value, int | float) else str(value)


def reason(language: str, game: str, key: str, values: Mapping[str, str]) -> str:
    """Say why a game's rules forbid something; a value with a dot is itself a key of the game's locale."""
    return say(language, game, key, **{name: say(language, game, value) if "." in value else value for name, value in values.items()})


def say(language: str, book: str, key: str, /, **values: Any) -> str:
    """Return the text of a key; with a number `n`, its plural form (`key_one`, `key_other`)."""
    book_texts = texts(language, book)
    if key not in book_texts and "n" in values:
        n = abs(values["n"])
        is_one = n < 2 if language == "fr" else n == 1
        key = f"{key}_one" if is_one else f"{key}_other"
    text = book_texts[key]
    for name, value in values.items():
        text = text.replace("{" + name + "}", written(value))
    return text
