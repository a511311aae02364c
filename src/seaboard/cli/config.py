"""Settings from a file: they count like environment variables, which override them."""

import difflib
import os
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from seaboard.cli.serve import FROM_ENVIRONMENT, switch
from seaboard.errors import SeaboardError

OF_THE_DATABASE = ("database", "database_file", "data")
KNOWN = {name.replace("_", "-"): FROM_ENVIRONMENT.get(name, str) for name in (*OF_THE_DATABASE, *FROM_ENVIRONMENT)}
"""Every setting as it is called on the command line, and how it is read."""
WANTED: dict[Any, tuple[tuple[type, ...], str]] = {
    str: ((str,), "text"),
    int: ((int,), "a whole number"),
    float: ((int, float), "a number"),
    switch: ((bool,), "true or false"),
    str.split: ((list,), 'a list, ["…", "…"]'),
}


@contextmanager
def as_environment(arguments: Sequence[str]) -> Iterator[None]:
    """Put the settings of the file named by `--config` or SEABOARD_CONFIG into the environment, while a command runs."""
    path = _named(arguments) or os.environ.get("SEABOARD_CONFIG")
    added = {name: text for name, text in (read(Path(path)) if path else {}).items() if not os.environ.get(name)}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]


def read(file: Path) -> dict[str, str]:
    """Read a file's settings, as environment variables."""
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SeaboardError(f"can't read the settings in {file}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SeaboardError(f"the settings in {file} are not TOML: {error}") from error
    return {f"SEABOARD_{name.upper().replace('-', '_')}": _text(file, name, value) for name, value in found.items()}


def _text(file: Path, name: str, value: Any) -> str:
    kind = KNOWN.get(name)
    if kind is None:
        near = difflib.get_close_matches(name.replace("_", "-").lower(), KNOWN, n=1)
        raise SeaboardError(f"there is no setting {name!r}, in {file}" + (f": did you mean {near[0]!r}?" if near else ""))
    types, wanted = WANTED[kind]
    if type(value) not in types or (isinstance(value, list) and not all(isinstance(one, str) and one.split() == [one] for one in value)):
        raise SeaboardError(f"{name}, in {file}, has to be {wanted}, not {value!r}")
    if isinstance(value, bool):
        return "1" if value else "0"
    return " ".join(value) if isinstance(value, list) else str(value)


def _named(arguments: Sequence[str]) -> str | None:
    """Find the value of `--config`; the command line itself is parsed once the settings are known."""
    for i, text in enumerate(arguments):
        if text == "--config" and i + 1 < len(arguments):
            return arguments[i + 1]
        if text.startswith("--config="):
            return text.partition("=")[2]
    return None
