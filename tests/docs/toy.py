"""The small game of `docs/add-a-game.md`, written out of the page."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "add-a-game.md"


def write_game(home: Path) -> Path:
    """Write every file of the game into a folder, as the page has it; the folder."""
    page = PAGE.read_text(encoding="utf-8")
    for name, text in re.findall(r"^`(highest_card/[^`]+)`\n\n```\w+\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL):
        file = home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return home
