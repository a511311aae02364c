"""Which characters are text to read: what people type is shown to others."""

import unicodedata

# Characters that turn the direction of the text around them: a name could write over its neighbours.
_TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}


def is_readable(text: str) -> bool:
    """Whether all characters are ones that people read: none that controls, turns the direction or means nothing."""
    return not any(unicodedata.category(character) in _UNSEEN or character in _TURNING for character in text)
