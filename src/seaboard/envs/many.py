"""Many matches as one Gymnasium vector environment: one seat learns in each, bots play the others, in compiled code where they can."""

import copy
from collections.abc import Iterable, Mapping
from typing import Any, Self

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from seaboard.bots import Bot
from seaboard.bots.specs import Spec, bot_seed
from seaboard.compiled import twin
from seaboard.envs.arguments import ILLEGALS, REWARDS, as_actions, check_batch_seed, check_bots, check_seat, one_of
from seaboard.envs.batch import Batch
from seaboard.envs.observations import space
from seaboard.envs.thinkers import ByViews, Observer, thinker
from seaboard.errors import IllegalAction, SeaboardError
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
    samples without masks, so illegal actions are replaced by legal ones, unless you pass `illegal="raise"`: then they raise and change
    nothing. Arrays are new each time.

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
        bots: Iterable[str | Bot | Observer] = ("random",),
        seat: int = 0,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        illegal: str = "replace",
        rewards: str = "share",
        forced: str = "ask",
        history: int | str = 0,
    ) -> None:
        self.batch = Batch(game, size=num_envs, seats=seats, options=options, history=history)
        self.num_envs = num_envs = self.batch.size
        self.seat = seat = check_seat(seat, self.batch.seats)
        self._strict = one_of("illegal", illegal, ILLEGALS) == "raise"
        one_of("rewards", rewards, (*REWARDS, "rounds"))
        self._forced = int(one_of("forced", forced, ("ask", "play")) == "play")
        actions = self.batch.game.state.ACTIONS
        compiled = twin(self.batch.game)
        self._by_rounds = rewards == "rounds"
        self._fair = 1 / self.batch.share.shape[1] if rewards == "zero-sum" else 0.0
        named = check_bots(bots, self.batch.game, self.batch.seats, able=("choose", "choose_many"))
        others = [one for one in range(self.batch.seats) if one != seat]
        chosen = {one: named[number % len(named)] for number, one in enumerate(others)}
        self._kinds = np.array([_kind(self.batch.game, chosen.get(one, "random")) for one in range(self.batch.seats)], np.int64)
        self._thinkers = {one: thinker(bot, self.batch) for one, bot in chosen.items() if self._kinds[one] == ASKED}
        self._asked, self._answers = np.full(num_envs, -1, np.int64), np.zeros(num_envs, np.int64)
        self._dice = np.ones(1, np.int64)
        self._over = np.ones(num_envs, np.int8)
        self._masks = np.zeros((num_envs, actions), np.int8)
        self._results, self._gains, self._paid = np.zeros((3, num_envs))
        self._last = compiled.blank(1)
        self._prepare()
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
        given = None if seed is None else check_batch_seed(seed)
        super().reset(seed=given)
        begun = int(self.np_random.integers(1 << 62)) if given is None else given
        self.batch.reset(seed=begun, is_rehearsal=True)  # the kernel begins the same matches again, in the same order
        self._dice[0] = first(begun)
        for one, bot in self._thinkers.items():
            bot.begin(bot_seed(begun, one))
        self._over[:] = 1
        self.play(np.zeros(self.num_envs, np.int64))
        return self._observations(), self.infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, NDArray[Any]], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """An action in every match, and the bots' until it is this seat's turn again."""
        self.play(actions)
        return self._observations(), self.rewards(), self.over, np.zeros(self.num_envs, bool), self.infos()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions the seat has in each match, for `MaskablePPO`."""
        return self._masks.astype(bool)

    def play(self, actions: NDArray[np.int64], *, again: bool = False) -> None:
        """Do what `step` does, without observing; with `again` the next match begins as soon as one is over."""
        batch, actions = self.batch, as_actions(actions, self.num_envs)
        if again and len(self._last) < self.num_envs:
            self._last = twin(batch.game).blank(self.num_envs)
        if self._strict:
            self._refuse_illegal(actions, again=again)
        told = (self._over, self._masks, batch.share, self._results, self._gains, self._paid)
        fixed = (self.seat, self._kinds, self._dice, *batch.beginnings)
        rest = (*fixed, *told, self._asked, self._known, self._scratch, int(again), self._forced, self._last)
        waiting = self._kernel.step(batch.states, actions, *rest)
        while waiting:
            for one, bot in self._thinkers.items():
                bot.answer(batch, self._asked, one, self._answers)
            waiting = self._kernel.answer(batch.states, self._answers, *rest)

    def _refuse_illegal(self, actions: NDArray[np.int64], *, again: bool) -> None:
        """Raise for an illegal action; that of a finished match is ignored, unless with `again` the next match has begun."""
        asked = np.ones(self.num_envs, bool) if again else self._over == 0
        there = (actions >= 0) & (actions < self._masks.shape[1])
        legal = there & (self._masks[np.arange(self.num_envs), np.where(there, actions, 0)] == 1)
        wrong = np.flatnonzero(asked & ~legal)
        if wrong.size:
            raise IllegalAction(f"action {actions[wrong[0]]} of match {wrong[0]} is not legal: choose where `action_mask` is 1")

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which matches the last step ended."""
        return self._over.astype(bool)

    def rewards(self) -> NDArray[np.float64]:
        """Return the reward of the last step in each match."""
        return self._gains.copy() if self._by_rounds else np.where(self._over, self._results - self._fair, 0.0)

    def last_rows(self) -> NDArray[np.int8]:
        """Return what the seat saw at the end of each match that the last step ended, in order, when the next ones have begun."""
        ended = np.ascontiguousarray(self._last[np.flatnonzero(self._over)])
        rows = np.empty((len(ended), self.batch.features.size), np.int8)
        seats = np.full(len(ended), self.seat, np.int64)
        twin(self.batch.game).kernel("look").observe_part(0, 0, len(ended), ended, seats, rows)
        return rows

    def infos(self) -> dict[str, Any]:
        """If programs play, report in `lost` how many moves they failed to answer in each place since the last reset."""
        counts = [bot.lost for bot in self._thinkers.values() if isinstance(bot, ByViews) and bot.lost is not None]
        return {"lost": np.sum(counts, axis=0), "_lost": np.ones(self.num_envs, bool)} if counts else {}

    def copy(self) -> Self:
        """Return an independent environment in the same state."""
        return copy.deepcopy(self)

    def _prepare(self) -> None:
        self._kernel = twin(self.batch.game).kernel("rivals")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_kernel"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._prepare()

    def _observations(self) -> dict[str, NDArray[Any]]:
        return {"observation": self.batch.observe(self.seat), "action_mask": self._masks.copy()}


def _kind(game: Game, bot: "str | Bot | Observer") -> int:
    """How the kernel lets a bot play."""
    return KINDS.get(Spec.read(bot, game=game.name).kind, ASKED) if isinstance(bot, str) else ASKED
