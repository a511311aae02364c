"""Many matches of one setup that a learner plays against itself, on a GPU or on the CPU, as PyTorch tensors."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from seaboard import state
from seaboard.compiled import twin
from seaboard.cuda import cuda_twin
from seaboard.features import features
from seaboard.game import Game


@dataclass(frozen=True)
class Setup:
    """A number of seats and options."""

    seats: int
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return f"{self.seats} seats" + "".join(f", {name}={value}" for name, value in self.options)


def setups(game: Game) -> list[Setup]:
    """List the setups to train on: every number of seats, and every other choice of an option that changes play; the usual one first.

    Who begins, a host's own deck, and options with more choices than can be trained on (points to win, suits) are left at the default.
    """
    found = [Setup(game.default_seats)]
    found += [Setup(seats) for seats in game.seats if seats != game.default_seats]
    for seats in game.seats:
        for option in game.options:
            choices = option.choices(seats)[1:]
            if not option.takes_file and not option.name.startswith("first_") and len(choices) <= 2:
                found += [Setup(seats, ((option.name, choice),)) for choice in choices]
    return found


def side_by_side(found: list[Setup]) -> list[list[Setup]]:
    """Return lists of setups to play side by side: the usual setup, then two seats, then the rest; each list takes turns.

    Two seats need their own share: with a single rival everything is played differently, and what is learned with more seats is of little
    use there. Of the rest, those with the usual number of seats, partners for instance, come every other time: they are also played the
    most.
    """
    duel = [setup for setup in found[1:] if setup == Setup(2)]
    rest = [setup for setup in found[1:] if setup != Setup(2)]
    near = [setup for setup in rest if setup.seats == found[0].seats]
    far = [setup for setup in rest if setup.seats != found[0].seats]
    if near and far:
        rest = [setup for turn in range(len(near) * len(far)) for setup in (near[turn % len(near)], far[turn % len(far)])]
    return [part for part in (found[:1], duel, rest) if part]


class Matches:
    """`size` matches of one setup: the choosing seat of each, what is legal, what that seat sees, and the outlook where play was cut."""

    def __init__(self, game: Game, setup: Setup, *, size: int, seed: int, device: str) -> None:
        self.game, self.setup, self.size, self.device = game, setup, size, device
        options: Mapping[str, Any] = game.check_options(setup.seats, dict(setup.options))
        blank = np.zeros(1, state.record_type(game.state.State))
        blank[0] = state.to_record(game.new_state(seats=setup.seats, seed=0, options=options))
        self.width = features(game, setup.seats).size
        self.seats = torch.zeros(size, dtype=torch.int64, device=device)
        self.cut = torch.zeros(size, dtype=torch.int64, device=device)
        self._nobody = torch.zeros(size, dtype=torch.uint8, device=device)
        self._numbers = torch.arange(-size, 0, dtype=torch.int64, device=device)
        self._seed = torch.tensor([seed & 0xFFFFFFFF, seed >> 32], dtype=torch.int64, device=device)
        states = np.zeros(size, blank.dtype)
        if device == "cpu":
            self._kernel = twin(game).kernel("selfplay")
            self._states, self._blank, self._known = states, blank, blank.copy()
            self._out = np.zeros(game.state.ACTIONS, np.int64)
        else:
            from numba import cuda

            self._kernel = cuda_twin(game).kernel("selfplay_gpu")
            self._states, self._blank = cuda.to_device(states), cuda.to_device(blank)

    def begin(self, masks: torch.Tensor, rows: torch.Tensor) -> None:
        """Begin every match; masks and rows must be zeros."""
        self.act(torch.full_like(self.seats, -1), masks, rows, torch.zeros((self.size, self.setup.seats), device=self.device))

    def act(
        self, chosen: torch.Tensor, masks: torch.Tensor, rows: torch.Tensor, rewards: torch.Tensor, asked: torch.Tensor | None = None
    ) -> None:
        """Make a choice in every match, by `strategy.simple` where `asked` is 1; masks, rows and rewards must be zeros."""
        begin = (self._blank, self._numbers, self._seed)
        asked = self._nobody if asked is None else asked
        arrays = (self._states, chosen, asked, *begin, self.seats, masks, rows, rewards, self.cut)
        if self.device == "cpu":
            self._kernel.step_all(*(a.numpy() if isinstance(a, torch.Tensor) else a for a in arrays), self._known, self._out)
        else:
            from numba import cuda

            self._kernel.step_all(self.size, *(cuda.as_cuda_array(a) if isinstance(a, torch.Tensor) else a for a in arrays))
