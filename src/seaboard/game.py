"""What a game is to the rest of Seaboard: its name, seats and options, and where its modules are."""

import hashlib
import importlib
import importlib.util
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral
from typing import Any

from seaboard import state
from seaboard.errors import BadOption, BadSeats, SeaboardError

Choice = int | str | bool


@dataclass(frozen=True)
class Option:
    """A setting of a table. Its value is kept in the State field of the same name, as a number."""

    name: str
    codes: Callable[[int], Mapping[Choice, int]]
    """The choices for a number of seats, each with its number; the first is the default."""

    @property
    def takes_file(self) -> bool:
        """Whether the text of a file may also be chosen."""
        return False

    def choices(self, seats: int) -> list[Choice]:
        """Return the choices for this many seats, the default first."""
        return list(self.codes(seats))

    def fields(self, value: Any, seats: int) -> dict[str, Any]:
        """The State fields that encode this choice."""
        codes = self.codes(seats)
        # bool is an int to Python: without the type, True would pass for 1
        match = [c for c in codes if c == value and type(c) is type(value)]
        if not match:
            names = ", ".join(str(c) for c in codes)
            raise BadOption(f"{self.name} can't be {value!r} with {seats} seats; choose one of: {names}")
        return {self.name: codes[match[0]]}

    def read(self, text: str, seats: int) -> Any:
        """Parse a choice from the command line; text that matches none is returned unchanged."""
        return next((choice for choice in self.choices(seats) if str(choice).lower() == text.lower()), text)

    def shown(self, value: Any) -> Any:
        """Return a choice as views show it: for the text of a file, only that it is the table's own."""
        return value

    def value_of(self, s: Any) -> Any:
        """Return what was chosen in a match, from its State."""
        code = getattr(s, self.name)
        for value, number in self.codes(s.seats).items():
            if number == code:
                return value
        raise BadOption(f"{self.name} can't be {code} with {s.seats} seats")


def lot_or_seat(seats: int) -> Mapping[Choice, int]:
    """Choices for who goes first: by lot (-1), or a given seat."""
    return {"lot": -1, **{seat: seat for seat in range(seats)}}


