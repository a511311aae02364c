"""The command line: what it prints, what it writes, and how it refuses."""

import json
from pathlib import Path

import pytest

from seaboard import __version__
from seaboard.cli import main


def test_simulate_as_json_table_and_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot, figures = tmp_path / "sim.png", tmp_path / "sim.json"
    assert main(["simulate", "sea-change", "--games", "3000", "--seats", "4", "--json", str(figures), "--plot", str(plot)]) == 0
    assert "matches/s" in capsys.readouterr().out
    summary = json.loads(figures.read_text())
    assert summary["games"] == 3000
    assert summary["unfinished"] == 0
    assert sum(entry["wins"] for entry in summary["entries"]) == pytest.approx(1)
    assert all(sum(entry["scores"].values()) == 3000 for entry in summary["entries"])
    assert plot.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_simulate_is_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    outs = []
    for seed in ("5", "5", "6"):
        assert main(["simulate", "sea-change", "--games", "2500", "--seats", "1", "--seed", seed, "--json", "-"]) == 0
        outs.append(json.loads(capsys.readouterr().out)["entries"])
    assert outs[0] == outs[1] != outs[2]
    assert len(outs[0]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "chess"], "there is no game 'chess'"),
        (["simulate", "--seats", "99"], "1 to 8 seats"),
        (["simulate", "--games", "0"], "at least one game"),
        (["simulate", "--option", "teams"], "NAME=VALUE"),
        (["simulate", "--option", "teams=3"], "choose one of: 0, 2"),
        (["simulate", "--option", "x=3"], "no option 'x'"),
        (["simulate", "--games", "10", "--json", "/no/such/folder/x.json"], "can't be written"),
        (["simulate", "--games", "10", "--plot", "/no/such/folder/x.png"], "can't be written"),
        (["simulate", "--games", "10", "--keep", "/no/such/folder/x.jsonl"], "can't be used"),
        (["simulate", "--seed", "-1"], "seed of a simulation"),
        (["tournament", "--bots", "random,simple", "--deals", "1", "--out", "/no/such/folder/x.jsonl"], "can't be used"),
        (["play", "--seat", "7"], "there is no seat 7"),
        (["play", "--bot", "deep-thought"], "there is no bot 'deep-thought'"),
    ],
)
def test_bad_arguments_are_one_clear_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert message in told.replace("\n", " ")
    assert "Traceback" not in told


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"seaboard {__version__}\n"


@pytest.mark.parametrize("brackets", [3_000, 200_000])
def test_a_file_of_brackets_is_not_a_record(brackets: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record.json"
    file.write_text("[" * brackets + "]" * brackets)
    assert main(["verify", str(file)]) == 1
    told = capsys.readouterr().err
    assert "not a record of Seaboard" in told
    assert "Traceback" not in told


def test_without_a_command_the_games_are_served_and_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool]] = []
    monkeypatch.setattr("seaboard.cli.serve.serve", lambda chosen: asked.append((chosen.command, chosen.open)))
    assert main([]) == 0
    assert asked == [("serve", True)]
