"""Whoever owns a state changes it: what others want of a room, a connection or the house, they ask for by a method."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import seaboard

SERVER = Path(seaboard.__file__).parent / "server"
OWNERS = {"batcher", "broadcast", "connection", "dealer", "driver", "guests", "house", "invitations", "mine", "notices", "presence"}
OWNERS |= {"moves", "push", "room", "rooms", "sender", "session", "socket", "store"}
"""What things with a state of their own are called wherever they are used."""


def written(folder: Path) -> Iterator[tuple[str, ast.Attribute]]:
    """Each attribute that is assigned to, and where; not in storage, where a connection is the database's."""
    for file in sorted(set(folder.rglob("*.py")) - set(folder.glob("storage/**/*.py"))):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            targets = (
                node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else []
            )
            for target in targets:
                for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                    if isinstance(one, ast.Attribute):
                        yield f"{file.name}:{one.lineno}: {ast.unparse(one)}", one


def replaced(source: str) -> Iterator[tuple[int, str]]:
    """Each name that a `setattr` or `delattr`, pytest's too, is given as text, and in which line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and re.search(r"(set|del)attr(__)?$", ast.unparse(node.func)):
            for one in [*node.args[:2], *(word.value for word in node.keywords if word.arg in {"name", "target"})]:
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    yield node.lineno, one.value


def is_private(name: str) -> bool:
    last = name.rpartition(".")[2]
    return last.startswith("_") and not last.endswith("__")


def test_no_test_sets_what_is_private() -> None:
    tests = Path(__file__).parents[1]
    private = [where for where, one in written(tests) if is_private(one.attr) and ast.unparse(one.value) not in {"self", "cls"}]
    for file in sorted(tests.rglob("*.py")):
        found = replaced(file.read_text(encoding="utf-8"))
        private += [f"{file.name}:{line}: {name}" for line, name in found if is_private(name)]
    assert private == []


@pytest.mark.parametrize(
    "line",
    [
        'monkeypatch.setattr(server.limits, "_changes", 4)',
        'patch.setattr("seaboard.server.limits._network", None)',
        'monkeypatch.delattr(server, name="_changes")',
        'setattr(server, "_changes", 4)',
        'object.__setattr__(server, "_changes", 4)',
    ],
)
def test_what_is_private_is_seen_where_it_is_named_as_text(line: str) -> None:
    assert [is_private(name) for _, name in replaced(line)] == [True]


def test_nobody_writes_what_is_another_s() -> None:
    strangers = [where for where, one in written(SERVER) if ast.unparse(one.value).rpartition(".")[2].lstrip("_") in OWNERS]
    assert strangers == []
