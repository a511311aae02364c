"""What strangers were answered is counted in a process of their own, and told to the one that measures."""

import json

from bench.strangers import Told


def test_what_strangers_were_answered_arrives() -> None:
    told_of = Told(requests=3, failures=1)
    told_of.statuses.update([200, 200, 500])
    told = json.loads(told_of.as_json())
    assert (told["requests"], told["failures"], told["statuses"]) == (3, 1, {"200": 2, "500": 1})
