"""The games as environments for training and studying agents. Each kind is imported when it is first used."""

from typing import TYPE_CHECKING, Any, Literal, overload

from seaboard.envs.batch import Batch
from seaboard.envs.observations import layout, longest_history, observe, turned
from seaboard.errors import SeaboardError
from seaboard.events import HIDDEN
from seaboard.features import Features
from seaboard.game import Game

if TYPE_CHECKING:
    from seaboard.envs.cuda import CudaBatch
    from seaboard.envs.many import SeaboardVector
    from seaboard.envs.single import SeaboardGym
    from seaboard.envs.stable import SeaboardVecEnv
    from seaboard.envs.zoo_aec import SeaboardAEC
    from seaboard.envs.zoo_parallel import SeaboardParallel

__all__ = [
    "HIDDEN",
    "Batch",
    "Features",
    "aec",
    "batch",
    "gym",
    "layout",
    "longest_history",
    "module",
    "observe",
    "parallel",
    "register_openspiel",
    "sb3",
    "turned",
    "vector",
]


class MissingExtra(SeaboardError):
    """A required library is not installed."""


def aec(game: str | Game, **how: Any) -> "SeaboardAEC":
    """PettingZoo, one seat after the other; see `SeaboardAEC`."""
    try:
        from seaboard.envs.zoo_aec import SeaboardAEC
    except ImportError as error:
        raise _missing("PettingZoo", "envs") from error
    return SeaboardAEC(game, **how)


def parallel(game: str | Game, **how: Any) -> "SeaboardParallel":
    """PettingZoo, all seats to act at once; see `SeaboardParallel`."""
    try:
        from seaboard.envs.zoo_parallel import SeaboardParallel
    except ImportError as error:
        raise _missing("PettingZoo", "envs") from error
    return SeaboardParallel(game, **how)


def gym(game: str | Game, **how: Any) -> "SeaboardGym":
    """Gymnasium, one seat against bots; see `SeaboardGym`."""
    try:
        from seaboard.envs.single import SeaboardGym
    except ImportError as error:
        raise _missing("Gymnasium", "envs") from error
    return SeaboardGym(game, **how)


def vector(game: str | Game, **how: Any) -> "SeaboardVector":
    """Gymnasium, one seat against fast bots in thousands of matches at once; see `SeaboardVector`."""
    try:
        from seaboard.envs.many import SeaboardVector
    except ImportError as error:
        raise _missing("Gymnasium", "envs") from error
    return SeaboardVector(game, **how)


def sb3(game: str | Game, **how: Any) -> "SeaboardVecEnv":
    """The same for Stable-Baselines3 and sb3-contrib's `MaskablePPO`; see `SeaboardVecEnv`."""
    try:
        from seaboard.envs.stable import SeaboardVecEnv
    except ImportError as error:
        raise _missing("Stable-Baselines3", "tutorials") from error
    return SeaboardVecEnv(game, **how)


def module(game: str | Game, **how: Any) -> Any:
    """A game with `env`, `raw_env` and `parallel_env`, as PettingZoo's own modules have them.

    Tools that want such a module sample without masks, so illegal actions are replaced unless `how` says otherwise.
    """
    from types import SimpleNamespace

    how = {"illegal": "replace", **how}

    def cycles(**more: Any) -> Any:
        # every seat takes part in every cycle, as PettingZoo counts them
        from pettingzoo.utils.conversions import parallel_to_aec

        return parallel_to_aec(parallel(game, **{**how, **more}))

    return SimpleNamespace(
        env=cycles, raw_env=lambda **more: aec(game, **{**how, **more}), parallel_env=lambda **more: parallel(game, **{**how, **more})
    )


def register_openspiel() -> list[str]:
    """Register the games with OpenSpiel and return their names there: `pyspiel.load_game("seaboard_sea_change")`."""
    try:
        from seaboard.envs.openspiel import register
    except ImportError as error:
        raise _missing("OpenSpiel", "openspiel") from error
    return register()


@overload
def batch(game: str | Game, *, device: Literal["cpu"] = "cpu", **how: Any) -> Batch: ...
@overload
def batch(game: str | Game, *, device: Literal["cuda"], **how: Any) -> "CudaBatch": ...
def batch(game: str | Game, *, device: str = "cpu", **how: Any) -> "Batch | CudaBatch":
    """Thousands of matches as arrays: numpy's (see `Batch`), or with `device="cuda"` on a GPU (see `CudaBatch`)."""
    if device == "cpu":
        return Batch(game, **how)
    if device != "cuda":
        raise SeaboardError(f"a batch is on the 'cpu' or on 'cuda', not on {device!r}")
    from seaboard.envs.cuda import CudaBatch

    return CudaBatch(game, **how)


def _missing(library: str, extra: str) -> MissingExtra:
    return MissingExtra(f"{library} is not installed: pip install 'seaboard[{extra}]'")
