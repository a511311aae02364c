"""What is told of the end of a match that began in the middle, and so can't be played again from its seed."""

from seaboard import Match
from seaboard.chronicle import Chronicle


def decided(m: Match) -> dict[str, dict[str, int | str]]:
    """The sentences that say what decided it, with their values."""
    assert m.over
    assert m.game.summary
    told = Chronicle([(0, event) for event in m.events(None)], [m.scores], m.winners, m.view(None)["table"])
    return {sentence.key: dict(sentence.values) for sentence in m.game.summary.decided(told)}
