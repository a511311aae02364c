"""The README's examples do what they say."""

import doctest
import re
from pathlib import Path

import pytest

import seaboard.match
from bench import figures

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["README.md"])
def test_examples(name: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False)
    assert tried > 5
    assert failed == 0


@pytest.mark.parametrize("module", [seaboard, seaboard.match])
def test_docstrings(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried
    assert failed == 0


def test_figures_are_those_of_the_benchmarks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert figures.main([str(ROOT / "README.md"), "--check"]) == 0, "run make figures"
    old = tmp_path / "README.md"
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    old.write_text(text.replace(" million steps/s", " thousand steps/s", 1), encoding="utf-8")
    assert figures.main([str(old), "--check"]) == 1
    assert "make figures" in capsys.readouterr().err
    assert figures.main([str(old)]) == 0
    assert old.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_links_lead_somewhere(name: str) -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)", (ROOT / name).read_text(encoding="utf-8")) if "://" not in link]
    assert links
    assert not [link for link in links if not (ROOT / link).exists()]
