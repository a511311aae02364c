"""The shapes of requests and answers about reports, of the host's page, and about the server itself."""

from typing import Annotated

from msgspec import Meta, Struct

from seaboard.server.protocol import Person, Table
from seaboard.server.storage.moderation.host_decisions import Act, Ban, Kind
from seaboard.server.storage.moderation.reports import Report, ReportReason
from seaboard.server.versions import PROTOCOL

Hours = Annotated[float, Meta(gt=0, le=10 * 365 * 24)]

# ---- Requests ------------------------------------------------------------------------------------


class ReportRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Why somebody at a table is reported; the words are optional."""

    table: Annotated[str, Meta(min_length=1, max_length=32, pattern="^[0-9a-z]+$")]
    reason: ReportReason
    words: Annotated[str, Meta(max_length=1000)] = ""


class HostRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands behind the "#" of a host's link."""

    secret: Annotated[str, Meta(min_length=1, max_length=64)]


class BanRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Ban or mute somebody, for so many hours or (null) for good; with a ban also, for a week at most, the network that they come from."""

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
    """What a host sees: reports that nobody has settled, the oldest first, public tables, who is banned, and what hosts did last."""

    reports: list[Report]
    tables: list[Table]
    bans: list[BanListing]
    acts: list[Act]
    hosts: list[Person]


class Notice(Struct, frozen=True):
    """What is to be said on every page: null, or that there is maintenance ("" where nothing more is said of it).

    `protocol` is the server's version of the protocol: a page of an older one has itself loaded anew.
    """

    maintenance: str | None
    protocol: int = PROTOCOL


class Reach(Struct, frozen=True):
    """Where others in the network find this server, for a page on the same machine; empty if they can't."""

    addresses: list[str]


class Health(Struct, frozen=True):
    """Whether the server is well, and whether new tables and guests are refused just now."""

    status: str
    version: str
    maintenance: bool


REQUESTS = (ReportRequest, HostRequest, BanRequest, LiftRequest)
ANSWERS = (HostPage, Notice, Reach, Health)
