"""The worked examples of Sea Salt & Paper, and what a pair can do, as positions to play. `tests/rulebook/` has the examples too."""

from seaboard.games.sea_salt_and_paper.scenes import at
from seaboard.lessons import Lesson

SEVEN = "crab:yellow crab:dark-blue octopus:yellow octopus:green octopus:purple"
FOUR = "fish:light-blue fish:black penguin:pink shell:light-blue shell:grey"
LIGHT_BLUE = "swimmer:light-blue shark:light-blue shell:light-blue octopus:light-blue"
ENDS_A_TURN = ("turn_ended", "round_scored")

LESSONS = (
    Lesson(
        name="crabs",
        section="pairs",
        begin=lambda: at(
            ["crab:black crab:green octopus:yellow octopus:green", "boat:yellow fish:black shark:green"],
            piles=("octopus:purple shell:grey boat:black", "fish:green"),
        ),
        seat=0,
        ends=("card_picked", *ENDS_A_TURN),
        goal={"event": "card_picked", "seat": 0, "card": "octopus:purple"},
        answer=["lay crab:black crab:green", "search 1", "pick octopus:purple"],
    ),
    Lesson(
        name="colony",
        section="sets",
        begin=lambda: at(
            ["penguin:purple penguin:light-orange penguin:pink sailor:orange", "boat:yellow fish:black shark:green"],
            piles=("sailor:pink", "colony:green"),
            phase="take",
        ),
        seat=0,
        ends=("card_taken", "card_discarded", *ENDS_A_TURN),
        goal={"event": "card_taken", "seat": 0, "card": "colony:green"},
        answer=["take 2"],
    ),
    Lesson(
        name="mermaids",
        section="mermaids",
        begin=lambda: at(
            [f"mermaid:white {LIGHT_BLUE} fish:green crab:green", "boat:yellow fish:black shark:green"],
            piles=("mermaid:white:2", "boat:light-blue"),
            phase="take",
        ),
        seat=0,
        ends=("card_taken", "card_discarded", *ENDS_A_TURN),
        goal={"event": "card_taken", "seat": 0, "pile": 1},
        answer=["take 1"],
    ),
    Lesson(
        name="stop",
        section="call",
        begin=lambda: at([SEVEN, f"{FOUR} mermaid:white"], piles=("shell:yellow", "shell:black"), target=7),
        seat=0,
        others={1: ["take 1", "end turn"]},
        ends=ENDS_A_TURN,
        goal={"event": "stop_called", "seat": 0},
        answer=["stop"],
    ),
    Lesson(
        name="last-chance",
        section="call",
        begin=lambda: at([SEVEN, FOUR], piles=("shark:purple", "boat:black"), target=7),
        seat=0,
        others={1: ["take 1", "end turn"]},
        ends=ENDS_A_TURN,
        goal={"event": "bet_won", "seat": 0},
        answer=["last chance"],
    ),
)
