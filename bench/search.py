"""Simulations a second of the tree search, beside OpenSpiel's C++ information-set search on hearts in the same run.

Both think at every real choice of one random deal, so that early positions (long playouts) and late ones (short
playouts) weigh the same on either side.
"""

import random
from typing import Any

from bench.measure import Row, rates
from seaboard import GAMES, Match, state
from seaboard.bots.mind import Mind
from seaboard.game import Game

SIMULATIONS = 1000
WANTED = 10


def search_rates() -> list[Row]:
    """Sea Change beside hearts, and the other games by themselves."""
    import pyspiel

    hearts = _hearts_positions(pyspiel)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, SIMULATIONS, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False)

    def spiel() -> int:
        for position in hearts:
            bot.step(position)
        return SIMULATIONS * len(hearts)

    works = [_Thinker(game) for game in GAMES.values()]
    *ours, peer = rates(*works, spiel)
    rows = []
    for game, rate in zip(GAMES.values(), ours, strict=True):
        what = f"{game.title}, tree search"
        if game.name == "sea-change":
            rows.append(Row(what, "simulations/s", rate, peer, "OpenSpiel ISMCTS on hearts, C++", WANTED))
        else:
            rows.append(Row(what, "simulations/s", rate))
    return rows


class _Thinker:
    """Thinks at every choice of the first deal of a random match."""

    def __init__(self, game: Game) -> None:
        self._mind = Mind(game, simulations=SIMULATIONS)
        self._positions = []
        match, rng = Match(game, seed=1), random.Random(1)
        stream = match.plain_state().stream
        while not match.over and match.plain_state().stream == stream:
            seat = match.to_act[0]
            legal = match.legal(seat)
            if len(legal) > 1:
                self._positions.append((seat, state.to_record(match.known_state(seat))))
            match.play(seat, rng.choice(legal))
        self._positions = self._positions[:: max(1, len(self._positions) // 30)]

    def __call__(self) -> int:
        for seat, root in self._positions:
            self._mind.begin(SIMULATIONS)
            self._mind.think(root, seat, SIMULATIONS)
            self._mind.weigh(root, seat)
        return SIMULATIONS * len(self._positions)


def _hearts_positions(pyspiel: Any) -> list[Any]:
    """The choices of one random deal of hearts."""
    rng = random.Random(1)
    position = pyspiel.load_game("hearts").new_initial_state()
    found = []
    while not position.is_terminal():
        if position.is_chance_node():
            position.apply_action(rng.choice(position.chance_outcomes())[0])
            continue
        if len(position.legal_actions()) > 1:
            found.append(position.clone())
        position.apply_action(rng.choice(position.legal_actions()))
    return found
