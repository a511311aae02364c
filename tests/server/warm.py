"""Imported by the process that servers are forked from: works out once what each of them would work out when it starts."""

from seaboard.arena import ladder
from seaboard.games import GAMES

for game in GAMES:
    ladder.means(game)
