"""Messages on live sockets: what clients send, typed and checked, and how answers are written."""

import unicodedata
from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from seaboard.server.refusals import Refused

LARGEST = 4096
"""Characters in a message from a client."""
MOST_NUMBER = 2**31 - 1

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[!-~]+$")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=16, pattern=r"^[0-9a-z]+$")]
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST_NUMBER)]


class Play(msgspec.Struct, tag_field="type", tag="play", frozen=True):
    """Do an action."""

    id: Id
    match: Name
    number: Number
    action: Annotated[int, msgspec.Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)]


class TakeBack(msgspec.Struct, tag_field="type", tag="take_back", frozen=True):
    """Take the own last move back."""

    id: Id
    match: Name
    number: Number


class Chat(msgspec.Struct, tag_field="type", tag="chat", frozen=True):
    """Say something."""

    id: Id
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Return(msgspec.Struct, tag_field="type", tag="return", frozen=True):
    """Take the own covered seat back."""

    id: Id


class Ping(msgspec.Struct, tag_field="type", tag="ping", frozen=True):
    """Are you there."""

    id: Id


Message = Play | TakeBack | Chat | Return | Ping
read: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
write: Callable[[Any], bytes] = msgspec.json.Encoder().encode
"""A message as it goes into a frame."""


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
