"""What the commands install from holds what the package asks for, exact and complete, and names no registry."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import seaboard

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TESTED = ("server", "plots", "envs", "openspiel", "cluster", "docs", "dev")
LOCKS = {"play": ("server",), "test": TESTED, "bench": (*TESTED, "bench")}


def locked(name: str) -> dict[str, set[str]]:
    """Every package of a lock, with its version, or its versions where Pythons differ."""
    found: dict[str, set[str]] = {}
    for line in (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if matched := re.match(r"([\w.-]+)==([^ ;]+)", line):
            found.setdefault(canonicalize_name(matched[1]), set()).add(matched[2])
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_what_the_package_asks_for(name: str) -> None:
    versions = locked(name)
    wanted = [*PROJECT["dependencies"], *(line for extra in LOCKS[name] for line in PROJECT["optional-dependencies"][extra])]
    for requirement in map(Requirement, wanted):
        found = versions.get(canonicalize_name(requirement.name), set())
        assert found, f"{requirement.name} is not in requirements/{name}.txt: run make lock"
        for version in found:
            assert requirement.specifier.contains(version), f"requirements/{name}.txt has {requirement.name} {version}: run make lock"


@pytest.mark.parametrize("name", ["play", "bench"])
def test_locks_agree(name: str) -> None:
    tested = locked("test")
    for package, versions in locked(name).items():
        assert versions <= tested.get(package, versions), f"{package} differs between requirements/{name}.txt and test.txt: run make lock"


@pytest.mark.parametrize("name", [*LOCKS, "node"])
def test_a_lock_is_exact_and_names_no_registry(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert "index-url" not in text
    entries = re.split(r"\n(?=\S)", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    assert all("==" in entry and "--hash=sha256:" in entry for entry in entries)


def test_changelog_and_citation_name_this_version() -> None:
    found = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert found[0] == seaboard.__version__
    assert f"\nversion: {seaboard.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
