"""msgspec looks at a class when it first reads one. Two threads that are first at once end the process, so all is looked at when modules
are imported: by decoders that are made there.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import seaboard

SOURCE = Path(seaboard.__file__).parent
FILES = sorted([*(SOURCE / "server").rglob("*.py"), *(SOURCE / "puzzles").rglob("*.py")])


def calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
            yield node


def looked_at() -> set[str]:
    """The classes that decoders of modules read, and nothing inside a function."""
    found = set[str]()
    for file in FILES:
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                found |= {ast.unparse(call.args[0]) for call in calls(node.value, "msgspec.json.Decoder")}
    return found


def test_nothing_is_read_without_a_decoder_that_was_there_before_any_thread() -> None:
    known = looked_at()
    for file in FILES:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for call in calls(tree, "msgspec.json.decode"):
            assert not call.keywords, f"{file}, line {call.lineno}: make a msgspec.json.Decoder where the module is imported"
        for call in calls(tree, "msgspec.convert"):
            assert ast.unparse(call.args[1]) in known, f"{file}, line {call.lineno}: no module has a decoder of it"
