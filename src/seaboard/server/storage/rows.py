"""Stored data as typed values: people's devices and passkeys, tables with their chairs, matches and entries."""

import time
from typing import Any

import msgspec

from seaboard.server.deal_parts import DealKind
from seaboard.server.protocol import ChairKind, CoveredWhy, Ended, Stage
from seaboard.server.shuffle_parts import Share


class Device(msgspec.Struct, frozen=True):
    """A browser in which a person is signed in."""

    id: str
    person: str
    browser: str
    system: str
    made: float
    seen: float


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of a person, for one site."""

    id: str
    person: str
    credential_id: bytes
    public_key: bytes
    site: str
    uses: int
    browser: str
    system: str
    made: float
    used: float


class Chair(msgspec.Struct):
    """A place at a table: empty, a person's, or a bot's."""

    person: str | None = None
    name: str = ""
    level: str | None = None  # of the bot that sits here or covers
    covered: CoveredWhy | None = None  # why a bot plays for this person
    resigned: bool = False
    gave_up: str | None = None  # who gave this seat to its bot in this match, which still counts for them
    bot: bool = False  # the person is a bot account, or was, before the seat was given up

    @property
    def kind(self) -> ChairKind:
        """What sits here."""
        return "person" if self.person else "bot" if self.level else "empty"

    @property
    def is_driven(self) -> bool:
        """Whether a bot plays this seat now."""
        return self.covered is not None if self.person else self.level is not None


class Result(msgspec.Struct, frozen=True):
    """How a match of a table ended, and who sat where then."""

    match: str
    ended: Ended
    at: float
    winners: list[int]
    people: list[str | None]
    names: list[str]  # "" for a bot that was never anybody's
    scores: list[int] = []  # by seat; unknown of matches that ended long ago


class Practice(msgspec.Struct, frozen=True):
    """The moment of a finished match that a practice table plays on from, and that match's result."""

    match: str
    moves: int
    scores: list[int]
    winners: list[int]
    places: list[int] = []  # of each entry of the scores; unknown at tables last written by older servers


class SharedDeal(msgspec.Struct, frozen=True):
    """The deal that a table is played with, if others play it too."""

    id: str
    kind: DealKind
    day: str | None = None


class Duplicate(msgspec.Struct, frozen=True):
    """One table's part in a duplicate: the other has the same cards, with the sides in each other's seats."""

    number: int  # of this table: 0 or 1
    other: str
    units: list[list[int]]  # the seats that score together: single seats, or teams
    level: str  # of the bots on free chairs
    next: str | None = None  # at the first table: the next duplicate of the same people

    @property
    def sides(self) -> list[int | None]:
        """By seat which side sits there; None for the bots of a unit without a counterpart."""
        paired = len(self.units) - len(self.units) % 2
        sides = {seat: (unit + self.number) % 2 for unit, seats in enumerate(self.units[:paired]) for seat in seats}
        return [sides.get(seat) for seat in range(sum(map(len, self.units)))]

    def totals(self, scores: list[int]) -> list[int]:
        """Return what each side has scored at this table; a team's points count once."""
        sides, totals = self.sides, [0, 0]
        for seats in self.units:
            side = sides[seats[0]]
            if side is not None:
                totals[side] += scores[seats[0]]
        return totals

    def after(self, seat: int) -> tuple[int, int]:
        """Return a person's table and seat in the next duplicate: on the same side, in their partner's place."""
        unit = next(number for number, seats in enumerate(self.units) if seat in seats)
        partner = self.units[unit ^ 1]
        return 1 - self.number, partner[min(self.units[unit].index(seat), len(partner) - 1)]


class Coming(msgspec.Struct):
    """A table's next match: its id, the fingerprint of the server's secret, and what people's browsers add to the shuffle."""

    match: str
    commitment: str
    commitments: dict[str, str] = {}  # to their bytes, by person
    revealed: dict[str, str] = {}  # their bytes, by person: secret until the cards are dealt
    until: float | None = None  # while dealing: until when people may reveal their bytes
    awaited: list[str] = []

    @property
    def is_revealed(self) -> bool:
        """Whether everyone who is waited for has revealed their bytes."""
        return all(person in self.revealed for person in self.awaited)


class Shuffle(msgspec.Struct, frozen=True):
    """What a match's seed was made of."""

    secret: str  # the server's
    shares: list[Share]


