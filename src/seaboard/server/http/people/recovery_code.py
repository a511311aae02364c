"""Recovery codes, to be written on paper and typed again, perhaps in a hurry.

Nineteen random characters and one that catches every single typo and every swap of neighbours. With 94 random bits, a code can't be
guessed, and its plain SHA-256 can be stored.
"""

import secrets

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without those that look alike: 0 and O, 1 and I and L. There are 31, a prime, so that the last character catches mistakes."""
LENGTH = 20
GROUP = 4


def new_code() -> str:
    """Make a code, shown in groups of four."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH - 1))
    return show(code + _last(code))


def read(typed: str) -> str | None:
    """Read a typed code, whatever its case, spaces and dashes; None if it is invalid."""
    code = "".join(ch for ch in typed.upper() if ch.isalnum())
    is_code = len(code) == LENGTH and all(ch in LETTERS for ch in code) and _last(code[:-1]) == code[-1]
    return code if is_code else None


def show(code: str) -> str:
    """A code in groups."""
    return "-".join(code[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def _last(code: str) -> str:
    """Return the check character: the sum of all characters, each times its place, is a multiple of 31."""
    total = sum(place * LETTERS.index(ch) for place, ch in enumerate(code, 1))
    return LETTERS[-total * pow(LENGTH, -1, len(LETTERS)) % len(LETTERS)]
