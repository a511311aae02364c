"""The page of figures: a part that is measured again replaces itself, and nothing else."""

from bench.measure import Row
from bench.report import as_markdown

ABOUT = {"Rules": "How fast the rules are.", "Server": "How fast the server is."}


def test_a_part_is_measured_again() -> None:
    first = as_markdown({"Rules": [Row("games", "steps/s", 1000.0, 100.0, "peer", 8)], "Server": [Row("moves", "/s", 5.0)]}, about=ABOUT)
    assert first.startswith("# Benchmarks\n")
    assert "| games | 1,000 steps/s | 100 (peer) | 10 | ≥ 8 |" in first
    again = as_markdown({"Rules": [Row("games", "steps/s", 2000.0, 100.0, "peer", 8)]}, about=ABOUT, before=first)
    assert again == first.replace("1,000 steps/s | 100 (peer) | 10 |", "2,000 steps/s | 100 (peer) | 20 |")


def test_what_others_wrote_stays() -> None:
    before = as_markdown({"Server": [Row("moves", "/s", 5.0)]}, about=ABOUT) + "\n## By hand\n\nSomething else.\n"
    page = as_markdown({"Rules": [Row("games", "steps/s", 1000.0)]}, about=ABOUT, before=before)
    assert [line for line in page.splitlines() if line.startswith("## ")] == ["## Rules", "## Server", "## By hand"]
    assert page.endswith("\nSomething else.\n")
