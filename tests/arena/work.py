"""Work for other processes: in a file that imports nothing, so that they start at once."""

import os
import time


def square(number: int) -> int:
    time.sleep(0.05)
    return number * number


def die(number: int) -> int:
    os._exit(9)
