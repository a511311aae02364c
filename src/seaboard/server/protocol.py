"""The protocol: every message on a live socket, and the shapes inside them. Pages, docs and checks are all made from these.

A game's own `table`, events and options are described in that game's `shapes.py`.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal, NotRequired, TypedDict, cast, get_args

import msgspec
from msgspec import Meta, Struct

from seaboard.server.deal_parts import TableDeal, TableDuplicate
from seaboard.server.shuffle_parts import Coming, Commit, MatchId, MessageId, Reveal, Share
from seaboard.server.versions import Hello

LARGEST = 4096
"""Characters in a message from a client."""
MOST_NUMBER = 2**31 - 1

Number = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
ActionNumber = Annotated[int, Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)]
Choice = bool | int | str
Options = dict[str, Choice]
Stage = Literal["open", "playing", "over"]
ChairKind = Literal["person", "bot", "empty"]
CoveredWhy = Literal["clock", "left"]
Ended = Literal["over", "abandoned"]
Reaction = Literal["ahoy", "well_played", "thanks", "wow", "oops", "laugh"]


# ---- Shapes inside messages ----------------------------------------------------------------------


class Reason(Struct, frozen=True):
    """Why something was refused: a key of the locales with its values, and the sentence in English."""

    key: str
    values: dict[str, str]
    text: str
    game: bool
    """Whether the key is in the game's own book."""


class Person(Struct, frozen=True, omit_defaults=True):
    """A guest, or (`bot`) an account of a program."""

    id: str
    name: str
    bot: bool = False


class You(Struct, frozen=True):
    """Who you are at a table; `seat` is null for a spectator, `notify` says whether your devices get notifications from this table."""

    id: str
    name: str
    seat: int | None
    maker: bool
    notify: bool


class Chair(Struct, frozen=True, omit_defaults=True):
    """A place at a table, and who sits there; `bot` is true if the person is a bot account, that is, a program."""

    seat: int
    kind: ChairKind
    id: str | None
    name: str
    connected: bool
    covered: CoveredWhy | None
    """Why a bot plays for this person until they return."""
    level: str | None
    """The level of the bot that sits here or covers."""
    resigned: bool
    bot: bool = False


class Standing(Struct, frozen=True):
    """How often a player has won in a series; `person` is null for the bots, which count as one side."""

    person: str | None
    name: str
    wins: int


class Series(Struct, frozen=True):
    """The matches that the same people have finished at a table in a row, and how often each has won."""

    matches: int
    standings: list[Standing]


class Practice(Struct, frozen=True):
    """The moment of a finished match that a table plays on from, with the same cards, and that match's result."""

    match: str
    moves: int
    scores: list[int]
    winners: list[int]
    places: list[int] = []
    """The place of each entry of the scores, from 1. Older servers don't say."""


class Table(Struct, frozen=True):
    """A table, as one person sees it."""

    id: str
    version: int
    game: str
    seats: int
    options: Options
    public: bool
    clock: float | None
    memory_aid: bool
    chat: bool
    hints: bool
    """A person who plays against bots alone here may ask for the best move."""
    stage: Stage
    paused: bool
    """Nobody is left but people for whom a bot would play: the match and its clocks wait until one of them is back."""
    maker: Person
    chairs: list[Chair]
    match: str | None
    matches: list[str]
    rematch: list[int]
    """The seats whose people want a rematch; it starts when all do."""
    series: Series | None
    """Null before the first match has ended, and once a new person sits here."""
    coming: Coming | None
    """The shuffle of the next match; null in lists, while a match is played, and where the cards are known before."""
    watching: int
    made: float
    practice: Practice | None
    """Null, except at a table for practice; its matches count for nothing."""
    deal: TableDeal | None
    """Null, except where others play the same cards; at a first try nothing can be taken back, and there are no hints."""
    duplicate: TableDuplicate | None
    """Null, except where a second table has the same cards, with the sides in each other's seats."""
    you: You | None


class Line(Struct, frozen=True):
    """A chat line at a table."""

    number: int
    person: str
    name: str
    text: str
    at: float


class Event(TypedDict):
    """Something that happened in a match; the other fields are the game's own."""

    event: str


class View(TypedDict):
    """Everything a seat may know now; `table` is the game's own, `memory` is present if the table has a memory aid."""

    game: str
    rules: int
    seat: int | None
    seats: int
    options: Options
    to_act: list[int]
    over: bool
    scores: list[int]
    winners: list[int]
    legal: dict[str, int]
    """What you may do now: each move as text, with the action to send."""
    table: dict[str, Any]
    memory: NotRequired[dict[str, Any]]


class BotMove(Struct, frozen=True):
    """A move that a bot made for a person: the next event about this seat, from the `at`-th on, is the bot's doing."""

    seat: int
    at: int
    """How many events of the match you had seen before."""


class Match(Struct, frozen=True, kw_only=True):
    """A match from its beginning, as a seat saw it."""

    id: str
    number: int
    seat: int | None
    commitment: str
    """The fingerprint of the server's secret; where `shares` is null, of the seed."""
    shares: list[Share] | None
    """What people's browsers have added to the shuffle; null in practice, and in matches from before browsers took part."""
    view: View
    events: list[Event]
    bot_moves: list[BotMove]
    left: dict[str, float]
    """Seconds left to act, by seat; empty without a clock."""
    take_back: bool
    ended: Ended | None
    seed: str | None
    secret: str | None
    """Both are revealed when the match has ended."""


