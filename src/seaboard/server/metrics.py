"""What `/metrics` tells, in Prometheus' format."""

from prometheus_client import Counter, Gauge, Histogram

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

MOVES = Counter("seaboard_moves", "Moves written down and acknowledged", ["game", "by"])
REFUSALS = Counter("seaboard_refusals", "Messages refused on live sockets", ["key"])
MATCHES = Counter("seaboard_matches", "Matches started", ["game"])
TO_ACK = Histogram("seaboard_move_seconds", "From a move's arrival to its acknowledgement", buckets=_FAST)
COMMITS = Histogram("seaboard_commit_seconds", "One transaction of the writer", buckets=_FAST)
COMMITTED = Counter("seaboard_writes", "Moves and changes that went into transactions")
SOCKETS = Gauge("seaboard_sockets", "Live connections now")
ROOMS = Gauge("seaboard_rooms", "Tables in memory now")
REQUESTS = Counter("seaboard_requests", "HTTP requests", ["route", "status"])
COVERED = Counter("seaboard_covered", "Seats that a bot began to cover", ["why"])
BOT_FAILURES = Counter("seaboard_bot_failures", "Bots that failed to choose; a random move was played")
