"""Partial results saved in a file of JSON lines, so that an interrupted run resumes where it stopped."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from seaboard.errors import SeaboardError


class WrongFile(SeaboardError):
    """The file holds something else."""


def load(file: Path, header: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of a file that begins with this header; creates the file if there is none.

    A last line cut short by an interruption is dropped, from the file too.
    """
    first = json.dumps(header)
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        whole = text[: text.rfind("\n") + 1] or first + "\n"
        if whole != text:
            file.write_text(whole, encoding="utf-8")
        begins, *rows = (json.loads(line) for line in whole.splitlines())
    except OSError as error:
        raise WrongFile(f"{file} can't be used to save results: {error.strerror}") from error
    except ValueError as error:
        raise WrongFile(f"{file} is not a file of results: {error}") from error
    if begins != json.loads(first):
        raise WrongFile(f"{file} holds the results of something else: name another file, or remove it")
    return rows


def append(file: Path, row: Mapping[str, Any]) -> None:
    """Add a row."""
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(row) + "\n")