# ---- From the client -----------------------------------------------------------------------------


class Play(Struct, tag_field="type", tag="play", frozen=True):
    """Play: `number` is the last one seen, `action` one of the values of `view.legal`."""

    id: MessageId
    match: MatchId
    number: Number
    action: ActionNumber


class QuickPlay(Play, tag_field="type", tag="play", frozen=True):
    """The same, read without patterns, which take longer than all the rest: to be made only if it `is_sound`."""

    id: Annotated[str, Meta(min_length=1, max_length=40)]
    match: str

    def is_sound(self, match: str | None) -> bool:
        """Whether its id fits the pattern, and it is for this match, whose id does."""
        return self.match == match and self.id.isascii() and self.id.isprintable() and " " not in self.id


class TakeBack(Struct, tag_field="type", tag="take_back", frozen=True):
    """Take back your last move and all after it; only while all others at the table are bots."""

    id: MessageId
    match: MatchId
    number: Number


class Chat(Struct, tag_field="type", tag="chat", frozen=True):
    """Send a chat line; for seated people and the host."""

    id: MessageId
    text: Annotated[str, Meta(min_length=1, max_length=200)]


class React(Struct, tag_field="type", tag="react", frozen=True):
    """Show a reaction at your seat for a moment; it is not stored."""

    id: MessageId
    reaction: Reaction


class Return(Struct, tag_field="type", tag="return", frozen=True):
    """Reclaim your covered seat."""

    id: MessageId


class Ping(Struct, tag_field="type", tag="ping", frozen=True):
    """Keep-alive ping."""

    id: MessageId


FromClient = Play | TakeBack | Chat | React | Return | Commit | Reveal | Ping


class Look(Struct, tag_field="type", tag="look", frozen=True):
    """The user sees the invitations: none of their devices is sent a push for another one."""


class Away(Struct, tag_field="type", tag="away", frozen=True):
    """The user doesn't see the invitations any more."""


FromReader = Look | Away
"""On the stream of a person's tables."""

# ---- From the server -----------------------------------------------------------------------------


class Snapshot(Struct, tag_field="type", tag="table", frozen=True):
    """Everything, on connecting and whenever anything but a move changes (chairs, stage, a new match, a take-back)."""

    table: Table
    match: Match | None
    chat: list[Line]


class Moved(Struct, tag_field="type", tag="moved", frozen=True, kw_only=True):
    """Moves were made: `events` and `bot_moves` are the new ones only, `view` replaces the one before."""

    match: str
    number: int
    events: list[Event]
    bot_moves: list[BotMove]
    view: View
    left: dict[str, float]
    take_back: bool
    ended: Ended | None
    seed: str | None
    secret: str | None


class Ack(Struct, tag_field="type", tag="ack", frozen=True):
    """Your message was carried out; `number` is the place of the move or of the chat line, else null."""

    id: str
    number: int | None


class Held(Struct, tag_field="type", tag="held", frozen=True):
    """Your message has not been answered yet, and why: it is kept, and its answer comes as soon as there is one."""

    id: str
    reason: Reason


class Refusal(Struct, tag_field="type", tag="refused", frozen=True):
    """Your message was refused, and why; for `play` and `take_back` with where the match stands, otherwise with nulls."""

    id: str
    reason: Reason
    match: str | None
    number: int | None
    view: View | None


class Chatted(Struct, tag_field="type", tag="chatted", frozen=True):
    """A new chat line."""

    line: Line


class Reacted(Struct, tag_field="type", tag="reacted", frozen=True):
    """A player shows a reaction at their seat."""

    seat: int
    person: str
    reaction: Reaction


class Present(Struct, tag_field="type", tag="present", frozen=True):
    """Who is connected has changed: `connected` is by seat, `watching` counts spectators."""

    connected: list[bool]
    watching: int


class Error(Struct, tag_field="type", tag="error", frozen=True):
    """A message could not be read (`id` is null), came too fast, or met a failure of the server."""

    id: str | None
    reason: Reason


class Pong(Struct, tag_field="type", tag="pong", frozen=True):
    """The answer to `ping`."""

    id: str


FromServer = Hello | Snapshot | Moved | Ack | Held | Refusal | Chatted | Reacted | Present | Error | Pong

# ---- On the wire ---------------------------------------------------------------------------------

read: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
read_play = msgspec.json.Decoder(QuickPlay).decode
read_reader: msgspec.json.Decoder[FromReader] = msgspec.json.Decoder(FromReader)
write: Callable[[Any], bytes] = msgspec.json.Encoder().encode
"""A message as it goes into a frame."""


def written_events(text: bytes) -> list[Event]:
    """A list of events that is already encoded: it goes into a message as it is."""
    return cast(list[Event], msgspec.Raw(text))


def messages(union: Any) -> dict[str, type[Struct]]:
    """The messages of `FromClient`, `FromReader` or `FromServer` by their type."""
    return {str(one.__struct_config__.tag): one for one in get_args(union)}


def schemas() -> dict[str, Any]:
    """Return a JSON Schema of all messages: `FromClient`, `FromReader` and `FromServer` among its `$defs`, with every shape they use."""
    unions = (FromClient, FromReader, FromServer)
    (client, reader, server), shapes = msgspec.json.schema_components(unions, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {**shapes, "FromClient": client, "FromReader": reader, "FromServer": server},
    }
