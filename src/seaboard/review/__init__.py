"""A record in; decisions, luck and the story out.

A decision is valued from what the seat knew. Luck is what deals, draws and thefts did to everybody's chances; it is split from play
so that the parts add up to the result to the last digit.
"""

from seaboard.review.making import review
from seaboard.review.model import Alternative, Decision, Review, SeatReview, Step, TurningPoint

__all__ = ["Alternative", "Decision", "Review", "SeatReview", "Step", "TurningPoint", "review"]
