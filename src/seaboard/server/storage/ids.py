"""Ids, tokens and seeds: unguessable, and short where a person may have to read them out."""

import hashlib
import re
import secrets

# No letters that look alike: an id may be read out over the phone.
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def new_id(kind: str) -> str:
    """An id of 75 random bits: `p` for a person, `t` a table, `m` a match, `s` a server process."""
    bits = secrets.randbits(75)  # all at once: each call lets other threads have Python's lock, and a busy one keeps it for a while
    return kind + "".join(LETTERS[bits >> place & 31] for place in range(0, 75, 5))


def new_token() -> str:
    """Make the value of a person's cookie: 256 random bits."""
    return secrets.token_urlsafe(32)


def fingerprint(token: str) -> bytes:
    """Return the hash of a token that is stored, so that a stolen database gives no access."""
    return hashlib.sha256(token.encode()).digest()


def new_seed() -> str:
    """A match's seed as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def commitment_to(seed: str) -> str:
    """Return the commitment to a seed, published before the first move."""
    return hashlib.sha256(f"seaboard-seed:{seed}".encode()).hexdigest()
