"""Many matches as one Gymnasium vector environment: one seat learns in each, bots play the others, in compiled code where they can."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from seaboard.bots import Bot
from seaboard.bots.specs import Spec, bot_seed
from seaboard.compiled import twin
from seaboard.envs.batch import Batch
from seaboard.envs.observations import space
from seaboard.envs.table import REWARDS, one_of
from seaboard.envs.thinkers import Observer, thinker
from seaboard.errors import SeaboardError
from seaboard.game import Game
from seaboard.kernels.dice import first
from seaboard.kernels.rivals import ASKED, RANDOM, SIMPLE

KINDS = {"random": RANDOM, "simple": SIMPLE}


class SeaboardVector(gymnasium.vector.VectorEnv[dict[str, NDArray[Any]], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` matches side by side, stepped in one compiled call.

    A step is an action of your seat in each match and everything that the bots do until it is your turn again. `random`, `simple`,
    `search:1000` and `learned`, also with your own network (`learned@path/to/weights.npz`), play in compiled code. Your own bot plays its
    seat in all the matches: if it has `choose_many(seen)`, it is shown the rows and masks of many at once; otherwise it gets a view of one
    match after another, which takes two hundred times as long as `simple`.

    A match that ends gives its reward and its last observation; the next step begins another in its place, whatever its
    action (Gymnasium's `NEXT_STEP`). The mask of a finished match allows action 0 only, so that a softmax over it is defined. Gymnasium
    samples without masks, so illegal actions are replaced by legal ones. Arrays are new each time.

    `rewards="rounds"` pays the zero-sum reward as the rounds go by: at the end of each, the change in the seat's chance to win, as
    estimated by the game's `strategy.outlook`, and at the end of the match the remainder. (In Sea of Clouds, whose rounds say too little,
    all of it comes at the end.) With `forced="play"`, moves that have no alternative are made without asking.
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: str | Game,
        *,
        num_envs: int = 1024,
        bots: Sequence[str | Bot | Observer] = ("random",),
        seat: int = 0,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        rewards: str = "share",
        forced: str = "ask",
        history: int | str = 0,
    ) -> None:
        self.batch = Batch(game, size=num_envs, seats=seats, options=options, history=history)
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
        self._kernel = compiled.kernel("rivals")
        if self.batch.seats > 1 and not bots:
            raise SeaboardError("somebody must play the other seats: name a bot, such as bots=['simple']")
        others = [one for one in range(self.batch.seats) if one != seat]
        chosen = {one: bots[number % len(bots)] for number, one in enumerate(others)}
        self._kinds = np.array([_kind(self.batch.game, chosen.get(one, "random")) for one in range(self.batch.seats)], np.int64)
        self._thinkers = {one: thinker(bot, self.batch) for one, bot in chosen.items() if self._kinds[one] == ASKED}
        self._asked, self._answers = np.full(num_envs, -1, np.int64), np.zeros(num_envs, np.int64)
        self._dice = np.ones(1, np.int64)
        self._over = np.ones(num_envs, np.int8)
        self._masks = np.zeros((num_envs, actions), np.int8)
        self._results, self._gains, self._paid = np.zeros((3, num_envs))
        self._known, self._scratch = compiled.blank(1), np.zeros(actions, np.int64)
        self.single_observation_space: spaces.Space[Any] = space(self.batch.game, self.batch.seats, self.batch.options, history=0)
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
        self.batch.reset(seed=begun, is_rehearsal=True)  # the kernel begins the same matches again, in the same order
        self._dice[0] = first(begun)
        for one, bot in self._thinkers.items():
            bot.begin(bot_seed(begun, one))
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
        """Return which actions the seat has in each match, for `MaskablePPO`."""
        return self._masks.astype(bool)

    def play(self, actions: NDArray[np.int64], *, again: bool = False) -> None:
        """Do what `step` does, without observing; with `again` the next match begins as soon as one is over."""
        batch = self.batch
        told = (self._over, self._masks, batch.share, self._results, self._gains, self._paid)
        fixed = (self.seat, self._kinds, self._dice, batch._blank, batch._seed)
        rest = (*fixed, *told, self._asked, self._known, self._scratch, int(again), self._forced)
        waiting = self._kernel.step(batch.states, actions, *rest)
        while waiting:
            for one, bot in self._thinkers.items():
                bot.answer(batch, self._asked, one, self._answers)
            waiting = self._kernel.answer(batch.states, self._answers, *rest)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which matches the last step ended."""
        return self._over.astype(bool)

    def rewards(self) -> NDArray[np.float64]:
        """Return the reward of the last step in each match."""
        return self._gains.copy() if self._by_rounds else np.where(self._over, self._results - self._fair, 0.0)

    def _observations(self) -> dict[str, NDArray[Any]]:
        return {"observation": self.batch.observe(self.seat), "action_mask": self._masks.copy()}


def _kind(game: Game, bot: "str | Bot | Observer") -> int:
    """How the kernel lets a bot play."""
    return KINDS.get(Spec.read(bot, game=game.name).kind, ASKED) if isinstance(bot, str) else ASKED
