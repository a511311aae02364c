"""Tournaments: who meets whom on which deals, played, saved and resumed.

Every deal is played several times with the bots rotated through the seats, so that good cards favour nobody. The schedule and
all the dice come from one seed: the same plan gives the same results, in one process or in many, in one run or in
several.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from seaboard.arena import contest
from seaboard.arena.checkpoint import append, load
from seaboard.arena.workers import spread
from seaboard.bots.specs import Spec
from seaboard.errors import SeaboardError
from seaboard.games import find

MEETINGS = ("table", "pairs", "neighbours")
FORMAT = 1
GROUP = 4  # matches per work item


class BadTournament(SeaboardError):
    """A tournament that can't be played, or a file that holds another one."""


@dataclass(frozen=True)
class Fixture:
    """One match of the schedule."""

    table: int
    deal: int
    turn: int
    """Which of the table's seatings."""
    lineup: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """Everything that decides a tournament."""

    game: str
    bots: tuple[str, ...]
    seats: int
    deals: int
    seed: int = 0
    meeting: str = "table"
    options: Mapping[str, Any] = field(default_factory=dict)
    luck_adjusted: bool = False
    """Whether each bot's share of a win is counted without its luck: deals, draws and thefts."""

    def __post_init__(self) -> None:
        game = find(self.game)
        game.check_seats(self.seats)
        game.check_options(self.seats, self.options)
        for bot in self.bots:
            Spec.read(bot, game=game.name)
        if self.meeting not in MEETINGS:
            raise BadTournament(f"bots meet as one of: {', '.join(MEETINGS)}; not {self.meeting!r}")
        if self.deals < 1:
            raise BadTournament("a tournament needs at least one deal")
        if self.meeting == "table" and len(self.bots) != self.seats:
            raise BadTournament(
                f"a table of {self.seats} needs {self.seats} bots, not {len(self.bots)}: name one several times, or let pairs meet"
            )
        if self.meeting != "table" and (len(self.bots) < 2 or len(set(self.bots)) < len(self.bots)):
            raise BadTournament("pairs need two or more bots, each named once")

    @cached_property
    def tables(self) -> list[list[tuple[str, ...]]]:
        """For each meeting, its seatings: who sits where, in every rotation."""
        if self.meeting == "table":
            return [rotations(self.bots)]
        pairs = [(a, b) for i, a in enumerate(self.bots) for b in self.bots[i + 1 :]]
        if self.meeting == "neighbours":
            pairs = list(zip(self.bots, self.bots[1:], strict=False))
        return [seatings_of_two(a, b, self.seats) for a, b in pairs]

    def fixtures(self) -> Iterator[Fixture]:
        """Every match, in order: deal by deal, so that an unfinished tournament is a fair one of fewer deals."""
        for deal in range(self.deals):
            for table, seatings in enumerate(self.tables):
                for turn, lineup in enumerate(seatings):
                    yield Fixture(table, deal, turn, lineup)

    @property
    def matches(self) -> int:
        """How many matches there are."""
        return self.deals * sum(len(seatings) for seatings in self.tables)

    def header(self) -> dict[str, Any]:
        """What a results file says about its tournament; adding deals does not make it another tournament."""
        plan = {name: value for name, value in asdict(self).items() if name != "deals"}
        return {
            "seaboard_tournament": FORMAT,
            "rules": find(self.game).version,
            **plan,
            "bots": list(self.bots),
            "options": dict(self.options),
        }

    def digest(self) -> str:
        """A short name for the tournament."""
        return hashlib.blake2b(json.dumps(self.header(), sort_keys=True).encode(), digest_size=4).hexdigest()


def rotations(lineup: Sequence[str]) -> list[tuple[str, ...]]:
    """A lineup in every rotation; and mirrored, where that changes who sits left of whom."""
    found: list[tuple[str, ...]] = []
    for row in (tuple(lineup), tuple(reversed(lineup))):
        for shift in range(len(row)):
            turned = row[shift:] + row[:shift]
            if turned not in found:
                found.append(turned)
    return found


def seatings_of_two(a: str, b: str, seats: int) -> list[tuple[str, ...]]:
    """Two bots in alternate seats (as teams sit); over all seatings each has equally many seats."""
    if seats == 1:
        return [(a,), (b,)]
    return rotations([(a, b)[seat % 2] for seat in range(seats)]) + (
        rotations([(b, a)[seat % 2] for seat in range(seats)]) if seats % 2 else []
    )


