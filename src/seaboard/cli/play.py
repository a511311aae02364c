"""`seaboard play`: a match in the terminal; you type moves, bots play the other seats."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from seaboard.cli.arguments import add_command, add_table_arguments, table_of
from seaboard.errors import SeaboardError
from seaboard.game import Game
from seaboard.match import Match
from seaboard.view_text import table_lines

if TYPE_CHECKING:
    from rich.console import Console


def add_to(subparsers: Any) -> None:
    """Add `play` to the command line."""
    parser = add_command(subparsers, "play", play, help="play a match in the terminal against bots")
    add_table_arguments(parser)
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="your seat (default: 0)")
    parser.add_argument("--bot", default="captain", metavar="NAME", help="who plays the other seats (default: captain)")


def play(chosen: argparse.Namespace) -> None:
    """Play the match that was asked for."""
    game, seats, options = table_of(chosen)
    play_match(game, seats=seats, options=options, seed=chosen.seed, seat=chosen.seat, bot=chosen.bot)


def play_match(game: Game, *, seats: int, options: Mapping[str, Any], seed: int | None, seat: int, bot: str) -> None:
    """Play one match to its end, or until the player quits."""
    from rich.console import Console

    from seaboard import bots

    console = Console(highlight=False)
    match = Match(game, seats=seats, seed=seed, options=options)
    if not 0 <= seat < seats:
        raise SeaboardError(f"there is no seat {seat}; choose one from 0 to {seats - 1}")
    others = {i: bots.make(bot, game.name) for i in range(seats) if i != seat}
    console.print(f"[bold]{game.title}[/], {seats} seats. You are in seat {seat}. Type a move, ? to list the legal moves, or q to quit.\n")
    told = 0
    while not match.over:
        told = _tell(console, match, seat=seat, since=told)
        acting = match.to_act
        if seat not in acting:
            bot_seat = acting[0]
            match.play(bot_seat, others[bot_seat].choose(match.view(bot_seat)))
        elif not _ask(console, match, seat=seat):
            return
    _tell(console, match, seat=seat, since=told)
    winners = " and ".join("you" if w == seat else f"seat {w}" if w < seats else "the AI" for w in match.winners)
    console.print(f"\n[bold]The match is over: {winners} won.[/] Scores: {', '.join(map(str, match.scores))}")


def _ask(console: "Console", match: Match, *, seat: int) -> bool:
    """Let the player move; False if they quit."""
    from rich.markup import escape

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


def _tell(console: "Console", match: Match, *, seat: int, since: int) -> int:
    """Print what happened since then."""
    from rich.markup import escape

    events = match.events(seat, since=since)
    for event in events:
        if event["event"] != "card_dealt":
            details = " ".join(f"{name} {value}" for name, value in event.items() if name != "event")
            console.print(f"[dim]· {event['event'].replace('_', ' ')}:[/] {escape(details)}")
    return since + len(events)
