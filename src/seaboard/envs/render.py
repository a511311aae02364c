"""A table as text and as an SVG picture, the same for every game: the contents of `view.table`, with cards drawn as cards."""

from html import escape
from typing import Any

from seaboard.envs.table import Table
from seaboard.errors import SeaboardError
from seaboard.kit import lowest
from seaboard.view_text import as_text, headline, shown

RENDER_MODES = ("human", "ansi", "svg")

WIDTH, LEFT, LINE, CARD_HEIGHT, LETTER = 760, 150, 34, 26, 9


def check_render_mode(mode: str | None) -> str | None:
    """Check a render mode; SeaboardError if there is no such mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise SeaboardError(f"render_mode can't be {mode!r}; choose one of: {', '.join(RENDER_MODES)}")
    return mode


def render(table: Table, mode: str | None, *, seat: int | None = None) -> str | None:
    """Render the table as a seat sees it: by default the one to act (a spectator, once the match is over)."""
    if mode is None:
        return None
    if seat is None and table.acting:
        seat = lowest(table.acting)
    view = table.match().view(seat)
    if mode == "svg":
        return as_svg(view)
    text = as_text(view)
    if mode == "human":
        print(text)
        return None
    return text


def as_svg(view: dict[str, Any]) -> str:
    """A view as a picture: lists of names are drawn as cards, the legal ones among them in bold outline."""
    rows: list[str] = []
    y = LINE
    for name, value in shown(view):
        rows.append(f'<text x="16" y="{y + 18}" class="name">{escape(name.replace("_", " "))}</text>')
        x = LEFT
        for label, is_card in _pieces(value):
            width = LETTER * max(2, len(label)) + 12
            if x + width > WIDTH - 16:
                x, y = LEFT, y + LINE
            if is_card:
                kind = "card legal" if label in view["legal"] else "card"
                rows.append(f'<rect x="{x}" y="{y}" width="{width}" height="{CARD_HEIGHT}" rx="5" class="{kind}"/>')
            rows.append(f'<text x="{x + width / 2}" y="{y + 18}" class="label">{escape(label)}</text>')
            x += width + 6
        y += LINE
    style = (
        "text{font:15px monospace;fill:#12303f}.name{fill:#4a6b7a}.label{text-anchor:middle}"
        ".card{fill:#fff;stroke:#8fb3c2}.legal{stroke:#0b6e99;stroke-width:3}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y + 8}" viewBox="0 0 {WIDTH} {y + 8}" role="img">'
        f"<title>{escape(headline(view))}</title><style>{style}</style>"
        f'<rect width="100%" height="100%" fill="#e8f3f7"/><text x="16" y="22">{escape(headline(view))}</text>'
        f"{''.join(rows)}</svg>"
    )


def _pieces(value: Any) -> list[tuple[str, bool]]:
    """Split a value into labels to draw, and whether each is a card."""
    if isinstance(value, dict):
        return [piece for name, item in value.items() for piece in [(name, False), *_pieces(item)]]
    if isinstance(value, list | tuple):
        return [piece for item in value for piece in ([(item, True)] if isinstance(item, str) else _pieces(item))]
    return [("-" if value is None else str(value), False)]
