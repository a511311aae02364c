"""How a match's seed is made, so that nobody has to trust anybody; docs/shuffles.md explains it for those who want to check.

The server commits to a secret, each browser to its own bytes; only then are the bytes revealed, and the seed is the hash of them all.
Anyone who has added bytes knows that nobody chose the cards, however many others collude.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from seaboard.errors import BadRecord
from seaboard.server.shuffle_parts import Share
from seaboard.server.storage.ids import commitment_to
from seaboard.server.storage.rows import Shuffle


def secret_of(key: bytes, match: str) -> str:
    """Return the server's secret for a match: it is derived from the key, so it needn't be stored before the match begins."""
    return hmac.new(key, match.encode(), hashlib.sha256).hexdigest()


def commitment_to_secret(secret: str) -> str:
    """Return what the server publishes about its secret before anybody reveals their bytes."""
    return _sha256(f"seaboard-secret:{secret}")


def commitment_to_bytes(match: str, own: str) -> str:
    """Return what a browser sends about its bytes before anybody reveals theirs."""
    return _sha256(f"seaboard-bytes:{match}:{own}")


def seed_of(match: str, secret: str, shares: Sequence[Share]) -> str:
    """The seed, as 32 hexadecimal digits: the first half of a hash of the server's secret and all revealed bytes, by seat."""
    revealed = "".join(f":{share.seat}={share.bytes}" for share in sorted(shares, key=lambda one: one.seat) if share.bytes)
    return _sha256(f"seaboard-deal:{match}:{secret}{revealed}")[:32]


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def check(record: Mapping[str, Any], commitment: str | None) -> list[int]:
    """Check a record's seed against what was published before the deal: the seats whose bytes are in it. BadRecord if it fails."""
    published = record.get("commitment")
    if published is None and commitment is None:
        raise BadRecord("the record has no commitment, so its shuffle can't be checked; otherwise it replays correctly")
    seed = f"{int(record['seed'], 16):032x}"
    if "shuffle" not in record:  # older matches, whose seed the server drew alone; and practice
        _compare(commitment_to(seed), (published, commitment), "the seed")
        return []
    match = record.get("match")
    try:
        shuffle = msgspec.convert(record["shuffle"], Shuffle)
    except msgspec.ValidationError as error:
        raise BadRecord(f"the record's 'shuffle' can't be read: {error}") from error
    if not isinstance(match, str):
        raise BadRecord("the record lacks 'match', which is part of what was hashed")
    _compare(commitment_to_secret(shuffle.secret), (published, commitment), "the server's secret")
    for share in shuffle.shares:
        if share.bytes is not None:
            _compare(commitment_to_bytes(match, share.bytes), (share.commitment,), f"what seat {share.seat} revealed")
    made = seed_of(match, shuffle.secret, shuffle.shares)
    if made != seed:
        raise BadRecord(f"the seed is {seed!r}, but the server's secret and the revealed bytes give {made!r}")
    return sorted(share.seat for share in shuffle.shares if share.bytes)


def _compare(made: str, claims: Sequence[Any], what: str) -> None:
    for claimed in claims:
        if claimed is not None and (not isinstance(claimed, str) or claimed.strip().lower() != made):
            raise BadRecord(f"{what} does not match the commitment: published {claimed!r}, but it gives {made!r}")
