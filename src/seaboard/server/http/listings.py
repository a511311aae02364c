"""Answers about games, public tables, lessons and replays; nothing here is stored."""

from collections.abc import Iterable
from typing import Any, cast

import msgspec

from seaboard import locales
from seaboard import summary as summaries
from seaboard.arena import ladder
from seaboard.game import Game
from seaboard.games import GAMES
from seaboard.lessons import Attempt
from seaboard.match import Match
from seaboard.server.http import schemas
from seaboard.server.http.matches import schemas as match_schemas
from seaboard.server.http.matches import summary_schemas
from seaboard.server.http.tables import schemas as table_schemas
from seaboard.server.ratings import model
from seaboard.server.refusals import Forbidden, Refused, why_not
from seaboard.server.storage.matches.listing import Listed
from seaboard.server.tables.registry import Rooms
from seaboard.server.tables.room import Room
from seaboard.server.tables.table_message import show_table

_summary = msgspec.json.Decoder(summary_schemas.Summary)


def game(name: str) -> schemas.GameListing:
    """A game and its options."""
    game = GAMES[name]
    return schemas.GameListing(
        name=game.name,
        title=game.title,
        minutes=game.minutes,
        seats=list(game.seats),
        default_seats=game.default_seats,
        options=[
            schemas.OptionListing(option.name, {str(seats): option.choices(seats) for seats in game.seats}, option.takes_file)
            for option in game.options
        ],
        ratings={level: model.points(mean) for level, mean in ladder.means(name).items()},
    )


def public_tables(rooms: Rooms, found: Iterable[Listed]) -> table_schemas.Tables:
    """The public tables, the same for everybody."""
    return table_schemas.Tables([_public_table(rooms.get(one.table.id) or Room(one.table), one.at) for one in found])


def _public_table(room: Room, at: float) -> table_schemas.PublicTable:
    brief = show_table(room, None, brief=True)
    return table_schemas.PublicTable(**{name: getattr(brief, name) for name in brief.__struct_fields__}, at=at)


def locale(game: str, language: str) -> schemas.Locale:
    """A game's texts in a language."""
    return schemas.Locale(locales.texts(language, _known(game).name))


def summary(match: Match) -> summary_schemas.Summary:
    """Return the summary of a finished match."""
    return _summary.decode(msgspec.json.encode(summaries.summary(match)))


def shown(replay: dict[str, Any]) -> match_schemas.Replay:
    """A replay as it is answered."""
    frames = [msgspec.Raw(msgspec.json.encode(frame)) for frame in replay["frames"]]  # as text, each needs a tenth of the memory
    return match_schemas.Replay(replay["record"], replay["seat"], cast(list[match_schemas.Frame], frames))


def lessons(game: str) -> match_schemas.Lessons:
    """The lessons of a game."""
    return match_schemas.Lessons(
        [
            match_schemas.LessonListing(one.name, one.section, seats=one.begin().seats, seat=one.seat)
            for one in _known(game).lessons.values()
        ]
    )


def lesson(game: str, name: str, moves: list[int]) -> match_schemas.Lesson:
    """A lesson after these moves of the learner."""
    lesson = _known(game).lessons.get(name)
    if lesson is None:
        raise Refused("lesson.unknown", status=404)
    attempt = Attempt(lesson)
    for action in moves:
        if attempt.is_reached is not None:
            raise Refused("lesson.over")
        reason = why_not(attempt.match, lesson.seat, action)
        if reason:
            raise Forbidden(reason)
        attempt.play(action)
    frames = [match_schemas.LessonFrame(**frame) for frame in attempt.frames]
    return match_schemas.Lesson(name, lesson.seat, frames, attempt.is_reached)


def _known(game: str) -> Game:
    if game not in GAMES:
        raise Refused("game.unknown", status=404, games=", ".join(GAMES))
    return GAMES[game]
