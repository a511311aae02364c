"""Matches of the strongest bots, to watch when no people play: one per game at a time.

They are tables without people, so bots move only while someone is watching.
"""

from seaboard.games import GAMES
from seaboard.server.matches import bots
from seaboard.server.refusals import Refused
from seaboard.server.storage import ids
from seaboard.server.storage.matches import bot_shows
from seaboard.server.storage.rows import Chair, Table
from seaboard.server.tables.dealing import Dealer
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room

LEVEL = bots.LEVELS[-1]


async def show(rooms: Rooms, dealer: Dealer, name: str) -> Room:
    """Return a game's running bot match, or begin another."""
    if name not in GAMES:
        raise Refused("game.unknown", status=404, games=", ".join(GAMES))
    found = await rooms.store.read(lambda c: bot_shows.current(c, name))
    if found is None:
        rooms.house.check_open()
        found = await _add(rooms, name)
    if found.stage == "open":
        return await dealer.start(found.id, lambda table: table.stage == "open")
    return await rooms.room(found.id)


async def _add(rooms: Rooms, name: str) -> Table:
    game = GAMES[name]
    seats = game.default_seats
    table = Table(
        id=ids.new_id("t"),
        game=name,
        seats=seats,
        options=game.check_options(seats, {}),
        maker="",  # nobody's
        maker_name="",
        chairs=[Chair(level=LEVEL) for _ in range(seats)],
        chat=False,
    )
    found, deleted = await rooms.store.write(lambda c: bot_shows.add(c, table), order=table.id)
    for old in deleted:
        room = rooms.get(old)
        if room:
            rooms.remove(room)
    return found
