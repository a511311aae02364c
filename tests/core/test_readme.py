"""The README's examples do what they say."""

import doctest
from pathlib import Path

import pytest

import seaboard.match

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["README.md"])
def test_examples(name: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert tried > 5
    assert failed == 0


@pytest.mark.parametrize("module", [seaboard, seaboard.match])
def test_docstrings(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried
    assert failed == 0
