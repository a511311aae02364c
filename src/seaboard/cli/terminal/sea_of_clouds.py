"""A table of Sea of Clouds as lines of text: cards by their names, in the colour of their back."""

from typing import Any

from rich.markup import escape

from seaboard.cli.terminal.words import NOTHING, Words, columns, signed
from seaboard.events import Event

COLOURS = {"rum": "yellow", "relic": "bright_blue", "object": "green", "pirate": "red"}
TYPES = ("rum", "relic", "object", "pirate")


def card(name: str, view: dict[str, Any], words: Words) -> str:
    """A card's name, in its colour; a host's own card has its own."""
    kind = name.partition("#")[0]
    known = view["table"]["kinds"].get(kind, {})
    colour = COLOURS.get(known.get("back", ""), "white")
    title = words.say(f"card.{kind}") if words.has(f"card.{kind}") else escape(str(known.get("name", kind)))
    return f"[{colour}]{title}[/]"


def face_down(found: dict[str, Any], view: dict[str, Any], words: Words) -> str:
    """A card that lies face down: by its name if the seat knows it, else by its back."""
    if found["card"]:
        return card(found["card"], view, words)
    return f"[{COLOURS[found['back']]}]{words.say('type.' + found['back'])}?[/]"


def hidden(found: dict[str, Any], view: dict[str, Any], words: Words) -> str:
    """Rums or secrets: those the seat knows, and how many more."""
    known = [card(one["card"], view, words) for one in found["seen"]]
    more = found["count"] - len(known)
    return ", ".join([*known, *([words.say("face_down", n=more)] if more else [])])


def lines(view: dict[str, Any], words: Words) -> list[str]:
    """The table as the seat sees it."""
    table = view["table"]
    when = words.here("round_of", round=table["round"], rounds=table["rounds"])
    found = [f"[bold]{when}[/] · {words.here('boardings', rounds=', '.join(map(str, table['boardings'])))}"]
    for number, share in enumerate(table["shares"]):
        loot = [face_down(one, view, words) for one in share["cards"]]
        loot += [words.say("doubloons", n=share["doubloons"])] if share["doubloons"] else []
        mark = ">" if table["phase"] == "looking" and table["share"] == number else " "
        found.append(f"{mark} {words.label(words.here('share', n=number + 1))} {', '.join(loot) or NOTHING}")
    for board in table["boards"]:
        seat = board["seat"]
        marks = [words.say("hat")] if table["hat"] == seat else []
        marks += [words.say("parrot")] if table["parrot"] == seat else []
        turn = "> " if seat in view["to_act"] else "  "
        chest = board["chest"]
        coins = (
            words.say("doubloons", n=board["doubloons"]) if chest is None else words.say("with_chest", n=board["doubloons"], chest=chest)
        )
        points = words.say("in_sight", n=board["known_points"], points=signed(board["known_points"]).lstrip("+"))
        found.append(f"{turn}[bold]{words.name(seat)}[/]   {coins}   {words.say('strength', strength=board['strength'])}   {points}")
        if marks:
            found.append(f"    [dim]{' · '.join(marks)}[/]")
        rows = [[f"    {words.label(words.say('category.relics'))}", _cards(board["relics"], view, words)] if board["relics"] else []]
        rows += [[f"    {words.label(words.say('category.objects'))}", _cards(board["objects"], view, words)] if board["objects"] else []]
        rows += [[f"    {words.label(words.here('pirates'))}", _cards(board["pirates"], view, words)] if board["pirates"] else []]
        rows += [[f"    {words.label(words.say('category.rums'))}", hidden(board["rums"], view, words)] if board["rums"]["count"] else []]
        rows += [
            [f"    {words.label(words.say('category.secrets'))}", hidden(board["secrets"], view, words)]
            if board["secrets"]["count"]
            else []
        ]
        found += columns([row for row in rows if row], gap=1)
    if table["hand"]:
        found.append(f"{words.label(words.here('to_lay'))} " + ", ".join(face_down(one, view, words) for one in table["hand"]))
    return found


