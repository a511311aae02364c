"""New tables, and changing the options of waiting ones: checks on what a host asks for."""

from functools import partial
from typing import Any

from seaboard.errors import SeaboardError
from seaboard.games import GAMES
from seaboard.server.http.api import Api
from seaboard.server.http.tables import schemas
from seaboard.server.matches import bots
from seaboard.server.matches.shuffles import commitment_to_bytes
from seaboard.server.protocol import Person
from seaboard.server.refusals import Refused
from seaboard.server.shuffle_parts import ShuffleRequest
from seaboard.server.storage import ids
from seaboard.server.storage.rows import Chair, Coming, Table
from seaboard.server.tables import opening, seating
from seaboard.server.tables.changes import Change
from seaboard.server.tables.room import Room

LONGEST_CHOICE = 64
"""An option with at most this many characters can't be a file."""
LONGEST_WHY = 500
"""Characters of a reason for refusing options, which may quote what the client sent."""


async def make(api: Api, person: Person, asked: schemas.TableRequest, address: str, language: str | None) -> Room:
    """Make a table, requested from an address, in a language."""
    if person.bot and asked.public:
        raise Refused("bot.public", status=403)
    api.limits.table(person.id, address, public=asked.public)
    game, seats, options = await check_game(api, address, asked.game, asked.seats, asked.options)
    api.limits.keep_deck(options, address)
    if len(asked.bots) > seats:
        raise Refused("chair.unknown", status=422, seat=len(asked.bots) - 1, last=seats - 1)
    levels = [*asked.bots, *[None] * (seats - len(asked.bots))]
    table = Table(
        id=ids.new_id("t"),
        game=game,
        seats=seats,
        options=options,
        public=asked.public,
        clock=asked.clock,
        memory_aid=asked.memory_aid,
        maker=person.id,
        maker_name=person.name,
        language=language,
        chairs=[Chair(level=None if level is None else bots.check_level(level)) for level in levels],
    )
    if asked.sit:
        seating.sit(table, person, None)
    if asked.start and asked.shuffle:
        table.coming = await _coming(api, person, asked.shuffle)
    if asked.start:
        api.dealer.check_start(table)
    await opening.add_table(api.rooms, table)
    if asked.start:
        return await api.dealer.start(table.id, lambda t: seating.ready(t, person, None))
    room = await api.rooms.room(table.id)
    api.rooms.tell(room, Change.TABLE)
    return room


async def _coming(api: Api, person: Person, asked: ShuffleRequest) -> Coming:
    """Return the match whose shuffle a browser has already requested, and its bytes, revealed at once since nobody else takes part."""
    await api.rooms.seals.check(asked.match, asked.commitment)
    bound = {person.id: commitment_to_bytes(asked.match, asked.bytes)}
    return Coming(asked.match, asked.commitment, bound, {person.id: asked.bytes})


async def set_up(api: Api, table: str, person: Person, asked: schemas.SetUpRequest, address: str) -> Room:
    """The host changes a table's options before the match."""
    if person.bot and asked.public:
        raise Refused("bot.public", status=403)
    room = await api.rooms.room(table)
    seating.only_host(room.table, person)  # before a file is read for nothing
    options = await _check_options(api, address, room.table.game, room.table.seats, asked.options)
    api.limits.keep_deck(options, address)
    return await api.rooms.change(
        table,
        lambda t: seating.set_up(t, person, options=options, clock=asked.clock, public=asked.public, memory_aid=asked.memory_aid),
    )


async def check_game(api: Api, address: str, game: str, seats: int | None, options: dict[str, Any]) -> tuple[str, int, dict[str, Any]]:
    """Return a game with a number of seats and options, filling in defaults; refused if there is no such game."""
    if game not in GAMES:
        raise Refused("game.unknown", status=422, games=", ".join(GAMES))
    try:
        checked = GAMES[game].check_seats(seats)
    except SeaboardError as error:
        raise Refused("game.choice", status=422, why=str(error)[:LONGEST_WHY]) from error
    return game, checked, await _check_options(api, address, game, checked, options)


async def _check_options(api: Api, address: str, game: str, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    if game not in GAMES:
        raise Refused("game.unknown", status=422, games=", ".join(GAMES))
    check = partial(GAMES[game].check_options, seats, options)
    try:
        if not any(isinstance(value, str) and len(value) > LONGEST_CHOICE for value in options.values()):
            return check()
        api.limits.deck(address)
        return await api.decks.run(check)  # a host's own file takes a while to read
    except SeaboardError as error:
        raise Refused("game.choice", status=422, why=str(error)[:LONGEST_WHY]) from error
