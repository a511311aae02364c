"""The shapes of a shuffle in messages, records and the database. `matches/shuffles.py` says what they mean."""

from typing import Annotated

from msgspec import Meta, Struct

MessageId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[!-~]+$")]
MatchId = Annotated[str, Meta(min_length=1, max_length=16, pattern=r"^[0-9a-z]+$")]
Fingerprint = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
"""A SHA-256 in hexadecimal digits."""
OwnBytes = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
"""Thirty-two random bytes of a person's, in hexadecimal digits."""


class Share(Struct, frozen=True):
    """A browser's part in a shuffle: the fingerprint of its bytes, and the bytes once it has revealed them."""

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
    """Fingerprints can no longer change: everyone in `shares` reveals their bytes now."""
    shares: list[Share]


class Commit(Struct, tag_field="type", tag="commit", frozen=True):
    """Commit to your bytes for the table's next match with their SHA-256, before anybody's are revealed."""

    id: MessageId
    match: MatchId
    commitment: Fingerprint


class Reveal(Struct, tag_field="type", tag="reveal", frozen=True):
    """Reveal your bytes, when `coming.dealing` says so; they are left out if they don't come within 3 seconds."""

    id: MessageId
    match: MatchId
    bytes: OwnBytes


class ShuffleRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Your browser's part in a shuffle announced by `POST /api/shuffle`: 32 random bytes, in hexadecimal digits."""

    match: MatchId
    commitment: Fingerprint
    bytes: OwnBytes
