"""Base classes for the types in every game's `shapes.py`."""

from msgspec import Struct


class Shape(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A structured value that a game sends."""


class EventShape(Shape, frozen=True, tag_field="event"):
    """An event; its tag is the event's name."""


class Reason(Shape, frozen=True):
    """Why something can't be done: a key of the locales, and its values."""

    key: str
    values: dict[str, str]
