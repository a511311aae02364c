"""The worked examples of Sea of Clouds, as positions to play. `tests/rulebook/` has them too."""

from seaboard.games.sea_of_clouds.cards import LEG
from seaboard.games.sea_of_clouds.scenes import scene
from seaboard.lessons import Lesson

LAID = ("card_laid", "card_laid_face_down", "card_discarded")

LESSONS = (
    Lesson(
        name="take-or-leave",
        section="turn",
        begin=lambda: scene("", "", "", shares=("curse", "rotgut rotgut blunt-sword", "captains-reserve"), top="rum topman"),
        seat=0,
        ends=LAID,
        goal={"event": "card_laid_face_down", "seat": 0, "card": "captains-reserve"},
        answer=["leave", "leave", "take"],
    ),
    Lesson(
        name="relics",
        section="relics",
        begin=lambda: scene(
            "sirens-song sirens-song sirens-song", "", "", shares=("phoenix-feather", "sirens-song", "rum"), top="rum topman"
        ),
        seat=0,
        ends=LAID,
        goal={"event": "card_laid", "seat": 0, "card": "sirens-song#4"},
        answer=["leave", "take"],
    ),
    Lesson(
        name="beer",
        section="objects",
        begin=lambda: scene("gunner", "", "", shares=("beer topman", "rotgut", "spiced-rum"), top="rum topman"),
        seat=0,
        ends=LAID,
        goal={"event": "card_laid", "seat": 0, "card": "topman#1"},
        unless={"event": "card_discarded", "seat": 0, "card": "topman#1"},
        answer=["take", "lay beer#1"],
    ),
    Lesson(
        name="boarding",
        section="boarding",
        begin=lambda: scene(
            "",
            "rachel-cruz steward cook",
            "mister-plume",
            "topman curse figurehead",
            shares=("phoenix-feather", "lookout", "smuggler"),
            turn=3,
            round_number=LEG[4],
        ),
        seat=1,
        others={3: ["take", "choose curse"]},
        ends=("boarding_ended",),
        goal={"event": "parrot_taken", "seat": 1},
        answer=["send rachel-cruz left", "send rachel-cruz right", "send steward left", "send cook left"],
    ),
)
