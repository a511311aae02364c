"""Records that were once made go on replaying to the same end: their moves are legal, and their scores and winners the same.

`tests/records/` holds matches of each version of each game's rules, one a line, in every set-up. A file is only ever added to.
"""

import json
from pathlib import Path

import pytest

import seaboard
from tools import record_matches

RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.jsonl")), ids=lambda file: file.stem)
def test_old_records_replay_to_the_same_end(file: Path, compiled: bool) -> None:
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert records
    for record in records:
        again = seaboard.Match.replay(record, compiled=compiled)
        assert again.over
        assert again.record() == record


def test_every_game_has_records_of_its_rules() -> None:
    for game in seaboard.GAMES.values():
        if game.package.startswith("seaboard."):  # those of other packages keep their own
            file = RECORDS / f"{game.name}-rules-{game.version}.jsonl"
            assert file.exists(), f"{file.name} is missing: make it with python -m tools.record_matches"


def test_new_records_are_of_every_set_up_and_replay() -> None:
    game = seaboard.GAMES["sea-salt-and-paper"]
    records = [json.loads(line) for line in record_matches.records(game)]
    assert {record["seats"] for record in records} == set(game.seats)
    assert len(records) >= len(game.seats) * (1 + len(game.options))
    assert seaboard.Match.replay(records[-1]).record() == records[-1]
