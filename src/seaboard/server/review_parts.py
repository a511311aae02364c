"""The parts of a review, as they are sent while it is made."""

from msgspec import Struct

from seaboard.review.model import Decision, Review, SeatReview, Step
from seaboard.server.protocol import Reason


class ReviewWaits(Struct, tag_field="type", tag="waits", frozen=True):
    """Other reviews come first: this one's place in the queue, 1 being next."""

    place: int


class ReviewGoes(Struct, tag_field="type", tag="goes", frozen=True):
    """Progress in the match's moves; `decisions` are those judged since the last such message."""

    done: int
    total: int
    decisions: list[Decision]


class ReviewChances(Struct, tag_field="type", tag="chances", frozen=True):
    """Everybody's rough chances after each move; the review itself has better ones."""

    seats: list[SeatReview]
    steps: list[Step]


class ReviewDone(Struct, tag_field="type", tag="review", frozen=True):
    """The whole review; nothing follows."""

    seat: int | None
    """Whose decisions were judged."""
    review: Review


class ReviewFailed(Struct, tag_field="type", tag="failed", frozen=True):
    """It could not be made; nothing follows."""

    reason: Reason


ReviewPart = ReviewWaits | ReviewGoes | ReviewChances | ReviewDone | ReviewFailed
