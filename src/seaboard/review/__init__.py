"""Reviews: from a record to decisions, luck and the story of a match.

A decision is valued from what the seat knew. Luck is what deals, draws and thefts did to everybody's chances; it is split from play
so that the parts add up to the result to the last digit.
"""

from typing import TYPE_CHECKING, Any

from seaboard.review.model import Alternative, Decision, Review, SeatReview, Step, TurningPoint

if TYPE_CHECKING:
    from seaboard.review.making import review

__all__ = ["Alternative", "Decision", "Review", "SeatReview", "Step", "TurningPoint", "review"]


def __getattr__(name: str) -> Any:
    """Import `review` when it is first used: it needs a compiler, which reading reviews does not."""
    if name == "review":
        from seaboard.review.making import review

        return review
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
