"""Text that people type: names and what they say."""

import unicodedata

from seaboard.server.refusals import Refused

# Characters that turn the direction of the text around them: a name could write over its neighbours.
_TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}


def plain_text(text: str, *, longest: int, what: str) -> str:
    """Text a person typed, spaces tidied; refused if empty, too long or with characters that aren't text."""
    if any(unicodedata.category(ch) in _UNSEEN or ch in _TURNING for ch in text):
        raise Refused("text.characters", status=422, what=what)
    tidy = " ".join(unicodedata.normalize("NFC", text).split())
    if not tidy or not any(unicodedata.category(ch)[0] in "LNPS" for ch in tidy):
        raise Refused("text.empty", status=422, what=what)
    if len(tidy) > longest:
        raise Refused("text.long", status=422, what=what, longest=longest)
    return tidy
