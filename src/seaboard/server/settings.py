"""The settings of a server, given when it starts."""

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Return where tables are stored if no database is given: the user's data folder."""
    return Path(os.environ.get("SEABOARD_DATA") or platformdirs.user_data_dir("seaboard"))


@dataclass(frozen=True)
class Settings:
    """Everything with a sensible default; tests and benchmarks change some."""

    database: str
    host: str = "127.0.0.1"
    """What the server listens on."""
    origins: tuple[str, ...] = ()
    """Other origins that may open sockets, for servers behind a proxy that changes Host."""
    secure: bool = False
    """Send the cookie over https only."""
    limits: bool = True
    """Whether rates are limited; benchmarks come from one address."""
    bot_pause: float = 0.7
    """A bot takes at least this long, so that people can follow."""
    grace: float = 20.0
    """How long a person may be gone from a table with a clock before a bot covers."""
    heartbeat: float = 2.9
    """Each socket is pinged this often and has as long to answer, so a lost client is noticed within twice that."""
    rest: float = 30.0
    """After this long without a move a match is dropped from memory, to be rebuilt when it goes on."""
    sweep: float = 2.0
    """How often to look for matches that wait for a bot or a clock and have no driver."""
    drain: float | None = None
    """Seconds over which sockets are closed when this server stops; None: a few if other servers keep running, otherwise all at once."""
    metrics: bool = False
    """Whether /metrics answers: it tells anybody who asks how busy the server is."""
    patience: float = 10.0
    """Seconds that a connection gets to send the head of a request; its body gets twice that."""
    push_services: tuple[str, ...] = ()
    """Origins of your own push services, which may be in a private network, and without https."""
    review_nice: int = 19
    """The niceness of the process that makes reviews; 19 is the lowest priority."""
    bot_accounts: bool = False
    """Whether programs may sign in, by the tokens of `seaboard bot-account`."""
    only_tables: bool = False
    """Nothing but tables: no deal of the day, no challenges, no profiles, no ratings."""
    deal_tries: int = 200
    """How often bots of each level play each deal of the day, once a person has begun it."""
    idle_rooms: int = 64
    keep_tables: float | None = None
    """Days after which a table that nobody came back to is deleted, unless its match was finished; None: never."""
    keep_people: float | None = None
    """Days after which people who haven't been seen are deleted; None: never."""
    keep_chat: float | None = None
    """Days after which a table's chat is deleted; None: never."""
    keep_guests: float | None = 7.0
    """Days after which guests who have never sat down at a table and haven't been seen are deleted; None: never."""
    keep_reports: float | None = 365.0
    """Days after which settled reports, with their chat, and the log of moderators' actions are deleted; None: never."""
    keep_deleted: float | None = 30.0
    """Days after which open reports about people who have deleted their data, and bans of them, are deleted; None: never."""
    keep_deals: float | None = 365.0
    """Days after which deals that nobody played, and bots' tries at deals of the day, are deleted; None: never."""
    page: Path = field(default=Path(__file__).parent / "page")

    def is_own(self, origin: str | None, host: str) -> bool:
        """Whether a browser's page at this origin is ours; other clients send no Origin, and only their own cookie."""
        return origin is None or origin in self.origins or origin.partition("://")[2].lower() == host.lower() != ""
