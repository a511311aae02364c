"""Whole random games and batched steps, beside OpenSpiel's hearts in the same run."""

import random
from typing import Any

from bench.measure import Row, rates
from seaboard import GAMES
from seaboard.arena.simulate import simulate
from seaboard.envs.batch import Batch

WANTED = {"sea-salt-and-paper": 1e6, "land-unter": 3e6, "sea-of-clouds": 1e6}

DEALING = 53  # moves of a hearts game that are chance: 52 cards dealt, and where to pass


def compare_with_hearts() -> list[Row]:
    """Sea Change with four seats beside OpenSpiel's hearts. A step is a player's decision; dealing is work, not a step."""
    import pyspiel

    hearts = pyspiel.load_game("hearts")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]
    shuffled = random.Random(1)

    def spiel_in_cpp() -> int:
        steps = 0
        for number in range(400):
            end = hearts.new_initial_state()
            pyspiel.evaluate_bots(end, bots, number)
            steps += end.move_number() - DEALING
        return steps

    def spiel_from_python() -> int:
        steps = 0
        for _ in range(25):
            s = hearts.new_initial_state()
            while not s.is_terminal():
                if s.is_chance_node():
                    s.apply_action(shuffled.choice(s.chance_outcomes())[0])
                else:
                    s.apply_action(shuffled.choice(s.legal_actions()))
                    steps += 1
        return steps

    seeds = iter(range(1_000_000))

    def compiled() -> int:
        return int(simulate("sea-change", games=4000, seats=4, seed=next(seeds)).steps.sum())

    batch = Batch("sea-change", size=4096, seats=4)

    def batched() -> int:
        for _ in range(60):
            batch.step(batch.random_actions())
        return 60 * batch.size

    ours, python_batch, interpreted, cpp, python = rates(compiled, batched, _interpreted, spiel_in_cpp, spiel_from_python)
    return [
        Row("Sea Change, whole random games, compiled", "steps/s", ours, cpp, "OpenSpiel hearts, C++ evaluate_bots", 8),
        Row(
            "Sea Change, batches of 4,096 from Python: mask, pick, step",
            "steps/s",
            python_batch,
            python,
            "OpenSpiel hearts from Python",
            30,
        ),
        Row("Sea Change, interpreted, beside compiled", "steps/s", interpreted, ours, "compiled", 0.01),
    ]


def _interpreted() -> int:
    game = GAMES["sea-change"]
    rules: Any = game.rules
    rng = random.Random(1)
    out = [0] * game.state.ACTIONS
    steps = 0
    for seed in range(12):
        s = game.new_state(seats=4, seed=seed, options=game.check_options(4, {}))
        rules.start(s, None)
        while acting := rules.to_act(s):
            seat = acting.bit_length() - 1
            count = rules.legal_actions(s, seat, out)
            rules.apply(s, seat, out[int(rng.random() * count)], None)
            steps += 1
    return steps


def every_game() -> list[Row]:
    """Random play of each game at its usual number of seats, compiled, on one core."""
    rows = []
    for game in GAMES.values():

        def play(name: str = game.name) -> int:
            return int(simulate(name, games=2000).steps.sum())

        rows.append(
            Row(f"{game.title}, {game.default_seats} seats, random play", "actions/s", rates(play)[0], wanted=WANTED.get(game.name))
        )
    return rows
