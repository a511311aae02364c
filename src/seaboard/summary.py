"""The summary of a finished match: the ranking, what decided it, how the scores grew, and its best moments.

Everything is made from what everybody saw, and from the scores that the rules give.
"""

from dataclasses import dataclass
from typing import Any

from seaboard.chronicle import Chronicle, Moment, Sentence
from seaboard.errors import SeaboardError
from seaboard.match import Match

MOST_MOMENTS = 4


@dataclass(frozen=True)
class Rank:
    """One line of the ranking: a player, a team, or an AI that played along."""

    entries: list[int]
    """By place in `scores`."""
    place: int
    """From 1; those who share it have the same."""
    score: int


@dataclass(frozen=True)
class Summary:
    """The summary of a finished match."""

    ranking: list[Rank]
    decided: list[Sentence]
    """Why the winner won, the last tie-break included."""
    totals: list[list[int]]
    """Every score after each round."""
    moments: list[Moment]


def summary(match: Match) -> Summary:
    """Sum up a match that is over."""
    if not match.over:
        raise SeaboardError("only a finished match has a summary")
    told = chronicle(match)
    game = match.game.summary
    decided = game.decided(told) if game else []
    moments = sorted(game.moments(told)[:MOST_MOMENTS], key=lambda moment: moment.number) if game else []
    return Summary(rank(_sides(match, told), match.scores, match.winners), decided, told.totals, moments)


def places(match: Match) -> list[int]:
    """The place of each entry of the scores in a match that is over, from 1: members of a team share theirs."""
    found = {entry: one.place for one in rank(sides(match), match.scores, match.winners) for entry in one.entries}
    return [found[entry] for entry in range(len(match.scores))]


def sides(match: Match) -> list[list[int]]:
    """Return who scores together, by index in the scores: teams, or each for themselves."""
    return _sides(match, chronicle(match))


def _sides(match: Match, told: Chronicle) -> list[list[int]]:
    game = match.game.summary
    return game.sides(told) if hasattr(game, "sides") else [[entry] for entry in range(len(match.scores))]


def chronicle(match: Match) -> Chronicle:
    """Retell a match from its beginning: it is played again, for the scores after each round."""
    again = match.from_start()
    events = [(0, event) for event in again.events(None)]
    totals: list[list[int]] = []
    for number, (seat, action) in enumerate(match.moves, start=1):
        again.play(seat, action)
        new = again.events(None, after=number - 1)
        if any(event["event"] == "round_began" for event in new) or again.over:
            totals.append(again.scores)
        events += [(number, event) for event in new]
    return Chronicle(events, totals, again.winners, again.view(None, memory=False)["table"])


def rank(sides: list[list[int]], scores: list[int], winners: list[int]) -> list[Rank]:
    """Rank the winners first, whatever their score, then by score; ties share a place."""

    def strength(side: list[int]) -> tuple[Any, ...]:
        return side[0] in winners, 0 if side[0] in winners else scores[side[0]]

    ordered = sorted(sides, key=strength, reverse=True)
    places = [1 + sum(strength(other) > strength(side) for other in sides) for side in ordered]
    return [Rank(side, place, scores[side[0]]) for side, place in zip(ordered, places, strict=True)]
