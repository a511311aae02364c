"""The shapes of a finished match's summary."""

from msgspec import Struct


class Rank(Struct, frozen=True):
    """One line of a ranking: a player, a team, or an AI that played along, by place in the scores."""

    entries: list[int]
    place: int
    score: int


class Sentence(Struct, frozen=True):
    """A key of the game's locales, or else of the page's, with its values (a text with a dot in it is a key itself)."""

    key: str
    values: dict[str, int | str]


class Moment(Struct, frozen=True):
    """A moment worth remembering, whose it is, and the move that brought it about."""

    key: str
    entries: list[int]
    number: int
    values: dict[str, int | str]


class Summary(Struct, frozen=True):
    """The summary of a finished match; `totals` are all scores after each round."""

    ranking: list[Rank]
    decided: list[Sentence]
    totals: list[list[int]]
    moments: list[Moment]
