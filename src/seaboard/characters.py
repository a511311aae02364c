"""Which characters are readable text: what people type is shown to others."""

import unicodedata

# Characters that change the direction of the text around them: a name could overwrite its neighbours.
_TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}


def is_readable(text: str) -> bool:
    """Whether every character is readable: no control characters, none that change the text direction, none unassigned."""
    return not any(unicodedata.category(character) in _UNSEEN or character in _TURNING for character in text)
