"""Puzzles, found in matches between bots: moments at which one move is clearly the best, and weak bots miss it.

Cheap searches reject most moments; a long search judges the rest, trying every legal move equally often and knowing no more than the seat.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from seaboard import bots, hints, state
from seaboard.arena import contest
from seaboard.arena.checkpoint import append, load
from seaboard.arena.workers import spread
from seaboard.bots.memory import SearchMemory
from seaboard.bots.specs import Spec
from seaboard.compiled import twin
from seaboard.game import Game
from seaboard.games import find
from seaboard.hints import Reason
from seaboard.kernels.dice import first
from seaboard.match import Match
from seaboard.puzzles.model import Puzzle
from seaboard.review.decisions import Judge
from seaboard.review.model import Alternative

FORMAT = 1
PLAYER = "search:100"
GLANCE, LOOK = 1_000, 6_000
"""Simulations of the searches that sort out most moments."""
LIKELY = 0.085
"""A gap that short searches must see, for a long one to be worth its time."""
GAP = 0.10
WEAK, STRONG = (100,) * 5, (1_000,) * 3
"""Simulations of the searches that are asked how hard a puzzle is."""
MOST_SEATS = 4
MOST_PER_MATCH = 3
DEALS = 4_000
"""In which the answer and the next best move are played to tell what differs."""
AHEAD = 4_000
"""Matches that are planned at a time; far more than a run plays."""


@dataclass(frozen=True)
class Plan:
    """Which puzzles to find. Everything about them follows from this."""

    game: str
    seed: int = 0
    simulations: int = 100_000
    seats: int | None = None
    """None: two, three and four seats in turn, as far as the game has them."""
    options: Mapping[str, Any] = field(default_factory=dict)
    missed: int = 3
    """How many of five searches of 100 simulations must miss the answer, beside the one that played the match."""

    def header(self) -> dict[str, Any]:
        """Return the header of the results file."""
        return {"seaboard_puzzles": FORMAT, "rules": find(self.game).version, **asdict(self)}


def make(
    plan: Plan, file: Path, *, count: int, workers: int = 1, ray: str | None = None, progress: Callable[[int, int], None] | None = None
) -> list[Puzzle]:
    """Search matches until there are at least this many puzzles; matches already in the file are not searched again.

    `progress` is told how many puzzles there are, and in how many matches they were found.
    """
    rows = load(file, plan.header())
    found = [as_puzzle(plan, made) for row in rows for made in row["puzzles"]]
    seen = {row["match"] for row in rows}
    if progress:
        progress(len(found), len(seen))
    if len(found) < count:
        pieces = [(plan, number) for number in range(max(seen, default=0) + AHEAD) if number not in seen]
        for place, puzzles in spread(search_match, pieces, workers=workers, ray=ray):
            append(file, {"match": pieces[place][1], "puzzles": puzzles})
            found += [as_puzzle(plan, made) for made in puzzles]
            seen.add(pieces[place][1])
            if progress:
                progress(len(found), len(seen))
            if len(found) >= count:
                break
    return sorted(found, key=lambda puzzle: (puzzle.difficulty, puzzle.id))


def as_puzzle(plan: Plan, made: dict[str, Any]) -> Puzzle:
    """A puzzle from a row of the file."""
    return Puzzle(game=plan.game, rules=find(plan.game).version, **made)


def search_match(plan: Plan, number: int) -> list[dict[str, Any]]:
    """The puzzles of one match, as plain data. They depend on the plan and the match's number alone."""
    game = find(plan.game)
    tables = [plan.seats] if plan.seats else [seats for seats in game.seats if 2 <= seats <= MOST_SEATS]
    seats = tables[number % len(tables)]
    digest = hashlib.blake2b(f"{plan.seed} {plan.game} {number}".encode(), digest_size=24).digest()
    seed, dice = int.from_bytes(digest[:16], "big"), int.from_bytes(digest[16:], "big")
    played = contest.play(game, [Spec.read(PLAYER, game=game.name)] * seats, seed=seed, bots_seed=dice, options=plan.options)
    puzzles: list[dict[str, Any]] = []
    for moves, answer in _candidates(Match(game, seats=seats, seed=seed, options=plan.options), played.moves):
        match = Match(game, seats=seats, seed=seed, options=plan.options)
        puzzle = _puzzle(plan, match, played.moves[:moves], seat=played.moves[moves][0], answer=answer)
        puzzles += [puzzle] if puzzle else []
        if len(puzzles) == MOST_PER_MATCH:
            break
    return puzzles