@dataclass(frozen=True, eq=False)
class Game:
    """One game: `GAMES["sea-change"]`."""

    name: str
    title: str
    package: str
    version: int
    """Raised whenever the same seed and moves would give another match."""
    seats: Sequence[int]
    default_seats: int
    minutes: tuple[int, int]
    """How long a match usually takes: shortest, longest."""
    options: tuple[Option, ...] = ()
    oldest: int | None = None
    """The oldest version that is still played, if not only the newest is: the State then has a field `rules` that tells which."""

    def __repr__(self) -> str:
        return f"<Game {self.name}: {self.seats[0]} to {self.seats[-1]} seats>"

    def __reduce__(self) -> Any:
        return _by_name, (self.name,)

    @cached_property
    def rules(self) -> Any:
        """The game's `rules.py`, interpreted."""
        return importlib.import_module(f"{self.package}.rules")

    @cached_property
    def state(self) -> Any:
        """The game's `state.py`: `State` and `ACTIONS`."""
        return self._module_with("state", "ACTIONS")

    @cached_property
    def soundness(self) -> Any:
        """The game's `soundness.py`: what must hold in every reachable state."""
        return self._module_with("soundness", "is_sound")

    def _module_with(self, name: str, needed: str, *, otherwise: str = "rules") -> Any:
        """A module of the game; a small game may keep its contents in another module instead."""
        if importlib.util.find_spec(f"{self.package}.{name}") is not None:
            module = importlib.import_module(f"{self.package}.{name}")
            if hasattr(module, needed):
                return module
        return getattr(self, otherwise)

    @cached_property
    def shapes(self) -> Any:
        """The game's `shapes.py`: the types of its table, events and options; None if there is no such file."""
        if importlib.util.find_spec(f"{self.package}.shapes") is None:
            return None
        return importlib.import_module(f"{self.package}.shapes")

    @cached_property
    def view(self) -> Any:
        """The game's `view.py`: what a seat may see."""
        return importlib.import_module(f"{self.package}.view")

    @cached_property
    def summary(self) -> Any:
        """The game's `summary.py`: what is shown of a finished match; None if there is no such file."""
        if importlib.util.find_spec(f"{self.package}.summary") is None:
            return None
        return importlib.import_module(f"{self.package}.summary")

    @cached_property
    def notation(self) -> Any:
        """The game's `notation.py`: moves and positions as text."""
        return importlib.import_module(f"{self.package}.notation")

    @cached_property
    def redeal(self) -> Any:
        """The game's `redeal.py`: re-deals of hidden cards, as a seat might imagine them."""
        return self._module_with("redeal", "redeal", otherwise="view")

    @cached_property
    def strategy(self) -> Any:
        """The game's `strategy.py`: advice for the bots."""
        return importlib.import_module(f"{self.package}.strategy")

    @cached_property
    def features(self) -> Any:
        """The game's `features.py`, or the part of it in `view.py`: what a learner sees; None if there is neither."""
        if importlib.util.find_spec(f"{self.package}.features") is None:
            return self.view if hasattr(self.view, "observe") else None
        return importlib.import_module(f"{self.package}.features")

    @cached_property
    def tiny(self) -> Any:
        """The game's `tiny.py`: a variant small enough to be solved; None if there is no such file."""
        if importlib.util.find_spec(f"{self.package}.tiny") is None:
            return None
        return importlib.import_module(f"{self.package}.tiny")

    @cached_property
    def facts(self) -> Any:
        """The game's `facts.py`: what a hint may say; None if there is no such file."""
        if importlib.util.find_spec(f"{self.package}.facts") is None:
            return None
        return importlib.import_module(f"{self.package}.facts")

    @cached_property
    def lessons(self) -> Mapping[str, Any]:
        """The lessons of the game's `lessons.py` by name, in the order to take them; none if there is no such file."""
        if importlib.util.find_spec(f"{self.package}.lessons") is None:
            return {}
        return {lesson.name: lesson for lesson in importlib.import_module(f"{self.package}.lessons").LESSONS}

    def codecs(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """How fields of a position are written, if not as plain numbers: `notation.CODECS`, or `codecs` if that depends on an option."""
        make = getattr(self.notation, "codecs", None)
        codecs: Mapping[str, Any] = make(options) if make else getattr(self.notation, "CODECS", {})
        return codecs

    def formatters(self, options: Mapping[str, Any]) -> Mapping[str, Callable[[int], Any]]:
        """What formats an event's numbers, by field: `view.FORMATTERS`, or `view.formatters` if that depends on an option."""
        make = getattr(self.view, "formatters", None)
        formatters: Mapping[str, Callable[[int], Any]] = make(options) if make else self.view.FORMATTERS
        return formatters

    def reason(self, s: Any, seat: int, action: int, why: int) -> tuple[str, dict[str, str]]:
        """A reason of `why_not` as a key of the locales, and its values: `view.reason`, or `view.REASONS` with the move as its value."""
        make = getattr(self.view, "reason", None)
        found: tuple[str, dict[str, str]]
        found = make(s, seat, action, why) if make else (self.view.REASONS[why], {"move": self.notation.write_move(s, seat, action)})
        return found

    def check_seats(self, seats: int | None) -> int:
        """The number of seats to use, or BadSeats."""
        if seats is None:
            return self.default_seats
        count = plain(seats)
        if type(count) is not int or count not in self.seats:
            raise BadSeats(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} seats, not {seats!r}")
        return count

    @property
    def versions(self) -> range:
        """The versions of the rules that matches can be played by."""
        return range(self.version if self.oldest is None else self.oldest, self.version + 1)

    def rules_of(self, s: Any) -> int:
        """The version of the rules that a State is played by."""
        return self.version if self.oldest is None else int(s.rules)

    def check_options(self, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
        """Every option with its value, defaults filled in, or BadOption."""
        known = {o.name: o for o in self.options}
        if not isinstance(options, Mapping):
            raise BadOption(f"options are names with their choices, like {{'first_dealer': 0}}, not {options!r}")
        for name in options:
            if name not in known:
                hint = f"its options are: {', '.join(known)}" if known else "it has none"
                raise BadOption(f"{self.title} has no option {name!r}; {hint}")
        chosen = {name: plain(options[name]) if name in options else o.choices(seats)[0] for name, o in known.items()}
        for name, value in chosen.items():
            known[name].fields(value, seats)
        return chosen

    def options_of(self, s: Any) -> dict[str, Any]:
        """The options that a State was set up with."""
        return {option.name: option.value_of(s) for option in self.options}

    def wrong_field(self, s: Any) -> str | None:
        """Find the field of a State that makes it unreachable by play, as far as its numbers tell; None if it is reachable."""
        soundness = self.soundness
        if soundness.is_sound(s):
            return None
        # a small game may not say which field it is
        return str(soundness.FIELDS[soundness.why_unsound(s)]) if hasattr(soundness, "why_unsound") else "a card or a number"

    def new_state(self, *, seats: int, seed: int, options: Mapping[str, Any], rules: int | None = None) -> Any:
        """Make a State with seats, seed and options, nothing dealt yet; by the newest rules, unless a version is given."""
        s = state.blank(self.state.State)
        if self.oldest is not None:
            s.rules = self.version if rules is None else rules
        s.seats = seats
        s.seed = seed_words(seed)
        for option in self.options:
            for name, value in option.fields(options[option.name], seats).items():
                setattr(s, name, value)
        return s

    def entries(self, seats: int, options: Mapping[str, Any]) -> int:
        """How many are scored: the seats, and an AI if one plays along."""
        s = self.new_state(seats=seats, seed=0, options=options)
        self.rules.start(s, None)
        return int(self.rules.entries(s))


def _by_name(name: str) -> Game:
    from seaboard.games import find  # imported here because the games import this file

    return find(name)


def plain(given: Any) -> Any:
    """Return any type of whole number, numpy's too, as an `int`; anything else, including True and 2.0, unchanged."""
    if type(given) is bool or not isinstance(given, Integral):
        return given
    return int(given)


def in_range(given: Any, least: int, most: int | None, rule: str) -> int:
    """Return a whole number from `least` to `most` (None: no limit) as an `int`; otherwise raise, quoting the rule and the value."""
    number = plain(given)
    if type(number) is not int or number < least or (most is not None and number > most):
        raise SeaboardError(f"{rule}, not {given!r}")
    return number


def following_seed(seed: int, number: int, *, bits: int = 128) -> int:
    """Return the seed with this number, from 1, in the sequence that follows from a seed."""
    return int.from_bytes(hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=bits // 8).digest(), "big")


def seed_words(seed: int) -> list[int]:
    """A seed of up to 128 bits as four words."""
    return [(seed >> shift) & 0xFFFFFFFF for shift in (0, 32, 64, 96)]


def check_seed(seed: int | None) -> int:
    """Check the given seed of a match, or draw one."""
    if seed is None:
        return secrets.randbits(128)
    return in_range(seed, 0, (1 << 128) - 1, "a seed is a whole number from 0 to 2**128 - 1")
