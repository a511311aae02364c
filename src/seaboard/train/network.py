"""The network: from what a seat sees to a preference for each action and the expected outlook."""

import torch
from torch import nn

from seaboard.features import features
from seaboard.game import Game

HIDDEN = 512
LAYERS = 2  # after the first


class Network(nn.Module):
    """Layers of the same width, each after the first added to what came before it."""

    def __init__(self, game: Game, *, hidden: int = HIDDEN, layers: int = LAYERS) -> None:
        super().__init__()
        whole = features(game)
        self.scale: torch.Tensor
        self.register_buffer("scale", torch.from_numpy(whole.scale))
        self.first = nn.Linear(whole.size, hidden)
        self.layers = nn.ModuleList(nn.Linear(hidden, hidden) for _ in range(layers))
        self.policy = nn.Linear(hidden, game.state.ACTIONS)
        self.value = nn.Linear(hidden, 1)
        nn.init.normal_(self.first.weight, std=0.06)
        nn.init.normal_(self.policy.weight, std=0.01)
        nn.init.zeros_(self.policy.bias)
        nn.init.zeros_(self.value.weight)
        nn.init.constant_(self.value.bias, 0.3)

    def forward(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Compute preferences and outlook, for rows of any number of seats: fewer seats fill only the beginning."""
        width = rows.shape[-1]
        weights = self.first.weight[:, :width] * self.scale[:width]
        kind = torch.bfloat16 if torch.is_autocast_enabled(rows.device.type) else weights.dtype
        x = torch.relu(nn.functional.linear(rows.to(kind), weights, self.first.bias))
        for layer in self.layers:
            x = x + torch.relu(layer(x))
        return self.policy(x), self.value(x).squeeze(-1)
