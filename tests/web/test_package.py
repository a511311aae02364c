"""What `make dist` packs is whole: unpacked in an empty place, without Node and without this checkout, it serves the page."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import httpx

from tests.server.harness import served
from tools.release_before import unpack

ROOT = Path(__file__).parents[2]
MOST_BYTES = 12_000_000


def build(folder: Path, kind: str, into: Path) -> Path:
    """Pack what is in a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(into)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    (packed,) = into.iterdir()
    return packed


def test_the_wheel_that_an_sdist_gives_serves_the_page(built: None, tmp_path: Path) -> None:
    sdist = build(ROOT, "sdist", tmp_path / "sdist")
    with tarfile.open(sdist) as packed:
        unpack(packed, tmp_path / "unpacked")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    wheel = build(unpacked, "wheel", tmp_path / "wheel")
    assert wheel.stat().st_size < MOST_BYTES
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "site")
        names = packed.namelist()
    assert not [name for name in names if name.startswith(("tests/", "tools/", "web/"))]
    with served(data=tmp_path / "data", source=tmp_path / "site") as server:
        page = httpx.get(server.url).text
        script = page.split('src="')[1].split('"')[0]
        assert httpx.get(f"{server.url}/{script.lstrip('./')}").status_code == 200
