"""One match between bots, in compiled code where possible, otherwise through their views. Both give the same match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from seaboard import bots, state
from seaboard.bots.outside import wants_history
from seaboard.bots.specs import Spec, bot_seed
from seaboard.game import Game
from seaboard.games import find
from seaboard.kernels.contest import RANDOM, SEARCH, SIMPLE
from seaboard.kernels.dice import first
from seaboard.match import Match

CODES = {"random": RANDOM, "simple": SIMPLE, "search": SEARCH}
MOST_MOVES = 100_000


@dataclass(frozen=True)
class Outcome:
    """How a match between bots ended."""

    scores: list[int]
    winners: list[int]
    moves: list[tuple[int, int]]
    """Seat and action of each move."""
    lost: list[int] = field(default_factory=list)
    """How many moves each seat lost, where outside programs play: `simple` made them."""


def play(
    game: str | Game, lineup: Sequence[Spec], *, seed: int, bots_seed: int, options: Mapping[str, Any] | None = None, by_views: bool = False
) -> Outcome:
    """Play a match to its end, a bot in each seat."""
    found = find(game)
    if by_views or any(spec.seconds is not None or spec.kind not in CODES for spec in lineup):
        return _play_by_views(found, lineup, seed, bots_seed, options or {})
    return _compiled(found).play(lineup, seed, bots_seed, options or {})


def prepare(game: str | Game) -> None:
    """Compile what matches need; later it comes from the cache, in other processes too."""
    found = find(game)
    _compiled(found).play([Spec("random")] * found.default_seats, 1, 1, {}, most_moves=0)


def _play_by_views(game: Game, lineup: Sequence[Spec], seed: int, bots_seed: int, options: Mapping[str, Any]) -> Outcome:
    match = Match(game, seats=len(lineup), seed=seed, options=options)
    players = [bots.make(str(spec), game, seed=bot_seed(bots_seed, seat)) for seat, spec in enumerate(lineup)]
    try:
        while not match.over and len(match.moves) < MOST_MOVES:
            seat = match.to_act[0]
            match.play(seat, _choice(players[seat], lineup[seat], match.view(seat, history=wants_history(players[seat]))))
    finally:
        for player in players:
            if isinstance(player, bots.EngineBot):
                player.close()
    outside = any(hasattr(player, "lost") for player in players)
    return Outcome(match.scores, match.winners, match.moves, [getattr(player, "lost", 0) for player in players] if outside else [])


def _choice(player: bots.Bot, spec: Spec, view: dict[str, Any]) -> int:
    """Ask a bot for its choice; if an outside bot fails, say where, for its author."""
    if spec.kind != "file":
        return player.choose(view)
    try:
        action = player.choose(view)
    except Exception as error:
        raise bots.BadBot(f"{spec} failed in seat {view['seat']}: {type(error).__name__}: {error}") from error
    if action not in view["legal"].values():
        raise bots.BadBot(f"{spec} chose {action!r} in seat {view['seat']}, which is not allowed: one of {view['legal']}")
    return int(action)


@cache
def _compiled(game: Game) -> "_CompiledTable":
    return _CompiledTable(game)


class _CompiledTable:
    """The compiled game and a memory for its bots, reused from match to match."""

    def __init__(self, game: Game) -> None:
        import numpy as np

        from seaboard.compiled import twin

        self.game = game
        self._twin = twin(game)
        self._kernel = self._twin.kernel("contest")
        self._states = self._twin.blank(2)
        self._moves = np.zeros((MOST_MOVES, 2), np.int32)
        self._memory: Any = None

    def play(
        self, lineup: Sequence[Spec], seed: int, bots_seed: int, options: Mapping[str, Any], *, most_moves: int = MOST_MOVES
    ) -> Outcome:
        import numpy as np

        game, rules = self.game, self._twin.rules
        seats = game.check_seats(len(lineup))
        simulations = np.array([spec.simulations or 0 for spec in lineup])
        memory = self._memory_for(int(simulations.max()))
        blank = game.new_state(seats=seats, seed=seed, options=game.check_options(seats, options))
        self._states[0] = state.to_record(blank)
        s = self._states[0]
        codes = np.array([CODES[spec.kind] for spec in lineup])
        dice = np.array([first(bot_seed(bots_seed, seat)) for seat in range(seats)])
        scratch = (memory.notes, memory.branches, memory.world, memory.log, memory.out, memory.visits, memory.values)
        made = self._kernel.play(self._states, codes, simulations, dice, *scratch, self._moves[:most_moves])
        winners = int(rules.winners(s))
        return Outcome(
            scores=[int(rules.score(s, entry)) for entry in range(rules.entries(s))],
            winners=list(state.members(winners)),
            moves=[(int(seat), int(action)) for seat, action in self._moves[:made]],
        )

    def _memory_for(self, simulations: int) -> Any:
        from seaboard.bots.memory import SearchMemory

        if self._memory is None or len(self._memory.branches) < 2 * simulations:
            self._memory = SearchMemory(self.game, simulations=max(simulations, 1))
        return self._memory
