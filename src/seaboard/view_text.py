"""A view as lines of text, the same for every game."""

from typing import Any

NOT_SHOWN = ("refused", "kinds")  # only the page needs these


def headline(view: dict[str, Any]) -> str:
    """Return whose view this is, and the state of the match."""
    seat = "a spectator" if view["seat"] is None else f"seat {view['seat']}"
    to_act = ", ".join(str(s) for s in view["to_act"]) or ("none, the match is over" if view["over"] else "none")
    return f"{view['game']} as {seat} sees it; to act: {to_act}; scores: {', '.join(map(str, view['scores']))}"


def as_text(view: dict[str, Any]) -> str:
    """Write a view in lines: one for each thing on the table, and the legal moves."""
    lines = [headline(view), *table_lines(view)]
    if view["legal"]:
        lines.append(f"  legal: {' '.join(view['legal'])}")
    return "\n".join(lines)


def table_lines(view: dict[str, Any]) -> list[str]:
    """One line for each thing on the table."""
    return [f"  {name.replace('_', ' ')}: {_text(value)}" for name, value in shown(view)]


def shown(view: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return what is on the table, by name, without empty things."""
    return [(name, value) for name, value in view["table"].items() if name not in NOT_SHOWN and value not in (None, [], {})]


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name.replace('_', ' ')} {_text(item)}" for name, item in value.items() if item not in (None, [], {}))
    if isinstance(value, list | tuple):
        flat = all(not isinstance(item, list | dict) for item in value)
        return (" " if flat else "; ").join(_text(item) for item in value)
    return "-" if value is None else str(value)
