"""`docs/add-a-game.md` does what it says: its small game is written out and must do everything that a game of ours does."""

import asyncio
import importlib
import inspect
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import seaboard
from seaboard import GAMES, bots, envs, locales
from seaboard.game import Game
from tests.conformance import play, test_modes_agree, test_play, test_secrecy, test_soundness, test_text
from tests.docs.toy import write_game
from tests.server.harness import Guest, served, table_of

ROOT = Path(__file__).parents[2]
LAWS = (test_modes_agree, test_play, test_secrecy, test_soundness, test_text)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game, written from the page into a folder of its own."""
    return write_game(tmp_path_factory.mktemp("fifth"))


def test_it_is_small(folder: Path) -> None:
    files = [file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert len(files) <= 7
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 200


@pytest.fixture(scope="module")
def game(folder: Path) -> Iterator[Game]:
    sys.path.insert(0, str(folder))
    found: Game = importlib.import_module("highest_card").GAME
    GAMES[found.name] = found
    locales.texts.cache_clear()
    yield found
    del GAMES[found.name]
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.split(".")[0] == "highest_card"]:
        del sys.modules[name]


def laws() -> list[Any]:
    """Every conformance test of a set-up, in both modes where it has two."""
    found = []
    for module in LAWS:
        for name, law in vars(module).items():
            if name.startswith("test_") and inspect.isfunction(law):
                wants = set(inspect.signature(law).parameters)
                if "setup" in wants:
                    assert wants <= {"setup", "compiled"}, f"teach this test what {name} wants"
                    modes = ({"compiled": False}, {"compiled": True}) if "compiled" in wants else ({},)
                    found += [pytest.param(law, mode, id=f"{name}{''.join(str(v) for v in mode.values())}") for mode in modes]
    assert len(found) > 10
    return found


@pytest.mark.parametrize(("law", "mode"), laws())
def test_every_law_holds(law: Callable[..., None], mode: dict[str, bool], game: Game) -> None:
    for seats in game.seats:
        law(setup=play.Setup(game, seats), **mode)


def test_it_is_no_game_of_simultaneous_choices(game: Game) -> None:
    """The laws of `test_at_once` are for those; they choose their games themselves."""
    for seats in game.seats:
        for s, _, _, _ in play.random_steps(play.Setup(game, seats), 1):
            assert game.rules.to_act(s).bit_count() == 1


@pytest.mark.parametrize("bot", ["random", "simple", "search:30"])
def test_the_bots_play_it(game: Game, bot: str) -> None:
    m = seaboard.Match(game, seed=1)
    players = [bots.make(bot, game, seed=seat) for seat in range(m.seats)]
    while not m.over:
        seat = m.to_act[0]
        m.play(seat, players[seat].choose(m.view(seat)))
    assert sum(m.scores) == 12


def test_the_environments_play_it(game: Game) -> None:
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test

    api_test(envs.aec(game), num_cycles=30)
    parallel_api_test(envs.parallel(game), num_cycles=30)
    seed_test(lambda: envs.aec(game), num_cycles=10)
    max_cycles_test(envs.module(game))
    check_env(envs.gym(game, bots=["simple"]), skip_render_check=True)
    batch = envs.batch(game, size=64)
    for _ in range(100):
        batch.step(batch.random_actions())
    assert batch.observe().shape == (64, envs.layout(game).size)


def test_openspiel_and_the_command_line_play_it(folder: Path) -> None:
    code = (
        "import pyspiel; from seaboard import envs, cli; names = envs.register_openspiel()\n"
        "pyspiel.random_sim_test(pyspiel.load_game(names[-1]), num_sims=1, serialize=True, verbose=False)\n"
        "cli.main(['simulate', 'highest-card', '--games', '500', '--json', '-'])"
    )
    done = subprocess.run([sys.executable, "-c", code], env=outside(folder), check=True, capture_output=True, text=True)
    assert '"game": "highest-card"' in done.stdout


def outside(folder: Path) -> dict[str, str]:
    return {**os.environ, "SEABOARD_GAMES": "highest_card", "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT / "src")])}


def test_a_table_on_the_server_plays_it(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEABOARD_GAMES", "highest_card")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    with served(data=tmp_path) as server:
        guests = [Guest(server.url, "Ada"), Guest(server.url, "Bob")]
        table = table_of(guests, "highest-card")["id"]

        async def both() -> None:
            async with guests[0].at(table) as ada, guests[1].at(table) as bob:
                await asyncio.gather(ada.play_on(random.Random(1)), bob.play_on(random.Random(2)))
                assert ada.match is not None
                assert ada.match["ended"]
                assert sum(ada.view["scores"]) == 12

        asyncio.run(both())
