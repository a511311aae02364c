"""Positions: a whole State as JSON that a person can read and write, and back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from seaboard import state
from seaboard.errors import BadPosition, NewerRules, SeaboardError
from seaboard.game import Game


@dataclass(frozen=True)
class Codec:
    """How one field is written for people, and read back."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def write(game: Game, s: Any) -> dict[str, Any]:
    """Convert a State to a dict for JSON."""
    codecs: Mapping[str, Codec] = game.codecs(game.options_of(s))
    position: dict[str, Any] = {"game": game.name, "rules": game.rules_of(s)}
    for f in state.fields(game.state.State):
        value = getattr(s, f.name)
        if f.name == "seed":
            position["seed"] = write_seed(value)
        else:
            position[f.name] = codecs[f.name].write(value) if f.name in codecs else state.copy_block(value, len(f.shape))
    return position


def read(game: Game, position: Mapping[str, Any]) -> Any:
    """Read the State of a position; BadPosition says which field is wrong."""
    if not isinstance(position, Mapping):
        raise BadPosition("a position is a JSON object with a field for each part of the state")
    if position.get("game") != game.name:
        raise BadPosition(f"this is a position of {position.get('game')!r}, not of {game.name!r}")
    check_version(game, position.get("rules"))
    try:
        codecs: Mapping[str, Codec] = game.codecs(position)
    except SeaboardError as error:
        raise BadPosition(str(error)) from error
    known = state.fields(game.state.State)
    unknown = set(position) - {f.name for f in known} - {"game", "rules"}
    if unknown:
        raise BadPosition(f"{game.title} has no field {min(map(repr, unknown))}")
    values = {}
    for f in known:
        if f.name not in position:
            raise BadPosition(f"the position lacks {f.name!r}")
        try:
            raw = position[f.name]
            if f.name == "seed":
                value: Any = read_seed(raw)
            else:
                value = codecs[f.name].read(raw) if f.name in codecs else raw
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise BadPosition(f"{f.name}: {error}") from error
        values[f.name] = _checked(f, value, f.shape)
    return game.state.State(**values)


def remembered(game: Game, view: Mapping[str, Any]) -> Any:
    """Return the State in a view's memory, for bots."""
    if not isinstance(view, Mapping) or "memory" not in view:
        raise BadPosition("this view has no memory, which a bot needs: use a view from Match.view, not from a page")
    return read(game, view["memory"])


def legal_in(view: Any) -> Mapping[str, int]:
    """Return the legal actions in a view, for bots; BadPosition if there are none, or this isn't a view."""
    legal = view.get("legal") if isinstance(view, Mapping) else None
    if not isinstance(legal, Mapping):
        raise BadPosition("this is not a view: give a bot what Match.view(seat) returns, for a seat that is to act")
    if not legal:
        raise BadPosition("there is nothing to choose in this view: give a bot the view of a seat that is to act")
    return legal


def check_version(game: Game, version: Any) -> int:
    """Check the requested version of a game's rules: it must be one that can be played."""
    if type(version) is not int:
        raise BadPosition("'rules' must be the number of a rules version")
    if version > game.version:
        raise NewerRules(f"made with rules {version} of {game.title}; this Seaboard has rules {game.version}: update it")
    if version not in game.versions:
        raise BadPosition(f"made with rules {version} of {game.title}, which this Seaboard (rules {game.version}) no longer plays")
    return version


def write_seed(words: Any) -> str:
    """A seed as 32 hexadecimal digits."""
    return f"{sum(word << 32 * i for i, word in enumerate(words)):032x}"


def read_seed(text: Any) -> list[int]:
    """A seed's four words from its hexadecimal digits."""
    number = int(text, 16)
    if not 0 <= number < 1 << 128:
        raise ValueError("a seed is 32 hexadecimal digits")
    return [(number >> shift) & 0xFFFFFFFF for shift in (0, 32, 64, 96)]


def _checked(f: state.Field, value: Any, shape: tuple[int, ...]) -> Any:
    low, high = f.limits
    if shape:
        if not isinstance(value, list) or len(value) != shape[0]:
            raise BadPosition(f"{f.name} needs a list of {shape[0]}")
        if len(shape) == 1 and all(type(item) is int and low <= item <= high for item in value):
            return list(value)  # fast path: nearly always taken, in a third of the time
        return [_checked(f, item, shape[1:]) for item in value]
    if type(value) is not int or not low <= value <= high:
        raise BadPosition(f"{f.name} needs whole numbers from {low} to {high}, not {value!r}")
    return value
