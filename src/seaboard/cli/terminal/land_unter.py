"""A table of Land Unter as lines of text: weather is a number, with its lifebuoys as rings; water is blue."""

from typing import Any

from seaboard.cli.terminal.words import Words, columns, signed
from seaboard.events import Event

WATER = "white on blue"
SKIES = ("black on bright_cyan", "black on cyan", "black on white", "white on bright_black", "white on black")
"""From clear to storm, a dozen cards each."""
BUOYS = ("", " ◐", " ○")


def weather(name: str, halves: list[int]) -> str:
    """A weather card, with half or whole lifebuoys."""
    place = int(name) - 1
    return f"[{SKIES[place // 12]}] {name}{BUOYS[halves[place]]} [/]"


def water(name: str) -> str:
    """A water card."""
    return f"[{WATER}] {name[1:]} [/]"


def lines(view: dict[str, Any], words: Words) -> list[str]:
    """The table as the seat sees it."""
    table = view["table"]
    halves = table["halves"]
    when = words.say("when", round=table["round"], rounds=table["rounds"], trick=table["trick"], tricks=table["tricks"])
    low, high = sorted(table["water"], key=lambda name: int(name[1:])) if table["water"] else ("", "")
    turned = (
        f" · {words.label(words.say('turned'))} {water(low)} {words.say('to_highest')}, {water(high)} {words.say('to_second')}"
        if low
        else ""
    )
    rows = []
    for seat in range(view["seats"]):
        level = table["levels"][seat]
        state = words.say("out") if table["out"][seat] else words.say("level", level=level)
        chosen = "" if table["out"][seat] or not table["chosen"][seat] else words.say("has_chosen")
        played = table["trick_cards"][seat]
        rows.append(
            [
                ("> " if seat in view["to_act"] else "  ") + words.name(seat),
                words.say("lifebuoys", n=table["lifebuoys"][seat]),
                state,
                words.say("points", n=table["scores"][seat], points=table["scores"][seat]),
                weather(played, halves) if played else chosen,
            ]
        )
    found = [f"[bold]{when}[/]{turned}", *columns(rows)]
    if table["hand"]:
        found.append(f"{words.label(words.here('hand'))} " + " ".join(weather(name, halves) for name in table["hand"]))
    return found


def line(event: Event, view: dict[str, Any], words: Words) -> str | None:
    """What happened, in a sentence."""
    table = view["table"]
    match event["event"]:
        case "round_began":
            return f"[bold]{words.say('log.round', round=event['round'], rounds=table['rounds'])}[/]"
        case "lifebuoys_taken":
            return f"{words.label(words.name(event['seat']))} {words.say('lifebuoys', n=event['lifebuoys'])}"
        case "water_turned":
            return f"{words.label(words.say('turned'))} {water(event['first'])} {water(event['second'])}"
        case "card_revealed" | "card_played":
            return f"{weather(event['card'], table['halves'])} {words.told('played', event['seat'], card=event['card'])}"
        case "water_taken":
            return f"{water(event['water'])} {words.label(words.name(event['seat']))} {words.say('water', level=event['water'][1:])}"
        case "lifebuoy_lost":
            return words.told("lost", event["seat"], level=event["level"])
        case "seat_eliminated":
            return words.told("out", event["seat"], level=event["level"])
        case "score_changed":
            return f"{words.label(words.name(event['seat']))} {words.say('points', n=event['points'], points=signed(event['points']))}"
        case "match_won":
            return f"[bold]{words.told('match', event['seat'])}[/]"
    return None
