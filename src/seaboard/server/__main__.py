"""`python -m seaboard.server` is `seaboard serve`."""

import argparse
import sys

from seaboard.server.command import add_serve_command, add_verify_command


def main() -> int:
    """Run `serve` unless another command is named."""
    parser = argparse.ArgumentParser(prog="seaboard")
    commands = parser.add_subparsers(required=True)
    add_serve_command(commands)
    add_verify_command(commands)
    words = sys.argv[1:]
    if not words or words[0] not in {"serve", "verify", "-h", "--help"}:
        words = ["serve", *words]
    arguments = parser.parse_args(words)
    return int(arguments.run(arguments))


if __name__ == "__main__":
    sys.exit(main())
