"""Text that people type: names and chat."""

import unicodedata

from seaboard.characters import is_readable
from seaboard.server.refusals import Refused


def plain_text(text: str, *, longest: int, what: str) -> str:
    """Text a person typed, with spaces normalised; refused if empty, too long or unreadable."""
    if not is_readable(text):
        raise Refused("text.characters", status=422, what=what)
    tidy = " ".join(unicodedata.normalize("NFC", text).split())
    if not tidy or not any(unicodedata.category(ch)[0] in "LNPS" for ch in tidy):
        raise Refused("text.empty", status=422, what=what)
    if len(tidy) > longest:
        raise Refused("text.long", status=422, what=what, longest=longest)
    return tidy
