"""The worked examples of Land Unter, as positions to play. `tests/rulebook/` has them too."""

from seaboard.games.land_unter.scenes import table
from seaboard.lessons import Lesson

LESSONS = (
    Lesson(
        name="two-waters",
        section="trick",
        begin=lambda: table(lifebuoys=[3, 3, 3, 3], water=(9, 4)),
        seat=0,
        others={1: ["22"], 2: ["55"], 3: ["12"]},
        ends=("lifebuoy_lost",),
        goal={"event": "water_taken", "seat": 0, "water": "w4"},
        answer=["57"],
    ),
    Lesson(
        name="cover",
        section="trick",
        begin=lambda: table(lifebuoys=[2, 3, 3, 3], levels=[9, 4, 0, 0], water=(2, 7)),
        seat=0,
        others={1: ["22"], 2: ["55"], 3: ["24"]},
        ends=("lifebuoy_lost",),
        goal={"event": "water_taken", "seat": 0, "water": "w2"},
        answer=["57"],
    ),
    Lesson(
        name="two-pay",
        section="loss",
        begin=lambda: table(lifebuoys=[3, 3, 2, 3], levels=[0, 0, 8, 0], water=(5, 8)),
        seat=0,
        others={1: ["54"], 2: ["23"], 3: ["24"]},
        ends=("lifebuoy_lost",),
        goal={"event": "lifebuoy_lost", "seat": (1, 3)},
        answer=["57"],
    ),
    Lesson(
        name="elimination",
        section="loss",
        begin=lambda: table(lifebuoys=[3, 0, 3, 2], levels=[0, 0, 7, 0], water=(5, 8)),
        seat=0,
        others={1: ["54"], 2: ["23"], 3: ["24"]},
        ends=("lifebuoy_lost",),
        goal={"event": "seat_eliminated", "seat": 1},
        answer=["57"],
    ),
)
