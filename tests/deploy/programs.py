"""Run the programs that read the files of deploy/."""

import os
import shutil
import subprocess

import pytest


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Return a program's output."""
    if shutil.which(command[0]) is None:
        pytest.fail(f"{command[0]} is needed to read the files of deploy/: install it (on Debian: apt install caddy systemd)")
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
