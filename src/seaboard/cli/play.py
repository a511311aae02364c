"""`seaboard play`: a match in the terminal; you type moves, bots play the other seats."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from seaboard.cli.arguments import add_command, add_table_arguments, table_of
from seaboard.errors import SeaboardError
from seaboard.game import Game
from seaboard.match import Match

if TYPE_CHECKING:
    from rich.console import Console

    from seaboard.cli.terminal.words import Words


def add_to(subparsers: Any) -> None:
    """Add `play` to the command line."""
    parser = add_command(subparsers, "play", play, help="play a match in the terminal against bots")
    add_table_arguments(parser)
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="your seat (default: 0)")
    parser.add_argument("--bot", default="captain", metavar="NAME", help="who plays the other seats (default: captain)")
    parser.add_argument(
        "--language", choices=("en", "fr"), help="the language of the table (default: your system's, if it is one of these)"
    )


def play(chosen: argparse.Namespace) -> None:
    """Play the match that was asked for."""
    game, seats, options = table_of(chosen)
    play_match(game, seats=seats, options=options, seed=chosen.seed, seat=chosen.seat, bot=chosen.bot, language=chosen.language)


def play_match(
    game: Game, *, seats: int, options: Mapping[str, Any], seed: int | None, seat: int, bot: str, language: str | None = None
) -> None:
    """Play one match to its end, or until the player quits."""
    from rich.console import Console

    from seaboard import bots
    from seaboard.bots.outside import wants_history
    from seaboard.cli.terminal.words import Words, usual_language

    console = Console(highlight=False)
    match = Match(game, seats=seats, seed=seed, options=options)
    if not 0 <= seat < seats:
        raise SeaboardError(f"there is no seat {seat}; choose one from 0 to {seats - 1}")
    others = {i: bots.make(bot, game.name) for i in range(seats) if i != seat}
    words = Words(language or usual_language(), game.name, seat)
    console.print(f"{words.here('hello', game=game.title, seats=seats, seat=seat)}\n")
    told = 0
    while not match.over:
        told = _tell(console, match, words, since=told)
        acting = match.to_act
        if seat not in acting:
            bot_seat = acting[0]
            match.play(bot_seat, others[bot_seat].choose(match.view(bot_seat, history=wants_history(others[bot_seat]))))
        elif not _ask(console, match, words):
            return
    _tell(console, match, words, since=told)
    names = [words.name(entry) if entry < seats else words.say("ai") for entry in range(len(match.scores))]
    console.print(f"\n[bold]{words.here('match_over')} {words.here('winner', names=words.listed([names[w] for w in match.winners]))}[/]")
    console.print(
        f"{words.label(words.here('scores'))} " + ", ".join(f"{name} {score}" for name, score in zip(names, match.scores, strict=True))
    )


def _ask(console: "Console", match: Match, words: "Words") -> bool:
    """Ask the player for a move; return False if they quit."""
    from rich.markup import escape

    from seaboard.cli import terminal

    seat = words.seat
    assert seat is not None  # only seated players are asked
    view = match.view(seat)
    moves = list(view["legal"])
    listed = f"[dim]{words.label(words.here('moves'))}[/] " + "  ".join(
        f"[dim]#{number}[/] {escape(move)}" for number, move in enumerate(moves, start=1)
    )
    console.print()
    for line in terminal.lines(view, words):
        console.print(line)
    if not terminal.plays_cards(view):
        console.print(listed)
    while True:
        text = console.input("[bold]> [/]").strip()
        if text in ("q", "quit", "exit"):
            return False
        if text in ("", "?"):
            console.print(listed)
            continue
        if text.startswith("#"):
            chosen = text[1:].strip()
            if not (chosen.isdecimal() and 1 <= int(chosen) <= len(moves)):
                console.print(f"  [red]{words.here('no_such_move', n=len(moves))}[/]")
                continue
            text = moves[int(chosen) - 1]
        try:
            match.play(seat, match.parse(text, seat))
        except SeaboardError as error:
            console.print(f"  [red]{escape(str(error))}[/]")
        else:
            return True


def _tell(console: "Console", match: Match, words: "Words", *, since: int) -> int:
    """Print what happened since then."""
    from seaboard.cli import terminal

    seat = words.seat
    events = match.events(seat, since=since)
    view = match.view(seat)
    for event in events:
        line = terminal.line(event, view, words)
        if line:
            console.print(f"[dim]·[/] {line}")
    return since + len(events)
