"""A table of Sea Salt & Paper as lines of text: cards by their names, in their colours."""

from typing import Any

from seaboard.cli.terminal.words import NOTHING, Words, columns
from seaboard.events import Event

COLOURS = {
    "dark-blue": "bold blue",
    "light-blue": "bright_cyan",
    "black": "bold bright_black",
    "yellow": "bright_yellow",
    "green": "green",
    "grey": "white",
    "purple": "magenta",
    "white": "bold white",
    "light-orange": "yellow",
    "pink": "bright_magenta",
    "orange": "red",
}


def card(name: str, words: Words) -> str:
    """A card in its colour."""
    kind, colour, *_ = name.split(":")
    return f"[{COLOURS[colour]}]{words.say(f'card.{kind}.{colour}')}[/]"


def cards(names: list[str], words: Words) -> str:
    """Several cards."""
    return ", ".join(card(name, words) for name in names) or NOTHING


def lines(view: dict[str, Any], words: Words) -> list[str]:
    """The table as the seat sees it."""
    table = view["table"]
    found = [
        f"[bold]{words.say('log.round', round=table['round'])}[/] · {words.label(words.say('deck'))} {words.say('left', n=table['deck'])}"
    ]
    for number, pile in enumerate(table["piles"], start=1):
        top = card(pile["top"], words) if pile["top"] else NOTHING
        found.append(f"{words.label(words.say('pile', pile=number))} {top} [dim]({words.say('cards', n=pile['size'])})[/]")
        if pile["cards"]:
            found.append(f"   {cards(pile['cards'], words)}")
    rows = []
    for seat in range(view["seats"]):
        laid = [name for pair in table["laid"][seat] for name in pair]
        rows.append(
            [
                ("> " if seat in view["to_act"] else "  ") + words.name(seat),
                words.say("of_goal", points=table["scores"][seat], goal=table["goal"]),
                words.say("held", n=table["held"][seat]),
                f"{words.label(words.say('laid'))} {cards(laid, words)}" if laid else "",
            ]
        )
    found += columns(rows)
    found += [
        f"{words.label(words.name(seat))} {cards(hand, words)}"
        for seat, hand in enumerate(table["revealed"])
        if hand is not None and seat != view["seat"]
    ]
    if view["seat"] is not None:
        points = table["points"][view["seat"]]
        if table["drawn"]:
            found.append(f"{words.label(words.say('drawn'))} {cards(table['drawn'], words)}")
        found.append(f"{words.label(words.here('hand'))} {cards(table['hand'], words)}")
        found.append(f"[bold]{words.say('meter', n=points['total'], needed=table['to_call'])}[/]")
    return found


def line(event: Event, view: dict[str, Any], words: Words) -> str | None:
    """What happened, in a sentence."""
    seat = event.get("seat", -1)

    def plain(field: str) -> str:
        kind, colour, *_ = event[field].split(":")
        return words.say(f"card.{kind}.{colour}")

    match event["event"]:
        case "round_began":
            return f"[bold]{words.say('log.round', round=event['round'])}[/]"
        case "two_drawn" if "first" in event:
            return words.told("drew_two_known", seat, first=plain("first"), second=plain("second"))
        case "two_drawn":
            return words.told("drew_two", seat)
        case "card_kept" if "card" in event:
            return words.told("kept", seat, card=plain("card"))
        case "card_discarded":
            return words.told("discarded", seat, card=plain("card"), pile=event["pile"])
        case "card_taken":
            return words.told("took", seat, card=plain("card"), pile=event["pile"])
        case "card_drawn":
            return words.told("drew_known", seat, card=plain("card")) if "card" in event else words.told("drew", seat)
        case "pair_laid":
            return words.told("laid", seat, first=plain("first"), second=plain("second"))
        case "effect_lost":
            return words.say(f"log.lost_{event['kind']}")
        case "pile_searched":
            return words.told("searched", seat, pile=event["pile"])
        case "card_picked" if "card" in event:
            return words.told("picked_known", seat, card=plain("card"), pile=event["pile"])
        case "card_picked":
            return words.told("picked", seat, pile=event["pile"])
        case "card_stolen":
            victim = words.say("log.whom_you") if event["victim"] == view["seat"] else words.name(event["victim"])
            return (
                words.told("stole_known", seat, card=plain("card"), victim=victim)
                if "card" in event
                else words.told("stole", seat, victim=victim)
            )
        case "turn_repeated":
            return words.told("again", seat)
        case "mermaids_laid":
            return words.told("mermaids", seat)
        case "stop_called":
            return f"[bold]{words.told('stop', seat)}[/]"
        case "last_chance_called":
            return f"[bold]{words.told('last_chance', seat)}[/]"
        case "round_cancelled":
            return words.say("log.cancelled")
        case "bet_won" | "bet_lost":
            return words.told(event["event"], seat, points=event["points"], best=event["best"])
        case "round_scored":
            return words.told("scored", seat, n=event["gained"])
        case "match_won":
            return f"[bold]{words.told('match', seat)}[/]"
    return None
