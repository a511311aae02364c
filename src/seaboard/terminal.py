"""A match in the terminal: you type moves, bots play the other seats."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape

from seaboard import bots
from seaboard.errors import SeaboardError
from seaboard.game import Game
from seaboard.match import Match
from seaboard.text import table_lines


def play(game: Game, *, seats: int, options: Mapping[str, Any], seed: int | None, seat: int, bot: str) -> None:
    """Play one match to its end, or until the player leaves."""
    console = Console(highlight=False)
    match = Match(game, seats=seats, seed=seed, options=options)
    if not 0 <= seat < seats:
        raise SeaboardError(f"there is no seat {seat}; choose one from 0 to {seats - 1}")
    others = {i: bots.make(bot, game.name) for i in range(seats) if i != seat}
    console.print(f"[bold]{game.title}[/], {seats} seats. You are seat {seat}. Type a move, ? for the moves there are, or q to leave.\n")
    told = 0
    while not match.over:
        told = _tell(console, match, seat, told)
        acting = match.to_act
        if seat not in acting:
            chosen = acting[0]
            match.play(chosen, others[chosen].choose(match.view(chosen)))
        elif not _ask(console, match, seat):
            return
    _tell(console, match, seat, told)
    winners = " and ".join("you" if w == seat else f"seat {w}" if w < seats else "the AI" for w in match.winners)
    console.print(f"\n[bold]The match is over: {winners} won.[/] Scores: {', '.join(map(str, match.scores))}")


def _ask(console: Console, match: Match, seat: int) -> bool:
    """Let the player move; False if they leave."""
    view = match.view(seat)
    for line in table_lines(view):
        console.print(f"[dim]{escape(line)}[/]")
    while True:
        text = console.input("[bold]> [/]").strip()
        if text in ("q", "quit", "exit"):
            return False
        if text in ("", "?"):
            console.print("  " + escape("  ".join(view["legal"])))
            continue
        try:
            match.play(seat, match.parse(text, seat))
        except SeaboardError as error:
            console.print(f"  [red]{escape(str(error))}[/]")
        else:
            return True


def _tell(console: Console, match: Match, seat: int, since: int) -> int:
    """Print what happened since then."""
    events = match.events(seat, since=since)
    for event in events:
        if event["event"] != "card_dealt":
            details = " ".join(f"{name} {value}" for name, value in event.items() if name != "event")
            console.print(f"[dim]· {event['event'].replace('_', ' ')}:[/] {escape(details)}")
    return since + len(events)