@dataclass(frozen=True)
class Result:
    """A finished match of the schedule."""

    table: int
    deal: int
    turn: int
    lineup: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int
    luck: tuple[float, ...] = ()
    """Each seat's luck, if the tournament takes luck out."""
    lost: tuple[int, ...] = ()
    """How many moves of each seat an outside program lost."""

    @property
    def key(self) -> tuple[int, int, int]:
        """Its place in the schedule."""
        return self.deal, self.table, self.turn

    def shares(self) -> dict[str, float]:
        """The share of the win that each bot got, over all its seats."""
        found = dict.fromkeys(self.lineup, 0.0)
        for winner in self.winners:
            if winner < len(self.lineup):
                found[self.lineup[winner]] += 1 / len(self.winners)
        return found

    def luck_of(self, bot: str) -> float:
        """The luck of a bot's seats together; 0 if the tournament takes none out."""
        return sum(luck for name, luck in zip(self.lineup, self.luck, strict=False) if name == bot)


def play_fixture(plan: Plan, fixture: Fixture) -> Result:
    """Play one match of the schedule."""
    seed = _number(plan, f"deal {fixture.deal}", 16)
    bots_seed = _number(plan, f"bots {fixture.deal} {fixture.table} {fixture.turn}", 8)
    lineup = [Spec.read(bot, game=plan.game) for bot in fixture.lineup]
    outcome = contest.play(plan.game, lineup, seed=seed, bots_seed=bots_seed, options=plan.options)
    luck = _luck(plan, seed, bots_seed, outcome) if plan.luck_adjusted else ()
    return Result(
        table=fixture.table,
        deal=fixture.deal,
        turn=fixture.turn,
        lineup=fixture.lineup,
        scores=tuple(outcome.scores),
        winners=tuple(outcome.winners),
        moves=len(outcome.moves),
        luck=luck,
        lost=tuple(outcome.lost) if any(outcome.lost) else (),
    )


def _luck(plan: Plan, seed: int, dice: int, outcome: contest.Outcome) -> tuple[float, ...]:
    from seaboard.review.luck import walk

    game = find(plan.game)
    options = game.check_options(plan.seats, plan.options)
    walked = walk(game, seats=plan.seats, options=options, seed=seed, moves=outcome.moves, dice=dice, thorough=False)
    return tuple(walked.luck.sum(axis=0).tolist())


def _number(plan: Plan, purpose: str, size: int) -> int:
    return int.from_bytes(hashlib.blake2b(f"{plan.seed} {purpose}".encode(), digest_size=size).digest(), "big")


def run(
    plan: Plan, file: Path, *, workers: int = 1, ray: str | None = None, progress: Callable[[int, int], None] | None = None
) -> list[Result]:
    """Play the matches that are not in the file yet, append each to it, and return all results in order.

    `workers` are processes of this machine; `ray` is the address of a cluster to play on instead.
    """
    results = {result.key: result for result in saved(plan, file)}
    to_play = [f for f in plan.fixtures() if (f.deal, f.table, f.turn) not in results]
    if progress:
        progress(plan.matches - len(to_play), plan.matches)
    for result in _played(plan, to_play, workers, ray):
        append(file, asdict(result))
        results[result.key] = result
        if progress:
            progress(len(results), plan.matches)
    return [results[key] for key in sorted(results)]


def saved(plan: Plan, file: Path) -> list[Result]:
    """Return the results a file holds of a tournament; create the file if there is none."""
    return [result for result in map(_result, load(file, plan.header())) if result.deal < plan.deals]


def _result(row: dict[str, Any]) -> Result:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
    return Result(**values)


def _played(plan: Plan, fixtures: list[Fixture], workers: int, ray: str | None) -> Iterator[Result]:
    pieces = [(plan, fixtures[at : at + GROUP]) for at in range(0, len(fixtures), GROUP)]
    for _, results in spread(play_fixtures, pieces, workers=workers, ray=ray):
        yield from results


def play_fixtures(plan: Plan, fixtures: Sequence[Fixture]) -> list[Result]:
    """Play some matches of the schedule."""
    return [play_fixture(plan, fixture) for fixture in fixtures]
