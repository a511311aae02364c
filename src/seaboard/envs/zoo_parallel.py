"""A game as a PettingZoo parallel environment: every seat to act acts at once, as in Land Unter."""

import copy
from collections.abc import Mapping
from typing import Any, Self

from gymnasium import spaces
from pettingzoo import ParallelEnv

from seaboard.envs.arguments import check_cycles
from seaboard.envs.observations import space
from seaboard.envs.render import RENDER_MODES, check_render_mode, render
from seaboard.envs.table import Table
from seaboard.errors import IllegalAction
from seaboard.game import Game

Steps = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class SeaboardParallel(ParallelEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # PettingZoo has no types
    """Agents are `seat_0`, `seat_1`, ...

    One step is one choice by every seat that is to act. Any other seat has an empty mask, and what it sends is ignored; where seats take
    turns, that is all but one. With `max_cycles`, a match is cut short after so many steps.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "raise",
        rewards: str = "share",
        history: int | str = 0,
    ) -> None:
        self.table = Table(game, seats=seats, options=options, illegal=illegal, rewards=rewards, history=history)
        self.render_mode = check_render_mode(render_mode)
        self.max_cycles = check_cycles(max_cycles)
        name = self.table.game.name.replace("-", "_")
        self.metadata = {"name": f"{name}_parallel_v{self.table.game.version}", "render_modes": [*RENDER_MODES]}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: space(self.table.game, self.table.seats, self.table.options, self.table.history) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.table.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a match; the same seed deals the same cards, and later resets without one go on in the same sequence."""
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Steps:
        """One action for every seat that is to act; if one is missing or illegal, nothing is done."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        if not isinstance(actions, Mapping):
            raise IllegalAction(f"actions are by agent, like {{'seat_0': 3}}, not {actions!r}")
        acting = [(seat, agent) for seat, agent in enumerate(self.possible_agents) if self.table.acting >> seat & 1]
        before = self.table.copy()
        try:
            for seat, agent in acting:
                if agent not in actions:
                    raise IllegalAction(f"{agent} is to act, and there is no action for it")
                self.table.step(seat, actions[agent])
        except IllegalAction:
            self.table = before
            raise
        self._cycles += 1
        over = not self.table.acting
        cut = not over and self._cycles == self.max_cycles
        result: Steps = (
            self._observations(),
            dict(zip(self.agents, self.table.rewards(), strict=True)),
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, cut),
            {agent: {} for agent in self.agents},
        )
        if over or cut:
            self.agents = []
        return result

    def _observations(self) -> dict[str, Any]:
        return {agent: self.table.observation(seat) for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> str | None:
        """The table as the first seat to act sees it: text, or a picture as SVG."""
        return render(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing to close."""

    def copy(self) -> Self:
        """An independent environment in the same state."""
        return copy.deepcopy(self)
