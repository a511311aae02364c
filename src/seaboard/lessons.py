"""Lessons: a game's worked examples as positions to play; the other seats are played automatically."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from seaboard.bots.simple import SimpleBot
from seaboard.errors import SeaboardError
from seaboard.events import Event
from seaboard.match import Match


@dataclass(frozen=True)
class Lesson:
    """An example to try. Its texts are in the game's locales, under `lesson.<name>`."""

    name: str
    section: str
    """The section of the game's rules (`learn.<section>` of its locales) that it shows."""
    begin: Callable[[], Match]
    """Makes a fresh copy of the position."""
    seat: int
    """The learner's seat."""
    ends: tuple[str, ...]
    """The kinds of event that end it."""
    goal: Mapping[str, Any]
    """An event that must have happened by then; a tuple lists several acceptable values."""
    answer: Sequence[str]
    """The learner's moves that reach the goal."""
    unless: Mapping[str, Any] = field(default_factory=dict)
    """An event that spoils it, if there is one."""
    others: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """The other seats' moves, in order; once the learner has made one impossible, the bot `simple` takes over."""


class Attempt:
    """A lesson being played: it takes only the learner's moves, and shows only what the learner may know."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.match = lesson.begin()
        self.is_reached: bool | None = None
        """Whether the goal was reached; None while the lesson lasts."""
        self.frames: list[dict[str, Any]] = []
        """The position, and then what the learner saw of each move; a choice that others make in secret is not in it."""
        self._scripts = {seat: list(moves) for seat, moves in lesson.others.items()}
        self._bot = SimpleBot(self.match.game)
        self._show([])
        self._let_others_play()

    def play(self, action: int) -> None:
        """Make the learner's move, and everything that follows before the next one."""
        self._play(self.lesson.seat, action)
        self._let_others_play()

    def _let_others_play(self) -> None:
        while self.is_reached is None:
            others = [seat for seat in self.match.to_act if seat != self.lesson.seat]
            if not others:
                break
            self._play(others[0], self._choice(others[0]))

    def _choice(self, seat: int) -> int:
        script = self._scripts.get(seat, [])
        if script:
            try:
                return self.match.parse(script.pop(0), seat)
            except SeaboardError:
                script.clear()
        return self._bot.choose(self.match.view(seat))

    def _play(self, seat: int, action: int) -> None:
        before = len(self.match.moves)
        self.match.play(seat, action)
        events = self.match.events(self.lesson.seat, after=before)
        last = max((i for i, event in enumerate(events) if event["event"] in self.lesson.ends), default=None)
        if last is not None:
            events = events[: last + 1]  # events of the next trick or round would only distract
        self._show(events)
        if last is not None or self.match.over:
            self.is_reached = self._happened(self.lesson.goal) and not (self.lesson.unless and self._happened(self.lesson.unless))

    def _show(self, events: list[Event]) -> None:
        view = self.match.view(self.lesson.seat, memory=False)
        self.frames.append({"number": len(self.frames), "events": events, "view": view})

    def _happened(self, wanted: Mapping[str, Any]) -> bool:
        """Whether the learner has seen an event with these values."""
        seen = (event for frame in self.frames for event in frame["events"])
        allowed = {name: value if isinstance(value, tuple) else (value,) for name, value in wanted.items()}
        return any(all(event.get(name) in values for name, values in allowed.items()) for event in seen)
