"""Simulations a second of the tree search, beside OpenSpiel's C++ information-set search on hearts in the same run.

Both think at every real choice of one random deal, so that early positions (long playouts) and late ones (short
playouts) weigh the same on either side. OpenSpiel's playouts are at random; ours are measured so too, and as the bots play.
"""

import random
import subprocess
import sys
import time
from pathlib import Path

from bench.measure import Row
from seaboard import GAMES, Match, state
from seaboard.bots.memory import STRAY, SearchMemory
from seaboard.game import Game

SIMULATIONS = 1000
ROUNDS = 5
WANTED = 10
AT_RANDOM = 1000  # of 1000 moves


def search_rates() -> list[Row]:
    """Sea Change beside hearts, then every game by itself."""
    at_random, as_played = Thinker(GAMES["sea-change"], stray=AT_RANDOM), Thinker(GAMES["sea-change"])
    ours, played, peer = 0.0, 0.0, 0.0
    for _ in range(ROUNDS):
        ours = max(ours, at_random.rate())
        played = max(played, as_played.rate())
        peer = max(peer, spiel_rate())
    spiel = "OpenSpiel ISMCTS on hearts, C++"
    rows = [
        Row("Sea Change, tree search, playouts at random", "simulations/s", ours, peer, spiel, WANTED),
        Row("Sea Change, tree search as the bots play", "simulations/s", played, peer, spiel),
    ]
    for game in GAMES.values():
        if game.name != "sea-change":
            thinker = Thinker(game)
            rows.append(Row(f"{game.title}, tree search as the bots play", "simulations/s", max(thinker.rate() for _ in range(3))))
    return rows


class Thinker:
    """Thinks at the choices of the first deal of a random match."""

    def __init__(self, game: Game, *, stray: int = STRAY) -> None:
        self._memory = SearchMemory(game, simulations=SIMULATIONS, stray=stray)
        self._positions = []
        match, rng = Match(game, seed=1), random.Random(1)
        stream = match.plain_state().stream
        while not match.over and match.plain_state().stream == stream:
            seat = match.to_act[0]
            legal = match.legal(seat)
            if len(legal) > 1:
                self._positions.append((seat, state.to_record(match.known_state(seat))))
            match.play(seat, rng.choice(legal))
        self._think()

    def _think(self) -> int:
        for seat, root in self._positions:
            self._memory.begin(SIMULATIONS)
            self._memory.think(root, seat, SIMULATIONS)
            self._memory.best_action(root, seat)
        return SIMULATIONS * len(self._positions)

    def rate(self) -> float:
        """Simulations a second."""
        began = time.perf_counter()
        return self._think() / (time.perf_counter() - began)


def spiel_rate() -> float:
    """OpenSpiel's, on the first deal that it survives."""
    for deal in range(2, 20):
        run = subprocess.run(
            [sys.executable, str(Path(__file__).with_name("spiel_search.py")), str(SIMULATIONS), str(deal)],
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode == 0:
            return float(run.stdout)
    raise RuntimeError(f"OpenSpiel's search did not get through a single deal: {run.stderr}")
