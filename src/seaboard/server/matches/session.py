"""A match in memory: its entries folded into a `Match`, and what each seat may see."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from typing import cast

from seaboard import games
from seaboard.match import Match
from seaboard.server.matches.event_texts import texts_of
from seaboard.server.protocol import BotMove, Ended, Event, Reason, View, written_events
from seaboard.server.refusals import Refused, why_not
from seaboard.server.storage.rows import Entry, MatchRow

MOST_TAKE_BACKS = 100
"""Moves that may be taken back in a match: each makes it longer to rebuild."""
MOST_CHANGES = 30
"""How often a secret choice may be changed before it is shown, for the same reason."""


def has_rules(row: MatchRow) -> bool:
    """Whether this server has the rules that a match was begun with."""
    return games.has_rules(row.game, row.rules)


def is_newer(row: MatchRow) -> bool:
    """Whether a match was begun by a server of a newer release on the same database."""
    return row.game not in games.GAMES or row.rules > games.GAMES[row.game].version


class Session:
    """A match as its entries have made it.

    `number` counts the entries. `since[seat]` is the number at which a seat's current choice began: a message that has seen that much is
    not stale, whatever others have chosen in the meantime.

    A seat that changes its secret choice makes an entry that nobody else may notice. So numbers sent to and by a seat leave out others'
    changes: `to_seat_count` and `from_seat_count` convert between the two.
    """

    def __init__(self, row: MatchRow, entries: Iterable[Entry]) -> None:
        if not has_rules(row):
            raise Refused("match.newer_rules" if is_newer(row) else "match.old_rules")
        self.row = row
        self.number = 0
        self.rewound = 0
        self.acted = [0] * row.seats  # the number after each seat's last own entry
        self.since = [0] * row.seats
        self.since_at = [row.started] * row.seats
        self.last_at = row.started
        self.unnoticed: list[list[int]] = [
            [] for _ in range(row.seats + 1)
        ]  # numbers of the entries that each seat may not notice; last: spectators
        self._changes = [0] * row.seats  # how often each seat has changed the choice that it has made
        self._by_bots: list[tuple[int, int]] = []  # which moves bots made (by how many came before), and for which seat
        self._answers: dict[tuple[int, str], int] = {}
        self.take_backs = 0
        self.match = Match(row.game, seats=row.seats, seed=int(row.seed, 16), options=row.options, rules=row.rules)
        self._look()
        self.next_up = self.to_act  # the seats that have just been given a choice
        self._texts = texts_of(self.match.game, self.match.options)
        entries = list(entries)
        for entry in entries[: row.origin_moves]:
            self.absorb(entry)
        for entry in entries[row.origin_moves + self._skip_taken_back(entries[row.origin_moves :]) :]:
            self.absorb(entry)

    def _skip_taken_back(self, entries: Sequence[Entry]) -> int:
        """Apply entries up to the last take-back, but play only the moves that were not taken back: otherwise take-backs would slow down
        rebuilding. Returns how many entries that were; none if older ones don't say who was to act.
        """
        count = max((i + 1 for i, entry in enumerate(entries) if entry.action < 0), default=0)
        first, kept = len(self.match.moves), list[Entry]()
        if any(entry.to_act is None or 0 <= -1 - entry.action < first for entry in entries[:count]):
            return 0
        to_act: int | None = self.to_act_bits
        for entry in entries[:count]:
            if entry.action < 0:
                del kept[-1 - entry.action - first :]
                self.take_backs += 1
            else:
                kept.append(entry)
                if not (to_act or 0) >> entry.seat & 1:
                    self._hide(entry)
            to_act = entry.to_act
            self._note(entry)
        for entry in kept:
            self.match.play(entry.seat, entry.action)
            if entry.message is None:
                self._by_bots.append((len(self.match.moves) - 1, entry.seat))
        if count:
            self._changes = [0] * self.row.seats
            self.rewound = self.number
            self.since, self.since_at = [self.number] * self.row.seats, [self.last_at] * self.row.seats
            self._look()
            self.next_up = self.to_act
        return count

    def _note(self, entry: Entry) -> None:
        """Note this entry, and the message that caused it."""
        self.number = self.acted[entry.seat] = entry.number + 1
        self.last_at = entry.at
        if entry.message is not None:
            self._answers[entry.seat, entry.message] = entry.number

    def _hide(self, entry: Entry) -> None:
        """Hide this entry from everyone but its seat."""
        for seat, unnoticed in enumerate(self.unnoticed):
            if seat != entry.seat:
                unnoticed.append(entry.number)

    def _look(self) -> None:
        """Compute once what everyone needs after each move."""
        self.to_act = self.match.to_act
        self.is_played_out = self.match.over
        self.ended: Ended | None = self.row.ended or ("over" if self.is_played_out else None)
        self.is_over = self.ended is not None
        self._legal = self.match.legal_of_all()

    def absorb(self, entry: Entry) -> None:
        """Apply an entry. Raises, unchanged, if the rules forbid it."""
        if entry.action < 0:
            kept = -1 - entry.action
            self.match.take_back(kept)
            self._look()
            self.take_backs += 1
            self._changes = [0] * self.row.seats
            self._by_bots = [(move, seat) for move, seat in self._by_bots if move < kept]
            self.rewound = entry.number + 1
            same: list[int] = []
        else:
            before = self._legal
            self.match.play(entry.seat, entry.action)
            if entry.message is None:
                self._by_bots.append((len(self.match.moves) - 1, entry.seat))
            if entry.seat in self.to_act:
                self._changes[entry.seat] = 0
            else:
                self._changes[entry.seat] += 1
                self._hide(entry)
            self._look()
            same = [seat for seat, legal in enumerate(before) if legal and legal == self._legal[seat] and seat != entry.seat]
        self._note(entry)
        if same:
            for seat in range(self.row.seats):
                if seat not in same:
                    self.since[seat] = self.number
                    self.since_at[seat] = entry.at
            self.next_up = [seat for seat in self.to_act if seat not in same]
        else:
            self.since, self.since_at = [self.number] * self.row.seats, [entry.at] * self.row.seats
            self.next_up = self.to_act

    @property
    def to_act_bits(self) -> int:
        """The seats that are to act, as bits."""
        bits = 0
        for seat in self.to_act:
            bits |= 1 << seat
        return bits

    # ---- How a seat counts ---------------------------------------------------------------------

    def to_seat_count(self, seat: int | None, number: int | None = None) -> int:
        """Convert a number (by default the current one) to a seat's count."""
        number = self.number if number is None else number
        unnoticed = self.unnoticed[-1 if seat is None else seat]
        return number - bisect_left(unnoticed, number) if unnoticed else number

    def from_seat_count(self, seat: int, count: int) -> int:
        """Convert a seat's count back to a number."""
        unnoticed = self.unnoticed[seat]
        if not unnoticed:
            return count  # nearly always
        return count + bisect_right(range(len(unnoticed)), count, key=lambda before: unnoticed[before] - before)

    # ---- What may be done ----------------------------------------------------------------------

    def answered(self, seat: int, message: str) -> int | None:
        """Return the number that this same message was given earlier, if any."""
        return self._answers.get((seat, message))

    def check(self, seat: int, number: int, action: int) -> Reason | None:
        """Return why a seat that has seen `number` can't do this now, or None if it can."""
        if self.is_over:
            return Refused("play.match_over").reason()
        if number > self.number or number < self.since[seat]:
            return Refused("play.stale").reason()
        if action not in self._legal[seat]:
            return why_not(self.match, seat, action)
        if seat not in self.to_act and self._changes[seat] >= MOST_CHANGES:
            return Refused("play.too_many_changes", most=MOST_CHANGES).reason()
        return None

    def legal(self, seat: int) -> list[int]:
        """The actions that a seat has now."""
        return self._legal[seat]

    def may_take_back(self, seat: int) -> bool:
        """Whether a seat has a move to take back, and the match is not over."""
        return not self.is_over and self.take_backs < MOST_TAKE_BACKS and self.moves_kept(seat) is not None

    def moves_kept(self, seat: int) -> int | None:
        """Return how many moves stay if the seat takes its last one back; None if it has made none."""
        moves = self.match.moves
        first = self.row.origin_moves  # the moves that a practice match plays on from can't be taken back
        return next((i for i in range(len(moves) - 1, first - 1, -1) if moves[i][0] == seat), None)

    # ---- What a seat may see -------------------------------------------------------------------

    def view(self, seat: int | None, *, memory: bool) -> View:
        """What a seat sees now."""
        return cast(View, self.match.view(seat, memory=memory))

    def choice_view(self, seat: int) -> View:
        """Return what a seat remembered and saw when its current choice began.

        So when several seats choose at once, their order makes no difference: a bot with set dice chooses the same.
        """
        later = self.number - self.since[seat]
        if not later or self.since[seat] < self.rewound:
            return self.view(seat, memory=True)
        before = self.match.from_start()
        for mover, action in self.match.moves[:-later]:
            before.play(mover, action)
        return cast(View, before.view(seat, memory=True))

    def events_since(self, seat: int | None, number: int) -> list[Event]:
        """Return the events that a seat has seen since a number, already encoded; there must be no take-back in between."""
        return written_events(self._texts.of(self.match.raw_events(len(self.match.moves) - (self.number - number)), seat))

    def events(self, seat: int | None) -> list[Event]:
        """All that a seat has seen happen."""
        return cast(list[Event], self.match.events(seat))

    def all_events(self, seat: int | None) -> list[Event]:
        """The same, already encoded: everyone who comes to a table is sent it, and a crowd may come."""
        return written_events(self._texts.of(self.match.raw_events(), seat))

    @property
    def has_bot_moves(self) -> bool:
        """Whether bots have made moves."""
        return bool(self._by_bots)

    def bot_moves(self, seat: int | None, *, people: Collection[int], since: int | None = None) -> list[BotMove]:
        """Return the moves that bots made for people, by how many events a seat had seen before each; those since a number, or all."""
        first = 0 if since is None else len(self.match.moves) - (self.number - since)
        made: list[tuple[int, int]] = []
        for move, by in reversed(self._by_bots):
            if move < first:
                break
            if by in people:
                made.append((move, by))
        made.reverse()
        counts = self.match.count_events(seat, moves=[move for move, _ in made])
        return [BotMove(by, count) for (_, by), count in zip(made, counts, strict=True)]
