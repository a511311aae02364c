"""The contents of `/metrics`, in Prometheus' format."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import REGISTRY, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

REFUSALS = Counter("seaboard_refusals", "Messages refused on live sockets", ["key"])
MATCHES = Counter("seaboard_matches", "Matches started", ["game"])
COMMITS = Histogram("seaboard_commit_seconds", "One transaction of the writer", buckets=_FAST)
COMMITTED = Counter("seaboard_writes", "Moves and changes that went into transactions")
KEPT = Gauge("seaboard_moves_kept", "Moves that wait because the database can't be written to")
SOCKETS = Gauge("seaboard_sockets", "Live connections now")
ROOMS = Gauge("seaboard_rooms", "Tables in memory now")
REQUESTS = Counter("seaboard_requests", "HTTP requests", ["route", "status"])
COVERED = Counter("seaboard_covered", "Seats that a bot began to cover", ["why"])
PUSHES = Counter("seaboard_pushes", "Notifications to devices: sent, to be sent again, failed …", ["outcome"])
REVIEWS = Counter("seaboard_reviews", "Reviews made")
REVIEWS_WAITING = Gauge("seaboard_reviews_waiting", "Reviews in the queue now")
BOT_FAILURES = Counter("seaboard_bot_failures", "Bots that failed to choose; a random move was played")


class Moves(Collector):
    """Moves, and how long their answers took. Only the event loop counts them, so they need no lock."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], int] = {}
        self._took = [0] * (len(_FAST) + 1)
        self._seconds = 0.0

    def count(self, game: str | None, by: str, seconds: float | None = None) -> None:
        """Count a move in a game (None: it was refused), by a person or a bot, with the time to answer a person."""
        if game is not None:
            self._made[game, by] = self._made.get((game, by), 0) + 1
        if seconds is not None:
            self._took[bisect_left(_FAST, seconds)] += 1
            self._seconds += seconds

    @property
    def total(self) -> int:
        """How many moves were made."""
        return sum(self._made.values())

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics for Prometheus."""
        made = CounterMetricFamily("seaboard_moves", "Moves written down and acknowledged", labels=["game", "by"])
        for labels, count in list(self._made.items()):
            made.add_metric(labels, count)
        yield made
        ends = [*map(str, _FAST), "+Inf"]
        took = HistogramMetricFamily("seaboard_move_seconds", "From a move's or a take-back's arrival to its answer")
        took.add_metric([], list(zip(ends, accumulate(self._took), strict=True)), self._seconds)
        yield took


MOVES = Moves()
REGISTRY.register(MOVES)
