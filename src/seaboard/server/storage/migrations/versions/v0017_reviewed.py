"""What reviews from before histories found out is in the histories too."""

import json
import zlib
from typing import Any

from alembic import op
from sqlalchemy import text

revision = "0017"
down_revision = "0016"

AT_ONCE = 50
"""Reviews read together: a long one is some hundred kilobytes."""


def upgrade() -> None:
    """Carry luck and error rates over where histories lack them."""
    c = op.get_bind()
    after: dict[str, Any] = {"match": "", "seat": -2}
    some = text(
        "SELECT match_id, seat, body FROM reviews WHERE match_id > :match OR (match_id = :match AND seat > :seat) "
        f"ORDER BY match_id, seat LIMIT {AT_ONCE}"
    )
    carry = text(
        "UPDATE played SET luck = COALESCE(luck, :luck), error_rate = COALESCE(error_rate, :error_rate) "
        "WHERE match_id = :match AND seat = :seat"
    )
    while rows := c.execute(some, after).all():
        after = {"match": rows[-1].match_id, "seat": rows[-1].seat}
        for row in rows:
            for of in _seats(row.body):
                c.execute(carry, {"match": row.match_id} | {name: of.get(name) for name in ("seat", "luck", "error_rate")})


def _seats(body: bytes) -> list[dict[str, Any]]:
    """What a review says of each seat; nothing if it is of a version that said it otherwise."""
    try:
        found = json.loads(zlib.decompress(body)).get("seats", [])
    except (zlib.error, ValueError):
        return []
    return [seat for seat in found if isinstance(seat, dict) and isinstance(seat.get("luck"), float)]
