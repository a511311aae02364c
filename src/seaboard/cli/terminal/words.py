"""The terminal's names and texts, in the reader's language: the same texts as the page's."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.markup import escape

from seaboard.locales import LANGUAGES, say, texts


def usual_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the system's language, if Seaboard has it; else English."""
    spoken = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return spoken[:2].lower() if spoken[:2].lower() in LANGUAGES else LANGUAGES[0]


@dataclass(frozen=True)
class Words:
    """Texts for a reader in a seat. Everything it returns may be printed as rich markup."""

    language: str
    game: str
    seat: int | None

    def say(self, key: str, /, **values: Any) -> str:
        """Return a text of the game."""
        return escape(say(self.language, self.game, key, **values))

    def here(self, key: str, /, **values: Any) -> str:
        """Return one of the terminal's own texts."""
        return escape(say(self.language, "terminal", key, **values))

    def label(self, text: str) -> str:
        """Return a label with its colon, as the language writes it."""
        return f"{text}\N{NO-BREAK SPACE}:" if self.language == "fr" else f"{text}:"

    def has(self, key: str) -> bool:
        """Whether the game has this text, or its plural."""
        found = texts(self.language, self.game)
        return key in found or f"{key}_one" in found

    def name(self, seat: int) -> str:
        """Return the name of the player in a seat, or of a solo match's AI."""
        if seat == self.seat:
            return escape(say(self.language, "page", "seat.you"))
        return self.bot_name(seat)

    def bot_name(self, seat: int) -> str:
        """Return the name of the bot in a seat, even for the reader's own."""
        names = say(self.language, "page", "bot.names").split(", ")
        return escape(names[seat % len(names)])

    def told(self, key: str, seat: int, /, *, to: int | None = None, **values: Any) -> str:
        """Return `log.<key>` about a seat and what it does to another, in the second person if one of them is the reader."""
        form = "_you" if seat == self.seat else "_to_you" if to is not None and to == self.seat else ""
        whole = f"log.{key}{form}" if self.has(f"log.{key}{form}") else f"log.{key}"
        other = "" if to is None else self.name(to)
        return self.say(whole, name=self.name(seat), other=other, **values)

    def listed(self, items: Sequence[str]) -> str:
        """ "Ines, Tove and Kofi"."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.here('and')} {items[-1]}"


NOTHING = "\N{EN DASH}"


def signed(number: int) -> str:
    """A number with its sign, a minus as long as a plus."""
    return f"+{number}" if number > 0 else str(number).replace("-", "\N{MINUS SIGN}")


def columns(rows: Sequence[Sequence[str]], gap: int = 3) -> list[str]:
    """Rows of markup, each column as wide as its widest cell."""
    from rich.text import Text

    def width(cell: str) -> int:
        return Text.from_markup(cell).cell_len

    widths = [max(width(row[i]) for row in rows if i < len(row)) for i in range(max(map(len, rows), default=0))]
    return [(" " * gap).join(cell + " " * (widths[i] - width(cell)) for i, cell in enumerate(row)).rstrip() for row in rows]
