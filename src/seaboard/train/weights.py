"""From a PyTorch network to the plain arrays that the bots play with."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from seaboard.train.network import Network


def export(network: Network, path: Path, *, about: dict[str, Any]) -> None:
    """Write the weights: a byte each, by input and output, with a scale for each output."""
    arrays: dict[str, Any] = {"scale": network.scale.cpu().numpy(), "about": np.array(json.dumps(about))}
    layers = {"first": network.first, "policy": network.policy, "value": network.value}
    layers |= {f"layer_{i}": layer for i, layer in enumerate(network.layers)}
    for name, layer in layers.items():
        weights = layer.weight.detach().float().cpu().numpy().T  # by input, then output
        largest = np.maximum(np.abs(weights).max(axis=0), 1e-8) / 127
        arrays[f"{name}_weights"] = np.ascontiguousarray(np.rint(weights / largest).astype(np.int8))
        arrays[f"{name}_scale"] = largest.astype(np.float32)
        arrays[f"{name}_bias"] = layer.bias.detach().float().cpu().numpy()
    temporary = path.with_suffix(".new.npz")
    np.savez_compressed(temporary, **arrays)
    temporary.replace(path)
