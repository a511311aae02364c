"""Recovery codes: to be written on paper and typed again, by somebody who may be in a hurry.

Nineteen random characters and one that catches every single mistake and every two neighbours that changed places. With 94
random bits, nobody guesses one, and its SHA-256 can be stored as it is.
"""

import secrets

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without those that look alike: 0 and O, 1 and I and L. There are 31, a prime, so that the last character catches mistakes."""
LENGTH = 20
GROUP = 4


def new_code() -> str:
    """A code as it is shown: in groups of four."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH - 1))
    return show(code + _last(code))


def read(typed: str) -> str | None:
    """The code that somebody typed, whatever its case, spaces and dashes; None if it can't be one."""
    code = "".join(ch for ch in typed.upper() if ch.isalnum())
    is_code = len(code) == LENGTH and all(ch in LETTERS for ch in code) and _last(code[:-1]) == code[-1]
    return code if is_code else None


def show(code: str) -> str:
    """A code in groups."""
    return "-".join(code[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def _last(code: str) -> str:
    """The last character: all of them, each times its place, add up to a multiple of 31."""
    total = sum(place * LETTERS.index(ch) for place, ch in enumerate(code, 1))
    return LETTERS[-total * pow(LENGTH, -1, len(LETTERS)) % len(LETTERS)]