def _cards(names: list[str], view: dict[str, Any], words: Words) -> str:
    return ", ".join(card(name, view, words) for name in names)


# Events that are told by one text about a seat: the text, the other seat's field, and the numbers it names.
PLAIN: dict[str, tuple[str, str | None, dict[str, str]]] = {
    "match_began": ("began", None, {}),
    "parrot_taken": ("parrot", None, {}),
    "effects_declined": ("declined", None, {}),
    "match_won": ("match", None, {}),
    "doubloons_gained": ("gained", None, {"n": "doubloons"}),
    "crew_counted": ("crew", None, {"strength": "strength", "n": "pirates"}),
    "fight_undecided": ("undecided", "other", {}),
    "chest_passed": ("passed", "from", {"n": "moved"}),
    "doubloons_stolen": ("stole", "victim", {"n": "doubloons"}),
}


def line(event: Event, view: dict[str, Any], words: Words) -> str | None:
    """What happened, in a sentence."""
    kind = event["event"]
    if kind in PLAIN:
        key, other, values = PLAIN[kind]
        return words.told(key, event["seat"], to=event[other] if other else None, **{name: event[field] for name, field in values.items()})
    seat = event.get("seat", -1)

    def title(field: str) -> str:
        name = event[field].partition("#")[0]
        return words.say(f"card.{name}") if words.has(f"card.{name}") else str(view["table"]["kinds"].get(name, {}).get("name", name))

    share = event.get("share", 0) + 1
    match kind:
        case "round_began":
            return f"[bold]{words.say('log.round', round=event['round'])}[/]"
        case "boarding_began":
            return f"[bold]{words.say('log.boarding', round=event['round'])}[/]"
        case "share_left":
            return words.told("left", seat, share=share)
        case "share_taken":
            loot = [words.say("cards", n=event["cards"])] if event["cards"] else []
            loot += [words.say("doubloons", n=event["doubloons"])] if event["doubloons"] else []
            return words.told("took", seat, share=share, loot=" + ".join(loot))
        case "doubloon_added":
            return words.say("log.doubloon", share=share)
        case "card_drawn":
            return words.told("drew", seat, type=words.say(f"type.{event['back']}"))
        case "card_laid":
            return words.told("laid", seat, card=title("card"))
        case "card_laid_face_down" if "card" in event and seat == view["seat"]:
            return words.say("log.hid_known", card=title("card"))
        case "card_laid_face_down":
            return words.told("hid", seat, type=words.say(f"type.{event['back']}"))
        case "card_discarded":
            return words.told("discarded", seat, card=title("card"))
        case "chest_filled" | "chest_emptied":
            return words.say("log.filled" if kind == "chest_filled" else "log.emptied", n=event["doubloons"])
        case "fight_won":
            tied = "_tied" if event["tied"] else ""
            return words.told(f"won{tied}", seat, to=event["loser"], strength=event["strength"], against=event["against"])
        case "pirate_sent":
            return words.told("sent", seat, to=event["victim"], card=title("card"))
        case "rum_stolen" | "rums_swapped":
            known, unknown = ("stole_known", "stole_rum") if kind == "rum_stolen" else ("swapped_known", "swapped_rum")
            return (
                words.told(known, seat, to=event["victim"], card=title("card"))
                if "card" in event
                else words.told(unknown, seat, to=event["victim"])
            )
        case "rum_given" if "card" in event:
            return words.told("gave", seat, to=event["victim"], card=title("card"))
        case "objects_swapped":
            return words.told("swapped", seat, to=event["victim"], given=title("given"), taken=title("taken"))
        case "loot_taken":
            return words.told("loot", seat, share=share, type=words.say(f"type.{event['back']}"))
        case "match_scored":
            return words.told("scored", seat, n=event["points"], points=signed(event["points"]).lstrip("+"))
    return None
