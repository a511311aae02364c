"""Many matches as one Gymnasium vector environment: one seat learns in each, quick bots play the others in compiled code."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from seaboard.bots.specs import Spec
from seaboard.compiled import twin
from seaboard.envs.batch import Batch
from seaboard.envs.observations import space
from seaboard.envs.table import REWARDS, one_of
from seaboard.errors import SeaboardError
from seaboard.game import Game
from seaboard.kernels.dice import first
from seaboard.kernels.rivals import RANDOM, SIMPLE

KINDS = {"random": RANDOM, "simple": SIMPLE}


class SeaboardVector(gymnasium.vector.VectorEnv[dict[str, NDArray[Any]], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` matches side by side, stepped in one compiled call.

    A step is an action of your seat in each match and everything that the bots (`random` or `simple`) do until it is your turn
    again. A match that ends gives its reward and its last observation; the next step begins another in its place, whatever its
    action (Gymnasium's `NEXT_STEP`). The mask of a match that is over allows action 0 alone, so that a softmax over it is
    defined. Gymnasium samples without masks, so illegal actions stand for legal ones. Arrays are new each time.

    `rewards="rounds"` is the zero-sum reward paid as the rounds go by: at the end of each, by how much it has changed the seat's
    chance to win as the game's `strategy.outlook` sees it, and at the end of the match what is left. (In Sea of Clouds, whose
    rounds tell too little, all comes at the end.) With `forced="play"` moves that have no alternative are made without asking.
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: str | Game,
        *,
        num_envs: int = 1024,
        bots: Sequence[str] = ("random",),
        seat: int = 0,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        rewards: str = "share",
        forced: str = "ask",
    ) -> None:
        self.batch = Batch(game, size=num_envs, seats=seats, options=options)
        if not 0 <= seat < self.batch.seats:
            raise SeaboardError(f"there is no seat {seat}; choose one from 0 to {self.batch.seats - 1}")
        one_of("rewards", rewards, (*REWARDS, "rounds"))
        self._forced = int(one_of("forced", forced, ("ask", "play")) == "play")
        actions = self.batch.game.state.ACTIONS
        compiled = twin(self.batch.game)
        self.seat = seat
        self.num_envs = num_envs
        self._by_rounds = rewards == "rounds"
        self._fair = 1 / self.batch.share.shape[1] if rewards == "zero-sum" else 0.0
        self._step = compiled.kernel("rivals").step
        self._kinds = np.array([_kind(self.batch.game, bots, self.batch.seats, one, seat) for one in range(self.batch.seats)], np.int64)
        self._dice = np.ones(1, np.int64)
        self._over = np.ones(num_envs, np.int8)
        self._masks = np.zeros((num_envs, actions), np.int8)
        self._results, self._gains, self._paid = np.zeros((3, num_envs))
        self._known, self._scratch = compiled.blank(1), np.zeros(actions, np.int64)
        self.single_observation_space: spaces.Space[Any] = space(self.batch.game, self.batch.seats, history=0)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begin every match; the same seed deals the same matches to the same bots."""
        if isinstance(seed, list):
            raise SeaboardError("one seed begins all the matches of a vector: reset(seed=7)")
        super().reset(seed=seed)
        begun = int(self.np_random.integers(1 << 62)) if seed is None else seed
        self.batch.reset(seed=begun)
        self.batch._seed[2] = 0  # the matches that it began are begun again here, in the same order
        self._dice[0] = first(begun)
        self._over[:] = 1
        self.play(np.zeros(self.num_envs, np.int64))
        return self._observations(), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, NDArray[Any]], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """An action in every match, and the bots' until it is this seat's turn again."""
        given = np.ascontiguousarray(actions, np.int64)
        if given.shape != (self.num_envs,):
            raise SeaboardError(f"one action for each of the {self.num_envs} matches is needed, not an array of shape {given.shape}")
        self.play(given)
        return self._observations(), self.rewards(), self.over, np.zeros(self.num_envs, bool), {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions the seat has in each match, as `MaskablePPO` asks for them."""
        return self._masks.astype(bool)

    def play(self, actions: NDArray[np.int64], *, again: bool = False) -> None:
        """What `step` does, without looking; with `again` the next match begins as soon as one is over."""
        batch = self.batch
        told = (self._over, self._masks, batch.share, self._results, self._gains, self._paid)
        fixed = (self.seat, self._kinds, self._dice, batch._blank, batch._seed)
        self._step(batch.states, actions, *fixed, *told, self._known, self._scratch, int(again), self._forced)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which matches the last step ended."""
        return self._over.astype(bool)

    def rewards(self) -> NDArray[np.float64]:
        """What the last step has brought in each match."""
        return self._gains.copy() if self._by_rounds else np.where(self._over, self._results - self._fair, 0.0)

    def _observations(self) -> dict[str, NDArray[Any]]:
        return {"observation": self.batch.observe(self.seat), "action_mask": self._masks.copy()}


def _kind(game: Game, bots: Sequence[str], seats: int, seat: int, me: int) -> int:
    """Which quick bot plays a seat: the bots are for the other seats in order, from the first again if there are fewer."""
    if seats > 1 and not bots:
        raise SeaboardError("somebody must play the other seats: name a bot, such as bots=['simple']")
    if seat == me or not bots:
        return RANDOM  # it is never asked
    name = bots[(seat - (seat > me)) % len(bots)]
    kind = Spec.read(name, game=game.name).kind
    if kind not in KINDS:
        raise SeaboardError(f"in a vector the other seats are played by {' or '.join(KINDS)}, not by {name!r}: use envs.gym for that")
    return KINDS[kind]
