"""Whoever owns a state changes it: what others want of a room, a connection or the house, they ask for by a method."""

import ast
from collections.abc import Iterator
from pathlib import Path

import seaboard

SERVER = Path(seaboard.__file__).parent / "server"
OWNERS = {"broadcast", "connection", "dealer", "driver", "guests", "house", "invitations", "mine", "notices", "presence", "push"}
OWNERS |= {"moves", "room", "rooms", "sender", "session", "store"}
"""What things with a state of their own are called wherever they are used."""


def written(folder: Path) -> Iterator[tuple[str, ast.Attribute]]:
    """Each attribute that is assigned to, and where; not in storage, where a connection is the database's."""
    for file in sorted(set(folder.rglob("*.py")) - set(folder.glob("storage/*.py"))):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            targets = (
                node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else []
            )
            for target in targets:
                for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                    if isinstance(one, ast.Attribute):
                        yield f"{file.name}:{one.lineno}: {ast.unparse(one)}", one


def test_no_test_sets_what_is_private() -> None:
    tests = Path(__file__).parents[1]
    private = [where for where, one in written(tests) if one.attr.startswith("_") and ast.unparse(one.value) not in {"self", "cls"}]
    assert private == []


def test_nobody_writes_what_is_another_s() -> None:
    strangers = [where for where, one in written(SERVER) if ast.unparse(one.value).rpartition(".")[2].lstrip("_") in OWNERS]
    assert strangers == []
