"""The learned bots' networks: one per game, as plain arrays, and how they were made."""

import hashlib
import json
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from seaboard.bots.specs import BadBot
from seaboard.errors import SeaboardError
from seaboard.features import features
from seaboard.game import Game
from seaboard.kernels.network import packed


class NotLearned(SeaboardError):
    """Nobody has trained a network for this game."""


def has_learned(game: Game) -> bool:
    """Whether there is a network for a game."""
    return bool(_file(game).is_file())


def network(game: Game, where: str = "") -> tuple[Any, ...]:
    """Return a game's network, or your own from a file, in the layout of `seaboard.kernels.network`."""
    if not where:
        return _network(game, None, 0)
    file = Path(where).expanduser()
    if not file.is_file():
        raise BadBot(f"there is no file {where!r}: name the weights.npz that `seaboard train {game.name}` has written")
    return _network(game, file, file.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _network(game: Game, file: Path | None, changed: int) -> tuple[Any, ...]:
    """The same, cached until the file changes."""
    arrays = _arrays(game) if file is None else _own_arrays(game, file)
    if len(arrays["scale"]) != features(game).size:
        which = f"the network of {game.title}" if file is None else str(file)
        raise NotLearned(f"{which} was trained on other features than these: train it again")
    layers = [name for name in arrays if name.startswith("layer_") and name.endswith("_weights")]
    stacked = {part: np.stack([arrays[f"layer_{i}_{part}"] for i in range(len(layers))]) for part in ("weights", "scale", "bias")}
    return (
        arrays["scale"],
        arrays["first_weights"],
        arrays["first_scale"],
        arrays["first_bias"],
        stacked["weights"],
        stacked["scale"],
        stacked["bias"],
        np.ascontiguousarray(arrays["policy_weights"].T),
        arrays["policy_scale"],
        arrays["policy_bias"],
        (arrays["value_weights"][:, 0] * arrays["value_scale"][0]).astype(np.float32),
        arrays["value_bias"][0],
        packed(stacked["weights"]),
    )


@cache
def network_digest(game: Game) -> str:
    """Return a short digest of a game's network, which changes when it is retrained; empty if there is none."""
    return hashlib.blake2b(_file(game).read_bytes(), digest_size=4).hexdigest() if has_learned(game) else ""


def about(game: Game) -> dict[str, Any]:
    """Return how a game's network was trained: on which device, for how long, from how many choices."""
    made: dict[str, Any] = json.loads(str(_arrays(game)["about"]))
    return made


def _file(game: Game) -> Any:
    return resources.files(__name__) / f"{game.name}.npz"


def _own_arrays(game: Game, file: Path) -> dict[str, Any]:
    try:
        with np.load(file) as kept:
            arrays = {name: kept[name] for name in kept.files}
        made = json.loads(str(arrays["about"]))["game"]
    except (OSError, ValueError, LookupError, TypeError, BadZipFile) as error:
        raise BadBot(f"{file} contains no network: name a weights.npz that `seaboard train` has written") from error
    if made != game.name:
        raise BadBot(f"the network in {file} was trained on {made}, not on {game.name}")
    return arrays


def _arrays(game: Game) -> dict[str, Any]:
    if not has_learned(game):
        raise NotLearned(f"nobody has trained a network for {game.title} yet: seaboard train {game.name}")
    with _file(game).open("rb") as file, np.load(file) as kept:
        return {name: kept[name] for name in kept.files}
