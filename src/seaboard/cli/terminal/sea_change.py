"""A table of Sea Change as lines of text: a card is its suit's letter and its value, in the suit's colour, with its points."""

from typing import Any

from seaboard.cli.terminal.words import NOTHING, Words, columns, signed
from seaboard.events import Event

COLOURS = {"B": "white on blue", "G": "black on green", "R": "white on red", "P": "white on magenta", "Y": "black on yellow"}


def card(name: str, points: list[int]) -> str:
    """A card, with what it is worth."""
    worth = points[int(name[1:])]
    return f"[{COLOURS[name[0]]}] {name}{f' {signed(worth)}' if worth else ''} [/]"


def suit(letter: str | None, words: Words) -> str:
    """A suit in its colour."""
    return f"[{COLOURS[letter]}] {words.say(f'suit.{letter}')} [/]" if letter else NOTHING


def entry_name(entry: int, view: dict[str, Any], words: Words) -> str:
    """A seat by its name; beyond the seats, the AI."""
    return words.name(entry) if entry < view["seats"] else words.say("ai")


def lines(view: dict[str, Any], words: Words) -> list[str]:
    """The table as the seat sees it."""
    table = view["table"]
    points = table["points"]
    found = [f"[bold]{words.say('log.round', round=table['round'])}[/] · {words.label(words.say('trump'))} {suit(table['trump'], words)}"]
    rows = [
        [
            ("> " if seat in view["to_act"] else "  ") + entry_name(seat, view, words),
            words.say("vps", n=table["vps"][side], goal=table["goals"][side]),
            words.say("tricks", n=table["tricks"][seat]),
            words.say("held", n=table["held"][seat]),
        ]
        for seat, side in enumerate(table["sides"])
    ]
    found += columns(rows)
    if table["last_trick"]:
        played = "  ".join(f"{entry_name(one['seat'], view, words)} {card(one['card'], points)}" for one in table["last_trick"])
        winner = table["last_winner"]
        took = words.say("took_you") if winner == view["seat"] else words.say("took", name=entry_name(winner, view, words))
        found.append(f"[dim]{words.label(words.say('last_trick'))}[/] {played}  [dim]{took}[/]")
    if table["trick"]:
        found.append(
            f"{words.label(words.here('trick'))} "
            + "  ".join(f"{entry_name(one['seat'], view, words)} {card(one['card'], points)}" for one in table["trick"])
        )
    if table["pile"]:
        found.append(words.here("pile", n=table["pile"]))
    if table["hand"]:
        legal = view["legal"]
        hand = " ".join(f"{card(name, points)}{'*' if name in legal else ''}" for name in table["hand"])
        found.append(f"{words.label(words.here('hand'))} {hand}" + (f"  [dim]{words.here('starred')}[/]" if legal else ""))
    return found


def line(event: Event, view: dict[str, Any], words: Words) -> str | None:
    """What happened, in a sentence."""
    points = view["table"]["points"]
    match event["event"]:
        case "round_began":
            return f"[bold]{words.say('log.round', round=event['round'])}[/]"
        case "card_played":
            played = words.say("card", n=event["card"][1:], suit=words.say(f"suit.{event['card'][0]}"))
            return f"{card(event['card'], points)} {_by_entry('played', event['seat'], view, words, card=played)}"
        case "trump_set":
            return words.say("log.trump", suit=words.say(f"suit.{event['suit']}"))
        case "sea_changed":
            return f"[bold]{words.say('log.changed', suit=words.say('suit.' + event['suit']))}[/]"
        case "card_drawn":
            return f"{words.here('drew')} {card(event['card'], points)}" if "card" in event else None
        case "trick_won":
            how = words.say(f"how.{event['how']}")
            return _by_entry("won", event["seat"], view, words, points=signed(event["points"]), how=how)
        case "round_scored":
            return _by_side("scored", event["side"], view, words, points=signed(event["points"]))
        case "vp_earned":
            return _by_side("vp", event["side"], view, words)
        case "match_won":
            return f"[bold]{_by_side('match', event['side'], view, words)}[/]"
    return None


def _by_entry(key: str, entry: int, view: dict[str, Any], words: Words, **values: Any) -> str:
    if entry == view["seat"]:
        return words.told(key, entry, **values)
    return words.say(f"log.{key}", name=entry_name(entry, view, words), **values)


def _by_side(key: str, side: int, view: dict[str, Any], words: Words, **values: Any) -> str:
    sides = view["table"]["sides"]
    members = [seat for seat, of in enumerate(sides) if of == side]
    if members == [view["seat"]]:
        return words.told(key, members[0], **values)
    name = words.say(f"team.{side}") if len(members) > 1 else entry_name(members[0], view, words)
    return words.say(f"log.{key}", name=name, **values)
