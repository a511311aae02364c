"""The shapes of requests and answers about reports, moderation, and the server itself."""

from typing import Annotated

from msgspec import Meta, Struct

from seaboard.server.protocol import Person, Table
from seaboard.server.storage.moderation.host_decisions import Act, Ban, Kind
from seaboard.server.storage.moderation.reports import Report, ReportReason
from seaboard.server.versions import PROTOCOL

Hours = Annotated[float, Meta(gt=0, le=10 * 365 * 24)]

# ---- Requests ------------------------------------------------------------------------------------


class ReportRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a person at a table is reported; the words are optional."""

    table: Annotated[str, Meta(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]
    reason: ReportReason
    words: Annotated[str, Meta(max_length=1000)] = ""


class HostRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The part after the "#" of a moderator's link."""

    secret: Annotated[str, Meta(min_length=1, max_length=64)]


class BanRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Ban or mute a person, for some hours or (null) for good; a ban can include, for a week at most, the network they come from."""

    kind: Kind
    hours: Hours | None
    network: bool = False


class LiftRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Lift a ban or a mute."""

    subject: Annotated[str, Meta(min_length=1, max_length=64)]
    kind: Kind


# ---- Answers -------------------------------------------------------------------------------------


class BanListing(Ban, frozen=True):
    """Who is banned or muted, by name where it is a person."""

    name: str


class HostPage(Struct, frozen=True):
    """The moderation page: open reports, oldest first, public tables, bans, and moderators' latest actions."""

    reports: list[Report]
    tables: list[Table]
    bans: list[BanListing]
    acts: list[Act]
    hosts: list[Person]


class Notice(Struct, frozen=True):
    """The notice for every page: null, or that there is maintenance ("" without a message).

    `protocol` is the server's version of the protocol: a page with an older one reloads itself.
    """

    maintenance: str | None
    protocol: int = PROTOCOL


class Reach(Struct, frozen=True):
    """Where others on the network can reach this server, for a page on the same machine; empty if they can't."""

    addresses: list[str]


class Alive(Struct, frozen=True):
    """The server is running and has not been told to stop."""

    alive: bool


class Health(Struct, frozen=True):
    """Whether the server is healthy, and whether it currently refuses new tables and guests."""

    status: str
    version: str
    maintenance: bool


REQUESTS = (ReportRequest, HostRequest, BanRequest, LiftRequest)
ANSWERS = (HostPage, Notice, Reach, Health)
