"""What is told of a match at its end agrees with its rules, and everything it names can be read in both languages."""

import random
from typing import Any

import pytest

from seaboard import locales
from seaboard.match import Match
from seaboard.summary import places, summary
from tests.conformance.play import Setup, setups


def played(setup: Setup, seed: int) -> Match:
    match = Match(setup.game, seats=setup.seats, seed=seed, options=setup.options)
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def is_said(game: str, key: str, values: dict[str, Any]) -> bool:
    """Whether both languages have a sentence, the game's own or the page's."""
    forms = (key, f"{key}_other") if "n" in values else (key,)
    return all(any(form in locales.texts(language, book) for book in (game, "page") for form in forms) for language in ("en", "fr"))


@pytest.mark.parametrize("setup", setups(), ids=str)
def test_the_end_is_told_as_the_rules_say(setup: Setup) -> None:
    match = played(setup, 3)
    told = summary(match)
    assert sorted(entry for line in told.ranking for entry in line.entries) == list(range(len(match.scores)))
    assert sorted(entry for line in told.ranking if line.place == 1 for entry in line.entries) == match.winners
    assert all(match.scores[entry] == line.score for line in told.ranking for entry in line.entries)
    assert [places(match)[entry] for line in told.ranking for entry in line.entries] == [
        line.place for line in told.ranking for _ in line.entries
    ]
    assert [line.place for line in told.ranking] == sorted(line.place for line in told.ranking)
    assert told.totals[-1] == match.scores
    if setup.game.summary:
        assert told.decided
    for sentence in told.decided:
        assert is_said(setup.game.name, sentence.key, dict(sentence.values)), sentence
    for moment in told.moments:
        assert 0 <= moment.number <= len(match.moves)
        assert moment.entries
        assert is_said(setup.game.name, f"moment.{moment.key}", dict(moment.values)), moment
        assert is_said(setup.game.name, f"moment.{moment.key}.title", {}), moment


def test_a_match_that_lasts_is_not_summed_up() -> None:
    with pytest.raises(ValueError, match="finished"):
        summary(Match("sea-change", seed=1))
