"""How a shuffle is told of: the shapes that messages, records and the database share. `matches/shuffles.py` says what they mean."""

from typing import Annotated

from msgspec import Meta, Struct

MessageId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[!-~]+$")]
MatchId = Annotated[str, Meta(min_length=1, max_length=16, pattern=r"^[0-9a-z]+$")]
Fingerprint = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
"""A SHA-256 in hexadecimal digits."""
OwnBytes = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
"""Thirty-two random bytes of a person's, in hexadecimal digits."""


class Share(Struct, frozen=True):
    """What a person's browser adds to a shuffle: the fingerprint of its bytes, and the bytes once it has revealed them."""

    seat: int
    commitment: str
    bytes: str | None
    """Null until the cards are dealt, and for good if they were not revealed in time: then they are left out."""


class Coming(Struct, frozen=True):
    """The shuffle of a table's next match."""

    match: str
    commitment: str
    """The fingerprint of the server's secret."""
    dealing: bool
    """No fingerprint changes any more: whoever is in `shares` reveals their bytes now."""
    shares: list[Share]


class Commit(Struct, tag_field="type", tag="commit", frozen=True):
    """Bind yourself to your bytes for the table's next match: `match` and the SHA-256 of them, before anybody's are revealed."""

    id: MessageId
    match: MatchId
    commitment: Fingerprint


class Reveal(Struct, tag_field="type", tag="reveal", frozen=True):
    """Reveal your bytes, when `coming.dealing` says so; they are left out if they don't come within 3 seconds."""

    id: MessageId
    match: MatchId
    bytes: OwnBytes


class ShuffleRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What your browser adds to a shuffle that `POST /api/shuffle` has announced: 32 random bytes, in hexadecimal digits."""

    match: MatchId
    commitment: Fingerprint
    bytes: OwnBytes
