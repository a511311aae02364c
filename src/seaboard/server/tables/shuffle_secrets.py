"""The server's part in future shuffles: ids of matches, each with a secret that it commits to before anybody reveals anything.

A secret is derived from the match's id and a key that all servers on a database share, so none has to be stored, and no crash loses one.
"""

import hmac
import secrets

from sqlalchemy.engine import Connection as Database

from seaboard.server.matches.shuffles import commitment_to_secret, secret_of
from seaboard.server.refusals import Refused
from seaboard.server.storage import ids, queries
from seaboard.server.storage.people import subscriptions
from seaboard.server.storage.rows import Coming
from seaboard.server.storage.store import Store


class Seals:
    """Commits the server to the secrets of future matches."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key: bytes | None = None

    async def open(self) -> bytes:
        """The key, made at the first start."""
        if self._key is None:
            self._key = await self._store.write(_kept_key)  # known only when it is committed
        return self._key

    def secret(self, c: Database, match: str) -> str:
        """The server's secret for a match."""
        return secret_of(self._key or _kept_key(c), match)

    def next(self, c: Database) -> Coming:
        """Return a future match."""
        return _sealed(self._key or _kept_key(c))

    async def new(self) -> Coming:
        """The same, for a person who has yet to make a table."""
        return _sealed(await self.open())

    async def check(self, match: str, commitment: str) -> None:
        """Refuse a match that none of our servers has committed to, or that was already dealt."""
        made = commitment_to_secret(secret_of(await self.open(), match))
        if not hmac.compare_digest(made, commitment):
            raise Refused("shuffle.unknown", status=422)
        if await self._store.read(lambda c: queries.find_match(c, match)):
            raise Refused("shuffle.over")


def _sealed(key: bytes) -> Coming:
    match = ids.new_id("m")
    return Coming(match, commitment_to_secret(secret_of(key, match)))


def _kept_key(c: Database) -> bytes:
    return subscriptions.secret(c, "shuffle", secrets.token_bytes(32))