class Table(msgspec.Struct, kw_only=True):
    """A table, as it is stored."""

    id: str
    game: str
    seats: int
    options: dict[str, Any]
    maker: str
    maker_name: str
    made: float = msgspec.field(default_factory=time.time)
    chairs: list[Chair]
    public: bool = False
    clock: float | None = None
    memory_aid: bool = False
    chat: bool = True
    hints: bool = False  # a person who plays against bots alone may ask for the best move
    stage: Stage = "open"
    match: str | None = None
    matches: list[str] = []
    results: list[Result] = []
    banned: list[str] = []
    quiet: list[str] = []  # people who want no notifications of this table
    rematch: list[int] = []  # the seats whose people want one
    resumed: float = 0.0  # when a person came back to a paused match: clocks start then
    language: str | None = None  # that its host's browser asked for, for those whose own is not known
    practice: Practice | None = None  # what this table plays on from; such matches don't count
    deal: SharedDeal | None = None  # with `practice` set: the same deal again, which doesn't count
    duplicate: Duplicate | None = None
    coming: Coming | None = None  # the next match; None at tables from before shuffles were shared, until something changes
    version: int = 1

    @property
    def is_first_try(self) -> bool:
        """Whether this is a person's one try at a shared deal, without take-backs and hints."""
        return self.deal is not None and self.practice is None

    def seat_of(self, person: str | None) -> int | None:
        """Where a person sits."""
        if person is not None:
            for seat, chair in enumerate(self.chairs):
                if chair.person == person:
                    return seat
        return None

    @property
    def is_paused(self) -> bool:
        """Whether the match is paused, with clocks and bots, because bots would play for every person; programs wait for people, too."""
        if self.stage != "playing":
            return False
        for chair in self.chairs:
            if chair.person and not chair.bot and not chair.covered:
                return False  # fast path: nearly always taken, several times per move
        seated = [chair for chair in self.chairs if chair.person]
        people = [chair for chair in seated if not chair.bot] or seated
        return bool(people) and all(chair.covered for chair in people)

    @property
    def is_among_programs(self) -> bool:
        """Whether only bot accounts sit here, so that moves needn't be slow enough to follow."""
        people = [chair for chair in self.chairs if chair.person]
        return bool(people) and all(chair.bot for chair in people)

    @property
    def has_free_chair(self) -> bool:
        """Whether there is a free chair."""
        return any(chair.kind == "empty" for chair in self.chairs)

    @property
    def people(self) -> list[str]:
        """Who sits here."""
        return [chair.person for chair in self.chairs if chair.person]

    @property
    def named(self) -> set[str]:
        """Return everyone whose id is stored here."""
        coming = self.coming
        found = {self.maker, *self.people, *self.banned, *self.quiet, *(chair.gave_up for chair in self.chairs)}
        found.update(*(result.people for result in self.results))
        found |= {*coming.commitments, *coming.revealed, *coming.awaited} if coming else set()
        return {person for person in found if person}


class Finished(msgspec.Struct, frozen=True):
    """A finished match for histories and ratings; its people are in the histories."""

    match: str
    game: str
    at: float
    ended: Ended
    names: list[str]  # by seat; "" for a bot that was never anybody's
    levels: list[str | None]  # of the bots; None for a person, also for one who gave the seat up
    winners: list[int]
    scores: list[int]
    moves: int
    gave_up: list[int] = []  # the seats whose people did
    sides: list[list[int]] = []  # who scores together; empty unless it has been rated
    before: list[tuple[float, float]] = []  # mean and spread of each seat's rating before it, likewise


class Subscription(msgspec.Struct, frozen=True):
    """How to notify a device: where, with which keys, and in which language."""

    device: str
    endpoint: str
    key: bytes
    auth: bytes
    language: str
    origin: str | None = None
    failures: int = 0


class MatchRow(msgspec.Struct):
    """A match, without its entries."""

    id: str
    table: str
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: str
    commitment: str
    started: float
    names: list[str]
    ended: Ended | None = None
    due: float | None = None
    origin: str | None = None  # the match that this one plays on from, with the same cards
    origin_moves: int = 0  # after so many of its moves, which are this one's first
    deal: str | None = None  # the shared deal that it is played with
    shuffle: Shuffle | None = None  # None if the server drew the seed alone (in old matches), or took that of another match
    hints: list[tuple[int, int]] = []
    """The hints that were given: to which seat, and before which move."""


class Entry(msgspec.Struct, frozen=True):
    """A move, or a take-back to the first `-1 - action` moves, at its place in a match."""

    match: str
    number: int
    seat: int
    action: int
    message: str | None
    at: float
    to_act: int | None = None
    """The seats that are to act after it, as bits: for those who list matches."""


class Deal(msgspec.Struct, frozen=True):
    """A deal that is played more than once."""

    id: str
    kind: DealKind
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: str
    chairs: list[str | None]
    """By seat the level of its bot, or None for a person's; in a duplicate, that of the bots in chairs that no person takes."""
    made: float
    day: str | None = None
    maker: str | None = None
    maker_name: str = ""
    tables: list[str] = []
    """Of a duplicate: the two that it is played at."""

    @property
    def seat(self) -> int:
        """The person's seat, or the first of them."""
        return self.chairs.index(None)

    @property
    def shared(self) -> SharedDeal:
        """The part stored with a table."""
        return SharedDeal(self.id, self.kind, self.day)


class Try(msgspec.Struct, frozen=True):
    """A person's one try at a shared deal."""

    deal: str
    person: str
    name: str
    seat: int
    table: str
    started: float
    day: str | None = None
    match: str | None = None
    ended: Ended | None = None
    at: float | None = None
    place: int | None = None
    margin: int | None = None
    score: int | None = None
