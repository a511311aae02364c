"""Outside bots: a class in a Python file, or a program that is asked over its standard input and output.

An error costs a program the move and nothing more: if its answer is illegal, late or missing, `simple` plays instead, and the move counts
as lost. A program that dies, floods or is late again and again is stopped; `simple` plays on.
"""

import contextlib
import importlib.util
import inspect
import json
import logging
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

from seaboard import position
from seaboard.bots.simple import SimpleBot
from seaboard.bots.specs import BadBot
from seaboard.game import Game

_log = logging.getLogger("seaboard.bots")
PROTOCOL = 1
START_SECONDS = 20.0
"""For a program to say that it is ready."""
LONGEST = 65_536
"""Bytes in a line of an answer."""
MOST_LINES = 100
"""Lines that nobody asked for, in one move."""
MOST_LATE = 3
"""Moves in a row that a program may be late with."""


def load_class(where: str, *, game: Game, seed: int | None) -> Any:
    """Make a bot from a class in a Python file, passing the game's name and a seed if it takes `game` and `seed`."""
    file, _, name = where.rpartition(":")
    path = Path(file).expanduser()
    if not path.is_file():
        raise BadBot(f"there is no file {file!r}")
    module_spec = importlib.util.spec_from_file_location(path.stem, path)
    assert module_spec is not None
    assert module_spec.loader is not None
    module = importlib.util.module_from_spec(module_spec)
    try:
        module_spec.loader.exec_module(module)
        make = getattr(module, name, None)
        if make is None:
            raise BadBot(f"{file} has no {name!r}")
        given = {"game": game.name, "seed": seed}
        bot = make(**{word: given[word] for word in given if word in inspect.signature(make).parameters})
    except BadBot:
        raise
    except Exception as error:
        raise BadBot(f"{where} can't be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise BadBot(f"{where} is not a bot: it has no choose(view)")
    return bot


def wants_history(bot: Any) -> bool:
    """Whether a bot wants a history in its views, as requested by `history = True`."""
    return bool(getattr(bot, "history", False))


class EngineBot:
    """A program of any language that plays a seat: lines of JSON to its standard input, and from its standard output.

    `lost` counts the moves that `simple` had to make in its place.
    """

    def __init__(self, game: Game, command: str, *, seconds: float, seed: int | None) -> None:
        self.game = game
        self.command = command
        self.seconds = seconds
        self.lost = 0
        self._seed = seed
        self._simple = SimpleBot(game)
        self._engine: _Engine | None = None
        self._is_given_up = False
        self._late = 0
        self._asked = 0

    def choose(self, view: dict[str, Any], *, within: float | None = None) -> int:
        """Return the program's answer, or what `simple` plays if there is none in time: `self.seconds`, or `within` if that is less."""
        position.legal_in(view)
        action = self._ask(view, self.seconds if within is None else min(within, self.seconds))
        if action is None:
            self.lost += 1
            return self._simple.choose(view)
        return action

    def begin_match(self) -> None:
        """Begin another match: the next question restarts a program that was given up."""
        self._is_given_up = False
        self._late = 0

    def close(self) -> None:
        """End the program."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def _ask(self, view: dict[str, Any], seconds: float) -> int | None:
        if self._is_given_up:
            return None
        if self._engine is None:
            self._engine = self._start(view)
        self._asked += 1
        question = {"type": "choose", "id": self._asked, "seconds": round(seconds, 3), "view": view}
        try:
            answer = self._engine.ask(question, kind="move", within=seconds)
        except _Late:
            self._late += 1
            if self._late >= MOST_LATE:
                self._give_up(f"was late {MOST_LATE} times in a row")
            return None
        except _Ended:
            self._give_up("has ended, or was stopped for what it printed")
            return None
        self._late = 0
        return _action(answer, view)

    def _start(self, view: dict[str, Any]) -> "_Engine":
        """Start the program and tell it the game; failing to start is an error in the command."""
        engine = _Engine(self.command)
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": self.game.name,
            "rules": view["rules"],
            "seat": view["seat"],
            "seats": view["seats"],
            "options": view["options"],
            "seed": self._seed,
        }
        try:
            engine.ask(hello, kind="ready", within=START_SECONDS)
        except (_Late, _Ended) as error:
            engine.close()
            raise BadBot(f"{self.command!r} did not report that it is ready: it must answer hello with {{'type': 'ready'}}") from error
        return engine

    def _give_up(self, why: str) -> None:
        _log.warning("the program %r %s: `simple` plays the rest of the match in its place", self.command, why)
        self._is_given_up = True
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        """A copy starts its own program when it is first asked."""
        return {**self.__dict__, "_engine": None}

    def __del__(self) -> None:
        self.close()


def _action(answer: dict[str, Any], view: dict[str, Any]) -> int | None:
    """Return the legal action that an answer names, by its number or as text; None if there is none."""
    action = answer.get("action")
    if type(action) is int and action in view["legal"].values():
        return action
    move = answer.get("move")
    return int(view["legal"][move]) if isinstance(move, str) and move in view["legal"] else None


class _Late(Exception):
    """No answer in time."""


class _Ended(Exception):
    """The program is gone, or its answers are intolerable."""


class _Engine:
    """A running program. It gets one question at a time, so writing to it never blocks."""

    def __init__(self, command: str) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,  # so that its own child processes end with it
            )
        except (OSError, ValueError) as error:
            raise BadBot(f"{command!r} can't be started: {error}") from error
        self._lines: queue.Queue[bytes] = queue.Queue(MOST_LINES)
        self._unanswered: int | None = None  # the id of an abandoned question
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, question: dict[str, Any], *, kind: str, within: float) -> dict[str, Any]:
        """Send a line, and return the answer to it."""
        deadline = time.monotonic() + within
        if self._unanswered is not None:
            self._answer_to(self._unanswered, "move", deadline)
        self._unanswered = number = question.get("id", 0)
        stopping = threading.Timer(within, self._kill)  # it isn't even reading
        stopping.start()
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps(question, separators=(",", ":")).encode() + b"\n")
            self._process.stdin.flush()
        except OSError as error:
            raise _Ended from error
        finally:
            stopping.cancel()
        return self._answer_to(number, kind, deadline)

    def _answer_to(self, number: int, kind: str, deadline: float) -> dict[str, Any]:
        """Wait for the answer to a question, ignoring anything else."""
        for _ in range(MOST_LINES):
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise _Late from None
            if not line:
                raise _Ended
            with contextlib.suppress(ValueError, RecursionError):
                answer = json.loads(line)
                if isinstance(answer, dict) and answer.get("type") == kind and (kind == "ready" or answer.get("id") == number):
                    self._unanswered = None
                    return answer
        raise _Ended

    def _read(self) -> None:
        """Collect its lines; an empty one means that it is over."""
        assert self._process.stdout is not None
        with contextlib.suppress(ValueError, queue.Full):  # closed meanwhile, or a flood
            while line := self._process.stdout.readline(LONGEST):
                if not line.endswith(b"\n"):
                    break
                self._lines.put_nowait(line)
        self._kill()
        with contextlib.suppress(queue.Empty):
            while self._lines.full():
                self._lines.get_nowait()
        self._lines.put(b"")

    def close(self) -> None:
        """Give it a moment to exit by itself, then kill it."""
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.5)
        self._kill()
        self._process.wait()

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
