"""A game as a PettingZoo AEC environment: one seat acts after the other."""

import copy
from collections.abc import Mapping
from typing import Any, Self

from gymnasium import spaces
from pettingzoo import AECEnv

from seaboard.envs.arguments import check_cycles
from seaboard.envs.observations import space
from seaboard.envs.render import RENDER_MODES, check_render_mode, render
from seaboard.envs.table import Table
from seaboard.errors import MatchOver
from seaboard.game import Game
from seaboard.kit import lowest


class SeaboardAEC(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # PettingZoo has no types
    """Agents are `seat_0`, `seat_1`, ...

    Seats that choose at the same time are asked one after another, and none sees what another has chosen. Rewards come
    at the end (see `Table.rewards`). With `max_cycles`, a match is cut short after so many actions for each seat on average.
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
        super().__init__()
        self.table = Table(game, seats=seats, options=options, illegal=illegal, rewards=rewards, history=history)
        self.render_mode = check_render_mode(render_mode)
        self.max_cycles = check_cycles(max_cycles)
        name = self.table.game.name.replace("-", "_")
        self.metadata = {"name": f"{name}_v{self.table.game.version}", "render_modes": [*RENDER_MODES], "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: space(self.table.game, self.table.seats, self.table.options, self.table.history) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.table.actions) for agent in self.possible_agents}
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; the same seed deals the same cards, and later resets without one go on in the same sequence."""
        self.table.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps_left = -1 if self.max_cycles is None else self.max_cycles * self.table.seats
        self.agent_selection = self.possible_agents[lowest(self.table.acting)]

    def step(self, action: int | None) -> None:
        """Do the selected seat's action; None for a seat that is done."""
        if not self.agents:
            raise MatchOver("no match is being played: call reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self.table
        table.step(self._seat_of[agent], action)  # type: ignore[arg-type]  # None is refused there: the seat is alive
        self._steps_left -= 1
        if table.acting and self._steps_left:
            self.agent_selection = self.possible_agents[lowest(table.acting)]
            return
        if table.acting:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, table.rewards(), strict=True))
            self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees, in new arrays."""
        return self.table.observation(self._seat_of[agent])

    def render(self) -> str | None:
        """The table as the seat to act sees it: text, or a picture as SVG."""
        return render(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing to close."""

    def copy(self) -> Self:
        """An independent environment in the same state."""
        return copy.deepcopy(self)
