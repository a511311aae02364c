"""Plays the first move it is offered. Run it by `seaboard tournament sea-change --bots "cmd:python examples/engines/miser.py,simple"`."""

import json
import sys

for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "hello":  # which game, how many seats, which is mine
        answer = {"type": "ready", "name": "Miser"}
    else:  # "choose": the view is all that my seat may know
        legal = question["view"]["legal"]  # {"B5": 5, "G9": 25, ...}
        answer = {"type": "move", "id": question["id"], "move": next(iter(legal))}
    print(json.dumps(answer), flush=True)
