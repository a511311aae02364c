"""The same results whatever the number of workers, on a cluster too, and whichever of them is killed."""

import contextlib
import logging
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from seaboard import SeaboardError
from seaboard.arena.checkpoint import WrongFile
from seaboard.arena.ratings import summarise
from seaboard.arena.simulate import CHUNK, Simulation, simulate
from seaboard.arena.tournament import Plan, run
from seaboard.arena.workers import WorkersLost, spread
from tests.arena.work import die, square

PLAN = Plan("sea-change", ("random", "simple", "search:30"), 3, 6, seed=4)
GAMES = 6 * CHUNK - 500


def same(a: Simulation, b: Simulation) -> bool:
    return all(np.array_equal(x, y) for x, y in ((a.steps, b.steps), (a.scores, b.scores), (a.winners, b.winners)))


@pytest.fixture(scope="module")
def alone() -> Simulation:
    return simulate("sea-change", games=GAMES, seed=3)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return summarise(PLAN, run(PLAN, tmp_path_factory.mktemp("alone") / "t.jsonl"))


def test_processes_give_what_one_gives(alone: Simulation, table: dict[str, Any], tmp_path: Path) -> None:
    assert same(simulate("sea-change", games=GAMES, seed=3, workers=2), alone)
    assert summarise(PLAN, run(PLAN, tmp_path / "t.jsonl", workers=3)) == table


def test_a_worker_killed_in_the_middle_changes_nothing() -> None:
    killed = []
    results = {}
    for number, result in spread(square, [(n,) for n in range(40)], workers=2):
        results[number] = result
        if len(results) in (5, 20):
            victim = next(p for p in psutil.Process().children() if "spawn_main" in " ".join(p.cmdline()))
            victim.kill()
            killed.append(victim.pid)
    assert len(set(killed)) == 2
    assert results == {n: n * n for n in range(40)}


def test_work_that_kills_its_workers_is_given_up() -> None:
    with pytest.raises(WorkersLost, match="died"):
        list(spread(die, [(n,) for n in range(4)], workers=2))


def test_errors_of_the_work_come_through() -> None:
    with pytest.raises(TypeError):
        list(spread(square, [("x",), ("y",)], workers=2))


def test_partial_results_are_kept(alone: Simulation, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    seen: list[int] = []

    def stop(done: int) -> None:
        seen.append(done)
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("sea-change", games=GAMES, seed=3, keep=file, progress=stop)
    with file.open("a") as out:
        out.write('{"start": 8000, "st')  # killed while writing
    rest: list[int] = []
    again = simulate("sea-change", games=GAMES, seed=3, keep=file, progress=rest.append)
    assert same(again, alone)
    assert again.resumed == 3 * CHUNK
    assert len(rest) == 3
    with pytest.raises(WrongFile):
        simulate("sea-change", games=GAMES, seed=4, keep=file)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Ray on this machine, as two nodes."""
    import ray
    from ray.cluster_utils import Cluster

    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2] / "src"))  # where Seaboard is not installed
    nodes = Cluster()
    patience = {"health_check_timeout_ms": 60_000, "health_check_failure_threshold": 20}  # a busy machine is not a dead one
    nodes.add_node(num_cpus=1, object_store_memory=80_000_000, include_dashboard=False, _system_config=patience)
    nodes.add_node(num_cpus=1, object_store_memory=80_000_000, include_dashboard=False)
    ray.init(address=nodes.address, log_to_driver=False, logging_level=logging.ERROR)
    yield nodes
    ray.shutdown()
    nodes.shutdown()
    monkeypatch.undo()


def test_two_ray_nodes_give_what_one_process_gives_though_a_worker_is_killed(
    cluster: Any, alone: Simulation, table: dict[str, Any], tmp_path: Path
) -> None:
    import ray

    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    assert same(simulate("sea-change", games=GAMES, seed=3, ray=cluster.address), alone)
    raylets = [process.process.pid for node in cluster.list_all_nodes() for process in node.all_processes["raylet"]]
    killed: list[int] = []
    is_over = threading.Event()

    def kill_one() -> None:
        while not killed and not is_over.wait(0.01):
            with contextlib.suppress(psutil.Error):  # one that has just ended
                for worker in (child for pid in raylets for child in psutil.Process(pid).children()):
                    if "ray::play_fixtures" in " ".join(worker.cmdline()):  # others are Ray's own, and take the node along
                        worker.kill()
                        killed.append(worker.pid)
                        break

    killer = threading.Thread(target=kill_one)
    killer.start()
    try:
        results = run(PLAN, tmp_path / "t.jsonl", ray=cluster.address)
    finally:
        is_over.set()
        killer.join()
    assert killed
    assert summarise(PLAN, results) == table


def test_no_cluster_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    monkeypatch.setattr(ray, "is_initialized", lambda: False)

    def refuse(**_: Any) -> None:
        raise ConnectionError("nobody there")

    monkeypatch.setattr(ray, "init", refuse)
    with pytest.raises(SeaboardError, match="no Ray cluster"):
        list(spread(square, [(1,)], ray="auto"))