def _candidates(match: Match, moves: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Find where short searches prefer a move that neither the player nor the simple strategy chose, and that move."""
    game = match.game
    glance = _glance(game)
    states = twin(game).blank(1)
    states[0] = state.to_record(match.plain_state())
    rules = twin(game).rules
    for number, (seat, action) in enumerate(moves):
        # early in a match hardly any move matters so much
        answer = glance.better(states, seat, action, dice=match.seed + number) if number >= len(moves) // 2 else None
        if answer is not None:
            yield number, answer
        rules.apply(states[0], seat, action, None)


class _Glance:
    """Short searches of positions, straight from records."""

    def __init__(self, game: Game) -> None:
        self._advise = twin(game).kernel("advise")
        self._known = twin(game).blank(1)
        self._memory = SearchMemory(game, simulations=LOOK)
        self._out = np.zeros(game.state.ACTIONS, np.int64)
        self._rules = twin(game).rules

    def better(self, states: Any, seat: int, played: int, *, dice: int) -> int | None:
        """The answer, if a puzzle may be here."""
        count = self._rules.legal_actions(states[0], seat, self._out)
        if count < 2:
            return None
        simple = self._advise.simple(states, seat, self._known, self._out)
        memory, root = self._memory, self._known[0]
        memory.notes["dice"] = first(dice)
        memory.trust({})
        memory.begin(GLANCE)
        memory.think(root, seat, GLANCE)
        best = memory.best_action(root, seat)
        if best in (simple, played) or memory.notes["high"] - memory.notes["low"] < 2 * GAP:
            return None
        legal = memory.out[:count].tolist()
        memory.trust(dict.fromkeys(legal, 1 / count))
        memory.notes["trust"] = 1e9
        memory.begin(LOOK)
        memory.think(root, seat, LOOK)
        memory.best_action(root, seat)
        values = dict(zip(legal, memory.values[:count].tolist(), strict=True))
        first_best, next_best = sorted(values.values(), reverse=True)[:2]
        best = max(values, key=values.__getitem__)
        return best if best not in (simple, played) and first_best - next_best >= LIKELY else None


@cache
def _glance(game: Game) -> _Glance:
    return _Glance(game)


@cache
def _judge(game: Game, simulations: int) -> Judge:
    return Judge(game, simulations=simulations)


def _puzzle(plan: Plan, match: Match, moves: list[tuple[int, int]], *, seat: int, answer: int) -> dict[str, Any] | None:
    """Return the puzzle after these moves of a match, if it is one. The slowest checks come last."""
    game = match.game
    for who, action in moves:
        if match.to_act[0] != who:
            return None  # a puzzle doesn't store seats: the lowest one to act goes first
        match.play(who, action)
    if match.to_act[0] != seat:
        return None
    view = match.view(seat)
    weak = misses(game, view, answer, WEAK)
    if weak < plan.missed or bots.make("simple", game).choose(view) == answer:
        return None
    found = judge(game, view, plan.simulations)
    gap, error = gap_of(found[0], found[1])
    if found[0].action != answer or gap < GAP or gap < GAP / 2 + 4 * error:
        return None
    missed = weak + misses(game, view, answer, STRONG)
    return {
        "seats": match.seats,
        "options": {name: value for name, value in match.options.items() if value != game.check_options(match.seats, {})[name]},
        "seed": f"{match.seed:032x}",
        "actions": [action for _, action in moves],
        "seat": seat,
        "answer": answer,
        "values": {str(a.action): round(a.value or 0.0, 4) for a in found},
        "gap": round(gap, 4),
        "error": round(error, 4),
        "misses": missed / len(WEAK + STRONG),
    }


def misses(game: Game, view: dict[str, Any], answer: int, searches: tuple[int, ...]) -> int:
    """Count the searches, with this many simulations each, that miss an answer."""
    choices = (bots.make("search", game, simulations=count, seed=seed).choose(view) for seed, count in enumerate(searches))
    return sum(choice != answer for choice in choices)


def judge(game: Game, view: dict[str, Any], simulations: int) -> list[Alternative]:
    """What each legal action of a view is worth, the best first."""
    decision = _judge(game, simulations).judge(view, next(iter(view["legal"].values())), number=0, turn=0)
    assert decision is not None, "a puzzle has a choice"
    return decision.alternatives


def gap_of(best: Alternative, second: Alternative) -> tuple[float, float]:
    """Return how much more the best is worth than the second, and the standard error of that."""
    assert best.value is not None
    assert second.value is not None
    assert best.error is not None
    assert second.error is not None
    return best.value - second.value, float(np.hypot(best.error, second.error))


def with_reasons(puzzles: list[Puzzle]) -> list[Puzzle]:
    """The same puzzles, each with what makes its answer better than the next best move."""
    return [replace(puzzle, reason=_reason(puzzle)) for puzzle in puzzles]


def _reason(puzzle: Puzzle) -> Reason:
    best, second = sorted(puzzle.values.items(), key=lambda item: -item[1])[:2]
    view = puzzle.match().view(puzzle.seat)
    return hints.explain(find(puzzle.game), view, int(best[0]), int(second[0]), deals=DEALS) or hints.by_chances(best[1], second[1])
