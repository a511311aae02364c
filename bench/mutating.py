"""Messages that are nearly right: valid ones, changed here and there by a seeded source of chance."""

import json
import random
import string
from typing import Any

ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 7, 255, 2**31 - 1, 2**31, -(2**31), 2**53, 2**64, 10**400, 1.5, -0.0, 1e308),
    *("", " ", "0", "null", "a" * 41, "x" * 5000, "\x00", "\u202eevil", "Z\u0351\u0300\u0321algo", "🏴‍☠️" * 30, "\ud800"),
    *("../../etc/passwd", "%2e%2e/", "'; DROP TABLE people; --", "{{7*7}}", "<script>alert(1)</script>", "cabin-boy", "admiral"),
    *([], {}, [[]], [None] * 50, {"": ""}, {"$ne": 1}, {"__proto__": {"seat": 0}}),
]
"""Values that something may stumble over."""


class Mutator:
    """Changes values; the same seed makes the same changes."""

    def __init__(self, seed: int, known: list[Any]) -> None:
        self.rng = random.Random(seed)
        self._known = known  # ids and names that are there

    def value(self) -> Any:
        return self.rng.choice(self._known if self.rng.random() < 0.4 else ODD)

    def of(self, value: Any) -> Any:
        """Return the value with a random change somewhere."""
        rng = self.rng
        if isinstance(value, dict) and value and rng.random() < 0.9:
            changed = dict(value)
            name = rng.choice(list(changed))
            match rng.randrange(4):
                case 0:
                    del changed[name]
                case 1:
                    changed[self.word()] = self.value()
                case _:
                    changed[name] = self.of(changed[name])
            return changed
        if isinstance(value, list) and value and rng.random() < 0.8:
            at = rng.randrange(len(value))
            return [*value[:at], *([] if rng.random() < 0.3 else [self.of(value[at])]), *value[at + (rng.random() < 0.8) :]]
        if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.6:
            return value + rng.choice((-2, -1, 1, 2, 10, 1000))
        if isinstance(value, str) and value and rng.random() < 0.5:
            at = rng.randrange(len(value))
            return value[:at] + rng.choice(string.printable + "é\u202e\x00\ud800\udfff") + value[at + 1 :]
        return self.value()

    def word(self) -> str:
        return "".join(self.rng.choices(string.ascii_lowercase + "_", k=self.rng.randint(0, 8)))

    def text(self, message: Any) -> str | bytes:
        """A message as text: as it is, changed once or a few times, or cut and broken."""
        rng = self.rng
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
            message = self.of(message)
        text = json.dumps(message)
        chance = rng.random()
        if chance < 0.05:
            return text[: rng.randrange(len(text) + 1)]
        if chance < 0.08:
            raw = bytearray(text.encode())
            for _ in range(rng.randint(1, 4)):
                raw[rng.randrange(len(raw))] = rng.randrange(256)
            return bytes(raw)
        return text
