"""The language of a request, among those that Seaboard has."""

from seaboard.locales import LANGUAGES

LONGEST = 200
"""Characters of a header that are looked at."""


def asked_for(header: str | None) -> str | None:
    """Return the available language that an Accept-Language header prefers; None if it names none of them."""
    best, liked = None, 0.0
    for part in (header or "")[:LONGEST].split(","):
        tag, _, weight = part.strip().partition(";")
        language = tag.strip().lower()[:2]
        try:
            quality = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if language in LANGUAGES and quality > liked:
            best, liked = language, quality
    return best
