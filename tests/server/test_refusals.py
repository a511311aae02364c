"""Whatever is not legal is refused, with a sentence."""

import pytest

from seaboard import GAMES, Match
from seaboard.game import Game
from seaboard.server.refusals import why_not


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_an_action_is_refused_though_the_rules_give_no_reason(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(game, seed=1)
    seat = match.to_act[0]
    legal = match.legal(seat)
    monkeypatch.setattr(Match, "reason", lambda *_: None)
    for action in range(game.state.ACTIONS):
        assert (why_not(match, seat, action) is None) == (action in legal)
