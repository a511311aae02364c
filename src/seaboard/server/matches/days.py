"""The secrets of the deals of the day.

Each day has a key, derived from a secret of the server and the date; every game's seed and seat are derived from the key. Its hash is
published before the day begins, and the key itself when the day is over: so everybody can check that the cards were fixed in advance, and
nobody can know them, or those of any other day.
"""

import datetime
import hashlib
import hmac

from seaboard.errors import BadRecord


def day_of(at: float) -> str:
    """Return the day of a time in UTC, like 2026-11-16."""
    return datetime.datetime.fromtimestamp(at, datetime.UTC).date().isoformat()


def day_after(day: str, days: int = 1) -> str:
    """Return the next day, or the one this many days later."""
    return (datetime.date.fromisoformat(day) + datetime.timedelta(days)).isoformat()


def end_of(day: str) -> float:
    """When a day ends."""
    return datetime.datetime.fromisoformat(day_after(day)).replace(tzinfo=datetime.UTC).timestamp()


def streak(days: list[str], today: str) -> int:
    """Count the days in a row among these (latest first), up to today, or up to yesterday if today is missing so far."""
    wanted = today if days and days[0] == today else day_after(today, -1)
    count = 0
    for day in days:
        if day != wanted:
            break
        count, wanted = count + 1, day_after(wanted, -1)
    return count


def key_of(secret: bytes, day: str) -> str:
    """A day's key."""
    return hmac.new(secret, f"seaboard-day:{day}".encode(), hashlib.sha256).hexdigest()


def commitment_to(day: str, key: str) -> str:
    """Return the published commitment to a day's key."""
    return hashlib.sha256(f"seaboard-day:{day}:{key}".encode()).hexdigest()


def seed_of(key: str, game: str) -> str:
    """The seed of a game's deal of the day: 32 hexadecimal digits."""
    return _made(key, f"seed:{game}")[:32]


def seat_of(key: str, game: str, seats: int) -> int:
    """The seat that everybody has in a game's deal of the day."""
    return int(_made(key, f"seat:{game}"), 16) % seats


def _made(key: str, what: str) -> str:
    return hmac.new(bytes.fromhex(key), what.encode(), hashlib.sha256).hexdigest()


def check(day: str, commitment: str, key: str, *, game: str, seed: str) -> None:
    """Check that a revealed key is the one committed to and gives a match's seed; BadRecord if not."""
    try:
        made, given = commitment_to(day, key), seed_of(key, game)
    except ValueError as error:
        raise BadRecord(f"a day's key is 64 hexadecimal digits, not {key!r}") from error
    if made != commitment.strip().lower():
        raise BadRecord(f"the key of {day} does not match its commitment: published {commitment!r}, but the key gives {made!r}")
    if given != seed:
        raise BadRecord(f"the key of {day} gives another deal: its seed is {given}, but the match has {seed}")
