"""The modes-agree law on a GPU: `python -m tests.conformance.cuda_agrees [MATCHES]`, in full where there is one.

Under NUMBA_ENABLE_CUDASIM=1 it runs in numba's simulator, which `test_cuda` does with a few matches.
"""

import os
import sys
import warnings
from importlib.util import find_spec
from typing import Any

import numpy as np

from seaboard import state
from seaboard.arena.simulate import play_part, play_part_on_gpu
from seaboard.compiled import twin
from seaboard.envs.batch import Batch
from seaboard.envs.cuda import CudaBatch
from seaboard.errors import SeaboardError
from seaboard.features import features
from tests.conformance.play import Setup, setups

SEED = 5


def whole_matches(setup: Setup, count: int) -> None:
    """Matches played at random on the GPU end like those of the compiled rules."""
    setting = (setup.game.name, setup.seats, setup.game.check_options(setup.seats, setup.options), SEED, 0, count)
    for ours, theirs in zip(play_part_on_gpu(*setting), play_part(*setting), strict=True):
        assert (ours == theirs).all(), f"{setup}: whole matches differ"


def step_by_step(setup: Setup, count: int, steps: int) -> None:
    """A batch on the GPU keeps the same states, masks and observations as compiled rules that are given its actions."""
    batch = CudaBatch(setup.game, size=count, seats=setup.seats, options=setup.options, seed=SEED)
    compiled = twin(setup.game)
    rules: Any = compiled.rules
    plain = compiled.blank(count)
    out = np.zeros(setup.game.state.ACTIONS, np.int64)
    begun = np.zeros(count, np.int64)

    def begin(i: int) -> None:
        plain[i] = state.to_record(setup.new_state(i + int(begun[i]) * count | SEED << 64))
        begun[i] += 1
        rules.start(plain[i], None)

    for i in range(count):
        begin(i)
    for _ in range(steps):
        seats, masks = batch.seat.copy_to_host(), batch.mask.copy_to_host()
        states = batch.states.copy_to_host()
        for name in plain.dtype.names or ():  # not byte by byte: what lies between two fields may be anything
            assert np.array_equal(states[name], plain[name]), f"{setup}: {name} differs"
        actions = batch.random_actions().copy_to_host()
        rows = batch.observe().copy_to_host()
        for i in range(count):
            acting = int(rules.to_act(plain[i]))
            seat = (acting & -acting).bit_length() - 1
            assert seats[i] == seat
            legal: list[int] = out[: rules.legal_actions(plain[i], seat, out)].tolist() if acting else [0]
            assert sorted(legal) == np.flatnonzero(masks[i]).tolist(), f"{setup}: masks differ"
            row = np.zeros(features(setup.game, setup.seats).size, np.int8)
            if acting:
                compiled.module("features").observe(plain[i], seat, row)
                rules.apply(plain[i], seat, int(actions[i]), None)
            else:
                begin(i)
            assert (rows[i] == row).all(), f"{setup}: observations differ"
        batch.step(batch._actions)
    batch.check()


def begin_again(setup: Setup) -> None:
    """Without a seed a batch goes on in a sequence, as on the CPU; fractions are no actions."""
    batch, on_cpu = CudaBatch(setup.game, size=2, seats=setup.seats, seed=9), Batch(setup.game, size=2, seats=setup.seats, seed=9)
    for each in (batch, on_cpu):
        each.reset()
        each.reset()
    assert np.array_equal(batch.states.copy_to_host()["seed"], on_cpu.states["seed"]), f"{setup}: other deals"
    try:
        batch.step(np.zeros(2))
    except SeaboardError:
        return
    raise AssertionError(f"{setup}: fractions were taken for actions")


def read_in_place(setup: Setup) -> None:
    """PyTorch, where it is installed beside a GPU, reads the arrays of a batch where they are."""
    if os.environ.get("NUMBA_ENABLE_CUDASIM") or find_spec("torch") is None:
        return
    import torch

    batch = CudaBatch(setup.game, size=64, seats=setup.seats, options=setup.options, seed=SEED)
    for array in (batch.seat, batch.mask, batch.share, batch.observe()):
        tensor = torch.as_tensor(array, device="cuda")
        assert tensor.data_ptr() == array.__cuda_array_interface__["data"][0], f"{setup}: PyTorch has made a copy"
        assert np.array_equal(tensor.cpu().numpy(), array.copy_to_host())


def main() -> None:
    """Every setup, with so many matches."""
    warnings.simplefilter("ignore")
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    wanted = sys.argv[2:]
    for setup in setups():
        if setup.game.features and (not wanted or str(setup) in wanted):
            whole_matches(setup, count)
            step_by_step(setup, min(count, 64), 5 if count < 10 else 300)
            begin_again(setup)
            read_in_place(setup)
            print(f"{setup}: agrees", flush=True)


if __name__ == "__main__":
    main()
