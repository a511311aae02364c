"""How well a seat did in a match, to compare people who had the same cards in that seat."""

from collections.abc import Sequence

from seaboard.summary import rank

MID = 0.5
"""What a tie counts for."""


def standings(scores: Sequence[int], winners: Sequence[int]) -> list[tuple[int, int, int]]:
    """For each entry of the scores its place, its margin and its score.

    The place counts first, as at the table; among equal places, how far the score is above or below the others' average: `margin` is that
    difference times the number of entries, which makes it a whole number.
    """
    places = {
        entry: one.place for one in rank([[entry] for entry in range(len(scores))], list(scores), list(winners)) for entry in one.entries
    }
    return [(places[entry], score * len(scores) - sum(scores), score) for entry, score in enumerate(scores)]


def better_than(place: int, margin: int, others: Sequence[tuple[int, int]]) -> float:
    """Return the share of the others, 0 to 1, that a result is better than, counting ties as half."""
    worse = sum((place, -margin) < (their_place, -their_margin) for their_place, their_margin in others)
    same = sum((place, margin) == other for other in others)
    return (worse + MID * same) / len(others)
