"""A game as a Gymnasium environment: one seat learns, bots play the others."""

import copy
from collections.abc import Iterable, Mapping
from typing import Any, Self, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from seaboard import GAMES
from seaboard.bots import Bot, EngineBot
from seaboard.bots.specs import bot_seed
from seaboard.envs.arguments import check_bots, check_cycles, check_seat
from seaboard.envs.observations import space
from seaboard.envs.render import RENDER_MODES, check_render_mode, render
from seaboard.envs.rivals import ByViews, needs_history, rival
from seaboard.envs.table import Table
from seaboard.errors import IllegalAction, MatchOver
from seaboard.game import Game, check_seed
from seaboard.games import find
from seaboard.kit import lowest


class SeaboardGym(gymnasium.Env[dict[str, Any], int]):
    """A step is an action of your seat and everything that the bots do until it is your turn again, or the match is over.

    `bots` are names (`"simple"`, `"search:1000"`) or your own bots, for the other seats in order, repeated if there are fewer. A bot that
    has `choose_from(seen)` besides `choose(view)` is shown an observation of its seat, which takes a tenth of the time of a view. Gymnasium
    samples without masks, so your illegal actions are replaced unless you pass `illegal="raise"`; a bot's always raise. With `max_cycles`,
    a match is truncated after that many of your actions.
    """

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: str | Game,
        *,
        bots: Iterable[str | Bot] = ("random",),
        seat: int = 0,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "replace",
        rewards: str = "share",
        history: int | str = 0,
    ) -> None:
        found = find(game)
        self.bots = check_bots(bots, found, found.check_seats(seats), able=("choose", "choose_from"))
        told = any(needs_history(bot, found) for bot in self.bots)
        self.table = Table(found, seats=seats, options=options, illegal=illegal, rewards=rewards, history=history, remembers=told)
        self.seat = check_seat(seat, self.table.seats)
        self.max_cycles = check_cycles(max_cycles)
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = space(self.table.game, self.table.seats, self.table.options, self.table.history)
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.table.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a match; the same seed deals the same cards to the same bots."""
        super().reset(seed=None if seed is None else check_seed(seed))
        self.table.reset(seed)
        self._steps_left = -1 if self.max_cycles is None else self.max_cycles
        others = [seat for seat in range(self.table.seats) if seat != self.seat]
        self._rivals = {
            seat: rival(self.bots[number % len(self.bots)], self.table, bot_seed(self.table.seed, seat))
            for number, seat in enumerate(others)
        }
        played = [rival.bot for rival in self._rivals.values() if isinstance(rival, ByViews)]
        self._programs = list({id(bot): bot for bot in played if isinstance(bot, EngineBot)}.values())
        for program in self._programs:
            program.begin_match()
        self._lost = sum(program.lost for program in self._programs)
        self._let_the_others_play()
        return self._observation(), self._infos()

    def step(self, action: int) -> tuple[dict[str, Any], SupportsFloat, bool, bool, dict[str, Any]]:
        """Do an action, and let the bots play until it is this seat's turn again."""
        if not self.table.acting or not self._steps_left:
            raise MatchOver("the match was cut short: call reset" if self.table.acting else "no match is being played: call reset")
        self.table.step(self.seat, action)
        self._let_the_others_play()
        self._steps_left -= 1
        over = not self.table.acting
        reward = self.table.rewards()[self.seat] if over else 0.0
        return self._observation(), reward, over, not over and not self._steps_left, self._infos()

    def _let_the_others_play(self) -> None:
        table = self.table
        while table.acting and not table.acting >> self.seat & 1:
            seat = lowest(table.acting)
            action = self._rivals[seat].act(table, seat)
            try:
                table.step(seat, action, strict=True)
            except IllegalAction as error:
                raise IllegalAction(f"the bot in seat {seat} chose {action!r}: {error}") from error

    def _infos(self) -> dict[str, Any]:
        """If programs play, report in `lost` how many moves of this match they failed to answer: `simple` made those."""
        return {"lost": sum(program.lost for program in self._programs) - self._lost} if self._programs else {}

    def _observation(self) -> dict[str, Any]:
        return self.table.observation(self.seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions the seat has now, for `MaskablePPO`."""
        return self.table.look(self.seat)[1].astype(bool)

    def render(self) -> str | None:
        """The table as this seat sees it: text, or a picture as SVG."""
        return render(self.table, self.render_mode, seat=self.seat)

    def copy(self) -> Self:
        """An independent environment in the same state."""
        return copy.deepcopy(self)


def register() -> None:
    """Register the games with Gymnasium, as importing this file does: `gymnasium.make("seaboard.envs.single:seaboard/sea-change-v1")`."""
    for game in GAMES.values():
        name = f"seaboard/{game.name}-v{game.version}"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="seaboard.envs.single:SeaboardGym",
                vector_entry_point="seaboard.envs.many:SeaboardVector",
                kwargs={"game": game.name},
                order_enforce=False,
            )


register()
