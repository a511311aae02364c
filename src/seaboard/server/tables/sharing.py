"""What a table at which a shared deal is played takes from it: everybody gets the same cards, by the same rules."""

from sqlalchemy.engine import Connection as Database

from seaboard.games import GAMES
from seaboard.server.refusals import Refused
from seaboard.server.storage import deals
from seaboard.server.storage.rows import Deal, Table


def has_rules(deal: Deal) -> bool:
    """Whether this server has the rules that a deal was made under: everybody plays it by the same, or not at all."""
    return deal.game in GAMES and GAMES[deal.game].version == deal.rules


def begin(c: Database, table: Table, match: str) -> str:
    """The seed of the match that starts at a table."""
    assert table.deal is not None
    deal = deals.find(c, table.deal.id)
    if deal is None:
        raise Refused("deal.unknown", status=404)
    if not has_rules(deal):
        raise Refused("deal.old_rules")
    deals.set_match(c, table.id, match)
    return deal.seed
