"""Write the tables of messages in docs/server.md, from the Structs of the protocol: `python -m tools.protocol_tables`.

With `--check` nothing is written, and the exit status says whether the tables are those of the protocol.
"""

import sys
from pathlib import Path
from typing import Any

from seaboard.server import close_codes, protocol

DOCS = Path(__file__).parents[1] / "docs" / "server.md"
BEGIN = "<!-- messages {name}: python -m tools.protocol_tables -->"
END = "<!-- end of messages -->"
_SHAPES = (
    "Match",
    "BotMove",
    "View",
    "Event",
    "Reason",
    "Line",
    "Table",
    "Chair",
    "Series",
    "Standing",
    "Coming",
    "Share",
    "Practice",
    "TableDeal",
    "TableDuplicate",
    "You",
    "Person",
)


def tables() -> dict[str, str]:
    """The tables by name: what clients send, what the server sends, the shapes inside, and close codes."""
    shapes: dict[str, Any] = protocol.schemas()["$defs"]

    def rows(names: dict[str, str]) -> str:
        lines = [f"| `{title}` | {_fields(shapes[name])} | {shapes[name]['description']} |" for title, name in names.items()]
        return "\n".join(["| | fields | what |", "|---|---|---|", *lines])

    return {
        "from the client": rows({kind: shape.__name__ for kind, shape in protocol.messages(protocol.FromClient).items()}),
        "from a reader": rows({kind: shape.__name__ for kind, shape in protocol.messages(protocol.FromReader).items()}),
        "from the server": rows({kind: shape.__name__ for kind, shape in protocol.messages(protocol.FromServer).items()}),
        "shapes": rows({name: name for name in _SHAPES}),
        "close codes": "\n".join(["| code | why |", "|---|---|", *(f"| {code} | {why} |" for code, why in close_codes.WHY_CLOSED.items())]),
    }


def _fields(shape: dict[str, Any]) -> str:
    required = shape.get("required", [])
    fields = {name: kind for name, kind in shape["properties"].items() if name != "type"}
    return ", ".join(f"`{name}{'' if name in required else '?'}` {_kind(kind)}" for name, kind in fields.items())


def _kind(kind: dict[str, Any]) -> str:
    """A JSON Schema in a few words."""
    if "$ref" in kind:
        return str(kind["$ref"]).rpartition("/")[2]
    if "anyOf" in kind:
        return " or ".join(_kind(one) for one in kind["anyOf"])
    if "enum" in kind:
        return " or ".join("null" if one is None else f'"{one}"' for one in kind["enum"])
    if kind.get("type") == "array":
        return f"list of {_kind(kind['items'])}"
    if kind.get("type") == "object":
        return f"object of {_kind(kind['additionalProperties'])}" if isinstance(kind.get("additionalProperties"), dict) else "object"
    return str(kind.get("type", "anything"))


def filled(text: str) -> str:
    """The page with its tables as they are now."""
    for name, table in tables().items():
        begin = BEGIN.format(name=name)
        before, found, rest = text.partition(begin)
        _, ended, after = rest.partition(END)
        if not found or not ended:
            raise SystemExit(f"docs/server.md has no place for the messages {name}: {begin} … {END}")
        text = f"{before}{begin}\n\n{table}\n\n{END}{after}"
    return text


def main() -> int:
    """Write the tables, or check them."""
    text = DOCS.read_text(encoding="utf-8")
    if "--check" in sys.argv[1:]:
        return int(filled(text) != text)
    DOCS.write_text(filled(text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
