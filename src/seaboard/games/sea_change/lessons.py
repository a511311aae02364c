"""The worked examples of Sea Change, as positions to play. `tests/rulebook/` has them too, by the same names."""

from seaboard.games.sea_change.scenes import table
from seaboard.lessons import Lesson

_TAKEN = "G0 G4 G5 G6 G7 G8 G9 G10 G11 B4 B5 B6 B8 B9 B10 B11 B12 R4 R5 R6 R7 R8 R9 R10 R11 R12 Y0 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"

LESSONS = (
    Lesson(
        name="sluffing",
        section="trick",
        begin=lambda: table(["B5 B6", "P8 P9", "B4 B7"], trump="Y"),
        seat=1,
        others={0: ["B5"], 2: ["B4"]},
        ends=("trick_won",),
        goal={"event": "trick_won", "seat": 0, "points": -4},
        answer=["P8"],
    ),
    Lesson(
        name="overview",
        section="change",
        begin=lambda: table(["Y4 B4 B7", "Y10 B5 B8", "Y9 P10 B6"], trump=None),
        seat=2,
        others={0: ["Y4"], 1: ["Y10"]},
        ends=("trick_won",),
        goal={"event": "trick_won", "seat": 2},
        answer=["P10"],
    ),
    Lesson(
        name="bad-idea",
        section="change",
        begin=lambda: table(["Y6 B9", "P8 B10", "B8 B11"], trump="Y"),
        seat=2,
        others={0: ["Y6"], 1: ["P8"]},
        ends=("trick_won",),
        goal={"event": "trick_won", "seat": 0},
        answer=["B11"],
    ),
    Lesson(
        name="sneaky-idea",
        section="change",
        begin=lambda: table(["B9 P5", "Y8 P6", "B4 P7", "Y4 B5"], trump="P"),
        seat=3,
        others={0: ["B9"], 1: ["Y8"], 2: ["B4"]},
        ends=("trick_won",),
        goal={"event": "trick_won", "seat": 1},
        answer=["Y4"],
    ),
    Lesson(
        name="big-finish",
        section="score",
        begin=lambda: table(["G12", "B7", "B0", "R0"], trump="B", options={"suits": "BGRY", "target": 1}, taken={0: _TAKEN}),
        seat=3,
        others={0: ["G12"], 1: ["B7"], 2: ["B0"]},
        ends=("trick_won",),
        goal={"event": "trick_won", "seat": 3},
        answer=["R0"],
    ),
)
