"""Whoever installs the extras that a page names has what the programs import."""

import ast
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
PLAIN = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
OURS = ("seaboard", "bench", "tests", "tools")
BROUGHT_BY = {
    "jax": "pgx",
    "pyspiel": "open-spiel",
    "stable_baselines3": "sb3-contrib",
    "llvmlite": "numba",
    "uvloop": "uvicorn",
    "starlette": "fastapi",
}
FOLDERS = {
    "bench": ("bench", "cluster", "cuda", "envs", "openspiel", "server", "tutorials"),
    "examples/learning": ("envs", "openspiel", "plots", "tutorials"),
    "examples/accounts": ("client",),
    "examples/engines": (),
    "src/seaboard/envs": ("cuda", "envs", "openspiel", "tutorials"),
    "src/seaboard/client": ("client",),
    "src/seaboard/server": ("server",),
    "src/seaboard/arena": ("cluster", "plots"),
    "src/seaboard/train": ("cuda", "plots", "train"),
    "src/seaboard/cli": ("client", "cluster", "plots", "server", "train"),
    **{f"src/seaboard/{room}": () for room in ("bots", "games", "hints", "kernels", "locales", "puzzles", "review")},
}


def imported(folder: Path) -> set[str]:
    """What the files of a folder import from other projects."""
    found = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - set(OURS)


@pytest.mark.parametrize("folder", FOLDERS)
def test_extras_bring_what_is_imported(folder: str) -> None:
    asked = [*PLAIN, *(line for extra in FOLDERS[folder] for line in EXTRAS[extra])]
    brought = {canonicalize_name(Requirement(line).name) for line in asked}
    assert {canonicalize_name(BROUGHT_BY.get(name, name)) for name in imported(ROOT / folder)} <= brought


def test_a_cluster_can_be_reached_by_its_ray_address() -> None:
    (ray,) = map(Requirement, EXTRAS["cluster"])
    assert ray.extras == {"client"}
