"""The games: one line each, and those in other packages that SEABOARD_GAMES names."""

import importlib
import os

from seaboard.errors import UnknownGame
from seaboard.game import Game
from seaboard.games import land_unter, sea_change, sea_of_clouds, sea_salt_and_paper

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        sea_change.GAME,
        sea_salt_and_paper.GAME,
        land_unter.GAME,
        sea_of_clouds.GAME,
    )
}  # fmt: skip

for _package in filter(None, os.environ.get("SEABOARD_GAMES", "").split(",")):
    _game: Game = importlib.import_module(_package.strip()).GAME
    GAMES[_game.name] = _game


def has_rules(name: str, version: int) -> bool:
    """Whether a version of a game's rules can still be played."""
    return name in GAMES and version in GAMES[name].versions


def find(name: str | Game) -> Game:
    """Return the game of that name, or raise UnknownGame."""
    if isinstance(name, Game):
        return name
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownGame(f"there is no game {name!r}; the games are: {', '.join(GAMES)}")
    return GAMES[name]
