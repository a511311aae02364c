"""Match: the one stateful class. A seed, options and moves in; views, events, scores and records out."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np

from seaboard import locales, position, state
from seaboard.errors import BadNotation, BadPosition, BadRecord, IllegalAction, MatchOver, NotYourTurn, SeaboardError
from seaboard.events import LOGS, Event, RawEvent, read_log, show, tell
from seaboard.game import Game, check_seed, plain
from seaboard.games import find

RECORD_FORMAT = 1
MARKED = 16  # once moves are taken back, the state is kept after every this many: later take-backs replay no more than these


class Match:
    """A match of one of the games.

    >>> m = Match("sea-change", seats=4, seed=7)
    >>> seat = m.to_act[0]
    >>> m.play(seat, m.legal(seat)[0])
    """

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        rules: int | None = None,
        compiled: bool = False,
    ) -> None:
        self.game = find(game)
        self.rules = position.check_version(self.game, self.game.version if rules is None else rules)
        self.seats = self.game.check_seats(seats)
        self.options = self.game.check_options(self.seats, {} if options is None else options)
        self.seed = check_seed(seed)
        self._begin(self._blank(), compiled=compiled)
        self._run("start")

    def _blank(self) -> Any:
        return self.game.new_state(seats=self.seats, seed=self.seed, options=self.options, rules=self.rules)

    def _begin(self, s: Any, *, compiled: bool) -> None:
        self.compiled = compiled
        self.moves: list[tuple[int, int]] = []
        self._events: list[RawEvent] = []
        self._told: list[int] = []  # number of events after the start and after each move
        self._from_seed = True
        self._formatters = self.game.formatters(self.options)
        self._shown_options = {option.name: option.shown(self.options[option.name]) for option in self.game.options}
        self._rules: Any = self.game.rules
        self._out: Any = [0] * self.game.state.ACTIONS
        self._legal: dict[int, list[int]] = {}  # by seat, for those asked since the last move
        self._marks: list[tuple[int, Any]] = []  # states by number of moves, from which a take-back replays
        self._state = s
        if compiled:
            from seaboard.compiled import twin

            self._rules = twin(self.game).rules
            self._state = state.to_record(s)
            self._out = np.zeros(len(self._out), np.int64)

    def _run(self, function: str, *arguments: int) -> None:
        log: Any = LOGS.compiled if self.compiled else LOGS.plain
        log[0] = 1
        getattr(self._rules, function)(self._state, *arguments, log)
        self._events += read_log(log)
        self._told.append(len(self._events))
        self._legal.clear()

    def __repr__(self) -> str:
        return f"<Match {self.game.name}: {self.seats} seats, {len(self.moves)} moves{', over' if self.over else ''}>"

    # ---- Playing -------------------------------------------------------------------------------

    @property
    def to_act(self) -> list[int]:
        """The seats that are to act now; several in games where seats act at the same time."""
        return list(state.members(int(self._rules.to_act(self._state))))

    def legal(self, seat: int) -> list[int]:
        """A seat's legal actions; empty when it can't act."""
        return self._legal_now(self._check_seat(seat))[:]

    def legal_of_all(self) -> list[list[int]]:
        """The legal actions of every seat, only to be read."""
        return list(map(self._legal_now, range(self.seats)))

    def _legal_now(self, seat: int) -> list[int]:
        """Return a seat's legal actions, computed once per move: most callers have just asked for them before they play."""
        legal = self._legal.get(seat)
        if legal is None:
            count = self._rules.legal_actions(self._state, seat, self._out)
            legal = self._legal[seat] = self._out[:count].tolist() if self.compiled else self._out[:count]
        return legal

    def play(self, seat: int, action: int) -> None:
        """Do a legal action; anything else raises and changes nothing."""
        if type(seat) is not int or type(action) is not int:
            seat, action = plain(seat), plain(action)
        legal = self._legal_now(self._check_seat(seat))
        if type(action) is not int or action not in legal:
            if self.over:
                raise MatchOver("the match is over; start another")
            if not legal:
                raise NotYourTurn(f"seat {seat} can't act now; to act: seat {', '.join(map(str, self.to_act))}")
            raise IllegalAction(self.why_not(seat, action))
        self._run("apply", seat, action)
        self.moves.append((seat, action))

    def take_back(self, kept: int) -> None:
        """Take back all but the first `kept` moves."""
        if not self._from_seed:
            raise SeaboardError("moves can't be taken back in a match begun from a position; begin again from the position")
        if type(kept) is not int or not 0 <= kept <= len(self.moves):
            raise SeaboardError(f"{kept!r} moves can't be kept: there are {len(self.moves)}")
        marks = [mark for mark in self._marks if mark[0] <= kept]
        if not marks:
            blank = self._blank()
            marks.append((0, state.to_record(blank) if self.compiled else blank))
            self._rules.start(marks[0][1], None)
        done, s = marks[-1][0], state.copy(marks[-1][1])
        if done % MARKED and done < kept:
            marks.pop()  # a later one follows below; this keeps them few
        for number, (seat, action) in enumerate(self.moves[done:kept], done + 1):
            self._rules.apply(s, seat, action, None)
            if number % MARKED == 0 or number == kept:
                marks.append((number, state.copy(s)))
        self._marks, self._state = marks, s
        del self._told[kept + 1 :], self._events[self._told[kept] :], self.moves[kept:]
        self._legal.clear()

    def reason(self, seat: int, action: int) -> tuple[str, dict[str, str]] | None:
        """Return why the rules forbid a seat an action: a key of the game's locales, and its values. None if they don't.

        It is computed from what the seat knows, so it can't reveal more.
        """
        seat, action = self._check_seat(seat), plain(action)
        if unknown := self._unknown(action):
            raise IllegalAction(unknown)
        known = self._shown_state(seat)
        why = self.game.rules.why_not(known, seat, action)
        return self.game.reason(known, seat, action, why) if why else None

    def why_not(self, seat: int, action: int, language: str = "en") -> str:
        """Say in words why a seat that is to act can't do this now; "" if it can."""
        seat, action = self._check_seat(seat), plain(action)
        if unknown := self._unknown(action, language):
            return unknown
        reason = self.reason(seat, action)
        return "" if reason is None else locales.reason(language, self.game.name, *reason)

    def _unknown(self, action: Any, language: str = "en") -> str:
        if type(action) is int and 0 <= action < self.game.state.ACTIONS:
            return ""
        return locales.say(language, "page", "reason.no_such_action", action=str(action)[:40], last=self.game.state.ACTIONS - 1)

    def notation(self, action: int, seat: int) -> str:
        """Write a move as short text."""
        seat, action = self._check_seat(seat), plain(action)
        if unknown := self._unknown(action):
            raise IllegalAction(unknown)
        return str(self.game.notation.write_move(self.plain_state(), seat, action))

    def parse(self, text: str, seat: int) -> int:
        """Return the action that a short text means; BadNotation if it isn't a move, IllegalAction if it isn't allowed now."""
        seat = self._check_seat(seat)
        if not isinstance(text, str):
            raise BadNotation(
                f"a move is written as text, like {self.game.notation.write_move(self.plain_state(), seat, 0)!r}, not {text!r}"
            )
        try:
            action = int(self.game.notation.read_move(self.plain_state(), seat, text.strip()))
        except (ValueError, LookupError) as error:
            moves = ", ".join(self.notation(a, seat) for a in self.legal(seat))
            hint = f"; legal now: {moves}" if moves else ""
            raise BadNotation(f"{text!r} is not a move of {self.game.title}{hint}") from error
        legal = self._legal_now(seat)
        if legal and action not in legal:
            raise IllegalAction(self.why_not(seat, action))
        return action

    # ---- Position ------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._rules.is_over(self._state))

    @property
    def scores(self) -> list[int]:
        """The score of each seat, and of the AI if one plays along."""
        return [int(self._rules.score(self._state, i)) for i in range(self._rules.entries(self._state))]

    @property
    def winners(self) -> list[int]:
        """Who has won, by place in `scores`; empty while the match lasts."""
        return list(state.members(int(self._rules.winners(self._state))))

    def view(self, seat: int | None, *, memory: bool = True, history: bool = False) -> dict[str, Any]:
        """Return everything a seat may know, as plain data; None is a spectator.

        Everything in it is made from a state in which hidden information has been wiped out. `table` is what the seat sees, `memory` the
        position as a perfect memory knows it, for bots, and `history`, on request, all events that the seat was shown, as numbers.
        """
        seat = None if seat is None else self._check_seat(seat)
        known = self._shown_state(seat)
        game, members = self.game, state.members
        rules, write_move = game.rules, game.notation.write_move
        out = [0] * game.state.ACTIONS
        count = 0 if seat is None else rules.legal_actions(known, seat, out)
        is_over = bool(rules.is_over(known))
        view = {
            "game": game.name,
            "rules": self.rules,
            "seat": seat,
            "seats": self.seats,
            "options": dict(self._shown_options),
            "to_act": list(members(rules.to_act(known))),
            "over": is_over,
            "scores": [rules.score(known, i) for i in range(rules.entries(known))],
            "winners": list(members(rules.winners(known))) if is_over else [],
            "legal": {write_move(known, seat, action): action for action in out[:count]},
            "table": game.view.table(known, -1 if seat is None else seat),
        }
        if memory:
            view["memory"] = position.write(game, known)
        if history:
            if not self._from_seed:
                raise SeaboardError("a match begun from a position does not know what happened before, so it has no history")
            view["history"] = tell(self._events, seat, kinds=self.game.view.EVENTS)
        return view

    def known_state(self, seat: int | None) -> Any:
        """Return the State with everything wiped out that a seat may not know."""
        known = state.copy(self.plain_state())
        self.game.view.hide(known, -1 if seat is None else seat)
        return known

    def _shown_state(self, seat: int | None) -> Any:
        """The same, read-only: what `hide` can't change is not copied."""
        hide = self.game.view.hide
        known = state.copy_for(hide, self.plain_state())
        hide(known, -1 if seat is None else seat)
        return known

    def plain_state(self) -> Any:
        """The State itself, secrets included: for tests and tools, not for players."""
        return state.from_record(self.game.state.State, self._state) if self.compiled else self._state

    def events(self, seat: int | None, *, since: int = 0, after: int | None = None) -> list[Event]:
        """Return the events, as a seat (None: a spectator) saw them; `since` skips the first events of that list.

        `after` leaves out the events of the first `after` moves.
        """
        seat = None if seat is None else self._check_seat(seat)
        if type(since) is not int or since < 0:
            raise SeaboardError(f"since is how many events to skip, a whole number from 0, not {since!r}")
        kinds, formatters = self.game.view.EVENTS, self._formatters
        seen = (show(raw, seat, kinds=kinds, formatters=formatters) for raw in self.raw_events(after))
        return [event for event in seen if event is not None][since:]

    def raw_events(self, after: int | None = None) -> list[RawEvent]:
        """Return all events, or those after that many moves, secrets included: for servers, which hide them."""
        if after is None:
            return self._events[:]
        if type(after) is not int or not 0 <= after < len(self._told):
            raise SeaboardError(f"after is a number of moves, from 0 to the {len(self._told) - 1} that have been played, not {after!r}")
        return self._events[self._told[after] :]

    def count_events(self, seat: int | None, *, moves: Sequence[int]) -> list[int]:
        """Return how many events a seat (None: a spectator) had seen after each of these numbers of moves, which must rise."""
        kinds = self.game.view.EVENTS
        counts, count, at = list[int](), 0, 0
        for number in moves:
            end = self._told[number]
            count += sum(kinds[raw[0]].is_seen_by(raw, seat) for raw in self._events[at:end])
            counts.append(count)
            at = end
        return counts

    # ---- Records and positions -----------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        """Return the whole match as JSON data that can be replayed."""
        if not self._from_seed:
            raise BadRecord("a match begun from a position has no record; keep the position and the moves")
        return {
            "seaboard": RECORD_FORMAT,
            "game": self.game.name,
            "rules": self.rules,
            "seats": self.seats,
            "options": dict(self.options),
            "seed": f"{self.seed:032x}",
            "moves": [[seat, action] for seat, action in self.moves],
            "scores": self.scores,
            "winners": self.winners,
        }

    @classmethod
    def replay(cls, record: Mapping[str, Any], *, compiled: bool = False) -> Self:
        """Play a record again; BadRecord says at which move it fails."""
        if not isinstance(record, Mapping) or record.get("seaboard") != RECORD_FORMAT:
            raise BadRecord('not a record of Seaboard: "seaboard": 1 is missing')
        try:
            game, seed, moves = find(record["game"]), int(record["seed"], 16), record["moves"]
            rules = position.check_version(game, record["rules"])
            match = cls(game, seats=record["seats"], seed=seed, options=record["options"], rules=rules, compiled=compiled)
        except KeyError as error:
            raise BadRecord(f"the record lacks {error.args[0]!r}") from error
        except BadRecord:
            raise
        except (TypeError, ValueError, AttributeError) as error:
            raise BadRecord(f"the record can't be started: {error}") from error
        if not isinstance(moves, Sequence) or isinstance(moves, str):
            raise BadRecord("'moves' must be a list of [seat, action]")
        for number, move in enumerate(moves):
            try:
                seat, action = move
                match.play(seat, action)
            except (SeaboardError, TypeError, ValueError) as error:
                raise BadRecord(f"move {number + 1}, {move!r}, does not replay: {error}") from error
        for name in ("scores", "winners"):
            if name in record and record[name] != getattr(match, name):
                raise BadRecord(f"the record says {name} {record[name]!r}, but its moves give {getattr(match, name)!r}")
        return match

    def position(self) -> dict[str, Any]:
        """Return the whole state as readable JSON, secrets included."""
        return position.write(self.game, self.plain_state())

    @classmethod
    def from_position(cls, game: str | Game, given: Mapping[str, Any], *, compiled: bool = False) -> Self:
        """Make a match that continues from a position."""
        found = find(game)
        s = position.read(found, given)
        try:
            found.check_seats(s.seats)
            found.options_of(s)
            wrong = found.wrong_field(s)
        except (SeaboardError, LookupError, ValueError) as error:
            raise BadPosition(f"this position can't arise: {error}") from error
        if wrong is not None:
            raise BadPosition(f"this position can't arise: {wrong} contradicts the rest of the position")
        match = cls.from_state(found, s, compiled=compiled)
        match._from_seed = False
        return match

    @classmethod
    def from_state(cls, game: str | Game, s: Any, *, compiled: bool = False) -> Self:
        """Make a match that continues from a State, which it trusts and takes over."""
        match = cls.__new__(cls)
        match.game = find(game)
        match.seats = s.seats
        match.rules = match.game.rules_of(s)
        match.options = match.game.options_of(s)
        match.seed = sum(word << 32 * i for i, word in enumerate(s.seed))
        match._begin(s, compiled=compiled)
        match._told.append(0)
        match._from_seed = False
        return match

    def from_start(self) -> Self:
        """Return the same match before its first move, interpreted."""
        return type(self)(self.game, seats=self.seats, seed=self.seed, options=self.options, rules=self.rules)

    def copy(self) -> Self:
        """Return an independent match in the same position."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._state = state.copy(self._state)
        other.moves = self.moves[:]
        other._events = self._events[:]
        other._told = self._told[:]
        other._out = self._out.copy()
        other._legal = {}
        return other

    def __getstate__(self) -> dict[str, Any]:
        made_anew = ("_rules", "_out", "_legal", "_marks", "_formatters", "_shown_options", "game", "_state")
        kept = {name: value for name, value in self.__dict__.items() if name not in made_anew}
        return {**kept, "game": self.game.name, "_state": self.plain_state()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        moves, events, told, from_seed = kept["moves"], kept["_events"], kept["_told"], kept["_from_seed"]
        self.__dict__.update(kept)
        self.game = find(kept["game"])
        self._begin(kept["_state"], compiled=kept["compiled"])
        self.moves, self._events, self._told, self._from_seed = moves, events, told, from_seed

    def _check_seat(self, seat: int) -> int:
        number = seat if type(seat) is int else plain(seat)
        if type(number) is not int or not 0 <= number < self.seats:
            raise NotYourTurn(f"there is no seat {seat!r}; this match has seats 0 to {self.seats - 1}")
        return number
