"""Whoever installs the sdist into an empty environment, on a machine without Node, has a server with its page. Part of `make soak`."""

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0


def path_without(*programs: str) -> str:
    """The folders in which programs are looked for, less those that hold one of these."""
    folders = os.environ["PATH"].split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if not any((Path(folder) / program).exists() for program in programs))


def test_an_sdist_installs_without_node_and_serves_the_page(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "tools" / "build_page.py")], check=True, capture_output=True)
    build = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path / "dist")]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (sdist,) = (tmp_path / "dist").iterdir()
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    empty = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SEABOARD"))}
    empty |= {"PATH": path_without("node", "npm"), "SEABOARD_CACHE": str(tmp_path / "cache")}
    assert shutil.which("node", path=empty["PATH"]) is None
    programs = tmp_path / "venv" / "bin"
    install = [str(programs / "python"), "-m", "pip", "install", "--quiet", f"{sdist}[server]"]
    subprocess.run(install, check=True, env=empty, cwd=tmp_path)
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    command = [str(programs / "seaboard"), "serve", "--port", str(port), "--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    server = subprocess.Popen(command, env=empty, cwd=tmp_path)
    try:
        page = when_up(f"http://127.0.0.1:{port}/", server)
        script = page.split('src="')[1].split('"')[0]
        assert httpx.get(f"http://127.0.0.1:{port}/{script.lstrip('./')}").status_code == 200
    finally:
        server.kill()
        server.wait()


def when_up(url: str, server: subprocess.Popen[bytes]) -> str:
    """The page, as soon as there is one."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return httpx.get(url).raise_for_status().text
        except httpx.HTTPError:
            assert server.poll() is None, "the server has ended"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.2)
