"""Whole matches played at random, with every state on the way checked."""

from typing import Any

from seaboard.kit import draw, lowest

rules: Any = None  # the game's, bound when compiled
soundness: Any = None


def check_all(states: Any, chooser: Any, actions: Any, steps: Any, most_steps: int) -> None:
    """Play a match at random from every state of an array, in which seats, seed and options are written.

    `steps` gets how many steps each one took, or -1 - (the step) at which it was not sound, had no action, or did not end. `chooser`
    is any State with a seed of its own; its numbers choose the actions. All is one function: the compiler optimises
    all the rules again for each that calls them.
    """
    for i in range(len(states)):
        s = states[i]
        rules.start(s, None)
        steps[i] = -1 - most_steps
        for step in range(most_steps):
            if not soundness.is_sound(s):
                steps[i] = -1 - step
                break
            acting = rules.to_act(s)
            if acting == 0:
                steps[i] = step
                break
            seat = lowest(acting)
            count = rules.legal_actions(s, seat, actions)
            if count == 0:
                steps[i] = -1 - step
                break
            rules.apply(s, seat, actions[draw(chooser, count)], None)
