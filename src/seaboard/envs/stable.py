"""Many matches as one Stable-Baselines3 environment, for its learners and sb3-contrib's."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from seaboard.envs.many import SeaboardVector
from seaboard.game import Game


class SeaboardVecEnv(VecEnv):  # type: ignore[misc]  # its library is an extra, whose types are not checked
    """What `SeaboardVector` plays, as a `VecEnv`: an observation is a row (`int8`), and `MaskablePPO` finds the masks by itself.

    A step is a choice of your seat in every match: moves without an alternative are made without asking, unless `forced="ask"`. When a
    match ends, its reward comes with the first row of the next one, as Stable-Baselines3 expects, and its own last row is
    `terminal_observation` in its infos.
    """

    def __init__(self, game: str | Game, *, num_envs: int = 256, forced: str = "play", **how: Any) -> None:
        self.vector = SeaboardVector(game, num_envs=num_envs, forced=forced, **how)
        seen = self.vector.single_observation_space
        assert isinstance(seen, spaces.Dict)
        super().__init__(self.vector.num_envs, seen["observation"], self.vector.single_action_space)
        self._actions = np.zeros(num_envs, np.int64)
        self._total = np.zeros(num_envs)
        self._length = np.zeros(num_envs, np.int64)

    def reset(self) -> NDArray[np.int8]:
        """Begin every match, with the seed that `seed` was given, if any."""
        self.vector.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._total[:], self._length[:] = 0, 0
        return self._rows()

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Set the action for every match."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Step, and let the bots play until every match has its next choice."""
        self.vector.play(self._actions, again=True)
        rewards, over = self.vector.rewards(), self.vector.over
        self._total += rewards
        self._length += 1
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(over).tolist()
        for i, row in zip(ended, self.vector.last_rows() if ended else (), strict=True):
            told[i]["episode"] = {"r": self._total[i], "l": int(self._length[i])}
            told[i]["terminal_observation"] = row
        for i, lost in enumerate(self.vector.infos().get("lost", ())):
            told[i]["lost"] = int(lost)
        self._total[over], self._length[over] = 0, 0
        return self._rows(), rewards.astype(np.float32), over, told

    def _rows(self) -> NDArray[np.int8]:
        return self.vector.batch.observe(self.vector.seat)

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **named: Any) -> list[Any]:
        """Call a method of the vector for each match, above all `action_masks`."""
        found = getattr(self.vector, method_name)(*arguments, **named)
        return [found[i] for i in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Whether the vector has this attribute."""
        return hasattr(self.vector, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of the vector, which all matches share."""
        return [getattr(self.vector, attr_name, None) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the vector, for all matches."""
        setattr(self.vector, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return False for all: the matches aren't separate environments, so nothing is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """Return no pictures: `envs.gym` draws one match."""
        return [None] * self.num_envs
