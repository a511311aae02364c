"""What docs/bots.md says of the levels is what the ladder says."""

from bench.ladder import PAGE, filled


def test_the_levels_ratings_are_those_of_the_ladder() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert filled(page) == page, "run: python -m bench.ladder --table"
