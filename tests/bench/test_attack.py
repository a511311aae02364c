"""What strangers were answered is counted in a process of their own, and told to the one that measures."""

import json

from bench.attack import Found


def test_what_strangers_were_answered_arrives() -> None:
    found = Found(requests=3, failures=1)
    found.statuses.update([200, 200, 500])
    told = json.loads(found.as_json())
    assert (told["requests"], told["failures"], told["statuses"]) == (3, 1, {"200": 2, "500": 1})
