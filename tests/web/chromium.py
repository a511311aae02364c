"""A Chromium to drive: the machine's own, or the one that npm's @sparticuz/chromium brings."""

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

from tools.build_page import find_npm

WEB = Path(__file__).parents[2] / "web"
FOLDER = WEB.parent / ".cache" / "chromium"
"""Where it is unpacked: in the folder that all users of the machine share, only the first could start it."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGE = "@sparticuz/chromium"


class NoChromium(Exception):
    """There is none, and none could be brought; the message says what to install."""


def find() -> str:
    """The path of a Chromium that runs here."""
    named = os.environ.get("SEABOARD_CHROMIUM")
    if named:
        return named
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    return _bring()


def _bring() -> str:
    """Fetched and unpacked by whoever asks first: nobody can start a program that somebody else is still writing."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _unpacked()


def _unpacked() -> str:
    npm = find_npm()
    help_text = (
        f"the browser tests need Chromium: install it (on Debian: apt install chromium), or name it in SEABOARD_CHROMIUM; npm's {PACKAGE}"
    )
    if not (WEB / "node_modules" / PACKAGE).is_dir():
        got = subprocess.run(
            [str(npm), "install", "--no-save", "--no-audit", "--no-fund", PACKAGE], cwd=WEB, capture_output=True, text=True
        )
        if got.returncode:
            raise NoChromium(f"{help_text} could not be fetched:\n{got.stderr[-800:]}")
    script = f"import('{PACKAGE}').then(async (m) => console.log(await m.default.executablePath()))"
    unpack_here = {**os.environ, "TMPDIR": str(FOLDER)}
    said = subprocess.run([str(npm.parent / "node"), "-e", script], cwd=WEB, env=unpack_here, capture_output=True, text=True)
    if said.returncode:
        raise NoChromium(f"{help_text} does not run here:\n{said.stderr[-800:]}")
    return said.stdout.strip()
