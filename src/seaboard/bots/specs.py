"""Names and strengths of bots."""

import hashlib
from dataclasses import dataclass
from typing import Self

from seaboard.bots.levels import LEVELS, bot_of
from seaboard.errors import SeaboardError

NAMES = ("random", "simple", "search", "learned")
USUAL_SECONDS = 1.0
ENGINE_SECONDS = 5.0
MOST_SIMULATIONS = 100_000_000
MOST_SECONDS = 3600.0


class UnknownBot(SeaboardError):
    """No bot has this name."""


class BadBot(SeaboardError):
    """A bot can't have this strength."""


@dataclass(frozen=True)
class Spec:
    """A kind of bot and, for a search, how long it thinks: a number of simulations, or of seconds.

    An outside bot is of the kind `file` (a class in a Python file) or `cmd` (a program); `where` says which, and names the file of a
    learned bot's network, if it is not ours.
    """

    kind: str
    simulations: int | None = None
    seconds: float | None = None
    where: str = ""

    def __str__(self) -> str:
        if self.kind == "file":
            return self.where
        if self.kind == "cmd":
            return f"cmd:{self.where}" if self.seconds == ENGINE_SECONDS else f"cmd@{self.seconds:g}s:{self.where}"
        if self.where:
            return f"{self.kind}@{self.where}" + (f":{self.simulations}" if self.simulations else "")
        if self.simulations is not None:
            return f"{self.kind}:{self.simulations}"
        return self.kind if self.seconds is None else f"{self.kind}:{self.seconds:g}s"

    @classmethod
    def read(cls, text: str, *, game: str, simulations: int | None = None, seconds: float | None = None) -> Self:
        """Parse the name of a bot for a game; the keywords give the strength instead.

        `simple`, `search:1000`, `search:0.5s`, `captain`, `learned:1000`, `learned@weights.npz:1000`, `my.py:Miser`, `cmd:./engine`,
        `cmd@2s:./engine`.
        """
        if not isinstance(text, str):
            raise UnknownBot(f"a bot is named by a text, like 'simple' or 'search:1000', not {text!r}")
        outside = _read_outside(text.strip())
        if outside is not None:
            if simulations is not None or (seconds is not None and outside[0] == "file"):
                raise BadBot(f"how long {text!r} thinks is its own affair")
            return cls(outside[0], seconds=_seconds(outside[1] if seconds is None else seconds), where=outside[2])
        where, text = _read_weights(text)
        name, _, strength = text.strip().lower().partition(":")
        level = bot_of(name, game)
        if level is not None and not strength:
            if simulations is not None or seconds is not None:
                raise BadBot(f"the level {name!r} has its own strength: give a level or a strength, not both")
            return cls.read(level, game=game)
        if name not in NAMES:
            known = (
                *NAMES,
                "search:1000",
                "search:0.5s",
                "learned:1000",
                "learned@path/to/weights.npz",
                *LEVELS,
                "path/to/file.py:Class",
                "cmd:./engine",
            )
            raise UnknownBot(f"there is no bot {text!r}; the bots are: {', '.join(known)}")
        if strength:
            if simulations is not None or seconds is not None:
                raise BadBot(f"{text!r} has its strength in its name already")
            simulations, seconds = _read_strength(text, strength)
        if name == "learned":
            if seconds is not None:
                raise BadBot("a learned bot thinks for a number of simulations, or not at all, but not by the clock")
            return cls(name, _checked(simulations), where=where)
        if name != "search":
            if simulations is not None or seconds is not None:
                raise BadBot(f"{name!r} does not think ahead: only a search has simulations or seconds")
            return cls(name)
        if simulations is not None and seconds is not None:
            raise BadBot("a search has simulations or seconds, not both")
        if simulations is None and seconds is None:
            seconds = USUAL_SECONDS
        _checked(simulations)
        return cls(name, simulations, _seconds(seconds))


def _checked(simulations: int | None) -> int | None:
    if simulations is not None and (type(simulations) is not int or not 1 <= simulations <= MOST_SIMULATIONS):
        raise BadBot(f"a search has 1 to {MOST_SIMULATIONS:,} simulations, not {simulations!r}")
    return simulations


def _seconds(seconds: float | None) -> float | None:
    if seconds is not None and (type(seconds) not in (int, float) or not 0 < seconds <= MOST_SECONDS):
        raise BadBot(f"a bot thinks for up to {MOST_SECONDS:g} seconds, not {seconds!r}")
    return seconds


def _read_outside(text: str) -> tuple[str, float | None, str] | None:
    """Return kind, seconds per move and location of an outside bot; None if the text names one of ours."""
    head, _, rest = text.partition(":")
    name, _, seconds = head.partition("@")
    if name.lower() == "cmd":
        if not rest.strip():
            raise BadBot(f"{text!r} names no program: write cmd:./engine")
        return "cmd", _read_strength(text, seconds.lower())[1] if seconds else ENGINE_SECONDS, rest.strip()
    file, _, attribute = text.rpartition(":")
    if file.endswith(".py") and attribute:
        return "file", None, text
    return None


def _read_weights(text: str) -> tuple[str, str]:
    """Split a learned bot's name into its network's file, "" for ours, and the rest."""
    name, at, where = text.strip().partition("@")
    if not at or name.lower() != "learned":
        return "", text
    path, colon, strength = where.rpartition(":")
    if not colon or not strength.replace("_", "").isdigit():
        path, strength = where, ""
    if not path:
        raise BadBot(f"{text!r} names no file: write learned@path/to/weights.npz")
    return path, f"learned:{strength}" if strength else "learned"


def _read_strength(text: str, strength: str) -> tuple[int | None, float | None]:
    try:
        if strength.endswith("s"):
            return None, float(strength[:-1])
        return int(strength.replace("_", "")), None
    except ValueError as error:
        raise BadBot(f"{text!r}: write 1000 for simulations or 0.5s for seconds") from error


def bot_seed(seed: int, seat: int) -> int:
    """The seed of the bot in a seat, for a match's seed of bots."""
    return int.from_bytes(hashlib.blake2b(f"{seed}/{seat}".encode(), digest_size=8).digest(), "big")
