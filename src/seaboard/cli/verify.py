"""`seaboard verify`: replay a match's record."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from seaboard.cli.arguments import add_command
from seaboard.errors import SeaboardError


def add_to(subparsers: Any) -> None:
    """Add `verify` to the command line."""
    parser = add_command(
        subparsers, "verify", verify, help="replay a match's record and check that its shuffle was fair", status_on_error=1
    )
    parser.add_argument("record", type=Path, help="the record downloaded after the match")
    parser.add_argument("--commitment", help="the commitment that was published during the match")


def verify(chosen: argparse.Namespace) -> None:
    """Replay a record; an error says what is wrong with it."""
    from seaboard.server.matches.records import verify as check

    try:
        record = json.loads(chosen.record.read_text(encoding="utf-8"))
        match, shared = check(record, chosen.commitment)
    except OSError as error:
        raise SeaboardError(f"can't read {chosen.record}: {error.strerror}") from error
    except RecursionError as error:
        raise SeaboardError(f"{chosen.record} is not a record of Seaboard: its brackets are nested too deeply") from error
    except ValueError as error:
        raise SeaboardError(str(error)) from error
    practice, daily = record.get("practice"), record.get("daily")
    left_out = sorted({share["seat"] for share in record.get("shuffle", {}).get("shares", ())} - set(shared))
    if isinstance(practice, dict):
        print(
            f"A practice match: it goes on from match {practice.get('match')} after {practice.get('moves')} moves, "
            "with cards that were already known."
        )
    if isinstance(daily, dict):
        told = "its cards come from the key that was committed to" if daily.get("key") else "the key of that day is not revealed yet"
        print(f"The deal of {daily.get('day')}: {told}.")
    if shared:
        print(f"The server and the people in {_seats(shared)} drew the cards together: none of them could choose any.")
    elif not isinstance(practice, dict) and not isinstance(daily, dict):
        print("The server drew the cards alone: nobody changed them later, but it could have chosen them before.")
    if left_out:
        print(f"What the people in {_seats(left_out)} had announced was not revealed in time, so it was left out.")
    winners = ", ".join(str(seat) for seat in match.winners) or "nobody yet"
    print(f"The seed is the one committed to, and all {len(match.moves)} moves replay. Scores {match.scores}, won by {winners}.")


def _seats(seats: Sequence[int]) -> str:
    return ("seat " if len(seats) == 1 else "seats ") + ", ".join(map(str, seats))
