"""Which characters are readable text: what people type is shown to others."""

import unicodedata

# Characters that change the direction of the text around them: a name could overwrite its neighbours.
_TURNING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
# Characters without width, by which two names can look the same; these are needed inside words and emoji.
_JOINING = {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}
# Letters and signs that are invisible.
_BLANK = set("\u115f\u1160\u2800\u3164\uffa0")
_MARKS = {"Mn", "Me"}
MOST_MARKS = 3
"""Accents on one letter, as some scripts need; more of them would cover the lines above and below."""


def is_readable(text: str) -> bool:
    """Whether every character is readable: no control characters, none that change the text direction, none unassigned or unseen, and no
    towers of accents.
    """
    marks = 0
    for character in text:
        kind = unicodedata.category(character)
        if kind in _UNSEEN or character in _TURNING or character in _BLANK or (kind == "Cf" and character not in _JOINING):
            return False
        marks = marks + 1 if kind in _MARKS else 0
        if marks > MOST_MARKS:
            return False
    return True
