"""`seaboard ban`, `unban` and `bans`: shut people out of a server, within a second."""

import argparse
import re
import time
from typing import Any

from seaboard.cli.arguments import add_command
from seaboard.cli.database import add_database_argument, opened
from seaboard.errors import SeaboardError

UNITS = {"m": 60.0, "h": 3600.0, "d": 86400.0, "w": 7 * 86400.0}
LONGEST_WHY = 500


def add_to(subparsers: Any) -> None:
    """Add `ban`, `unban` and `bans` to the command line."""
    parser = add_command(subparsers, "ban", ban, help="ban a person or an address from a server, at once")
    _add_who(parser)
    parser.add_argument("--for", dest="time", metavar="TIME", help="30m, 12h, 7d, 4w (default: a person for good, an address for a day)")
    help = "a person's network too, for a week at most, if the server has heard from them within a day: a whole household may be behind it"
    parser.add_argument("--with-address", action="store_true", help=help)
    parser = add_command(subparsers, "unban", unban, help="lift a ban")
    _add_who(parser)
    parser = add_command(subparsers, "bans", bans, help="list who is banned or muted, and moderators' actions")
    parser.add_argument("--most", type=int, default=50, metavar="N", help="show at most N actions (default: 50)")
    add_database_argument(parser)


def _add_who(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("who", help="a person's id, as listed by `seaboard people`, or an address (for IPv6, its /64)")
    parser.add_argument("--why", default="", help="a note for operators and moderators; nobody else sees it")
    add_database_argument(parser)


def seconds_of(text: str) -> float:
    """Convert a time like `12h` to seconds."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([mhdw])", text.strip())
    if found is None or not 0 < float(found[1]) <= 10_000:
        raise SeaboardError(f"{text!r} is not a time: write 30m, 12h, 7d or 4w")
    return float(found[1]) * UNITS[found[2]]


def ban(chosen: argparse.Namespace) -> None:
    """Ban a person or an address."""
    seconds = seconds_of(chosen.time) if chosen.time else None
    with opened(chosen) as store:
        from seaboard.server.storage.people import people
        from seaboard.server.tables import banning

        notes: list[str] = []
        found = banning.network_of(chosen.who)
        with store.snapshot() as c:
            store.check_current(c)
            person = None if found else people.find(c, chosen.who)
        if found:
            seconds = UNITS["d"] if seconds is None else seconds
            length = seconds
            store.do(lambda c: notes.extend(banning.ban_network(c, found, seconds=length, why=chosen.why[:LONGEST_WHY])), notes)
        elif person is None:
            raise SeaboardError(f"there is nobody with the id {chosen.who!r}, and it isn't an address; `seaboard people` lists people")
        else:
            if chosen.with_address:
                notes.append(banning.with_network(person.id, seconds=seconds))
            store.do(lambda c: notes.extend(banning.ban_person(c, person.id, seconds=seconds, why=chosen.why[:LONGEST_WHY])), notes)
    print(f"{person.name if person else found} is banned {_until(None if seconds is None else time.time() + seconds)}.")
    if person and chosen.with_address:
        print("So is the network they come from, if a running server knows it; `seaboard bans` then lists it, and it is lifted separately.")


def unban(chosen: argparse.Namespace) -> None:
    """Lift a ban."""
    with opened(chosen) as store:
        from seaboard.server.tables import banning

        subject = banning.network_of(chosen.who) or chosen.who
        lifted: list[bool] = []
        with store.snapshot() as c:
            store.check_current(c)
        store.do(lambda c: lifted.append(banning.lift(c, subject, "ban", why=chosen.why[:LONGEST_WHY])), [banning.DECIDED])
    if not any(lifted):
        raise SeaboardError(f"{subject} is not banned; `seaboard bans` lists who is")
    print(f"The ban of {subject} is lifted.")


def bans(chosen: argparse.Namespace) -> None:
    """List bans, and moderators' latest actions."""
    with opened(chosen) as store:
        from seaboard.server.storage.moderation import host_decisions

        with store.snapshot() as c:
            store.check_current(c)
            for one in host_decisions.bans(c):
                print(f"{one.subject:24}  {'banned' if one.kind == 'ban' else 'muted'} {_until(one.until)}")
            for act in host_decisions.acts(c, most=chosen.most):
                when = time.strftime("%Y-%m-%d %H:%M", time.localtime(act.at))
                print(f"{when}  {act.host or 'a command':16}  {act.act:12}  {act.subject}  {act.why}".rstrip())


def _until(until: float | None) -> str:
    return "for good" if until is None else time.strftime("until %Y-%m-%d %H:%M", time.localtime(until))
