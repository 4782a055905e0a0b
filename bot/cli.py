"""The command ``king-pedro``. Each command imports what it needs when it runs, so that help is quick."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

app = typer.Typer(
    name="king-pedro",
    help="King Pedro, the card game: a Discord bot, and tools for its game records.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Runs the command line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a suit's sign must not end the program where it can't be shown
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except OSError as error:  # a full disk, a drive taken away; typer itself ends quietly at a closed pipe
        from bot.present.words import words_for

        typer.echo(words_for(None)("records.broken", why=error.strerror or str(error)), err=True)
        sys.exit(2)


@app.command()
def simulate(
    games: Annotated[int, typer.Argument(min=1, metavar="N", help="How many games.")],
    rules: Annotated[str, typer.Option(help="canadian, king-pedro or ukrainian-canadian.")] = "canadian",
    house: Annotated[str, typer.Option(help="House rules, such as bid_min=6,all_pass=dealer-forced.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    legal: Annotated[bool, typer.Option("--legal", help="Write every legal alternative down, too.")] = False,
    players: Annotated[str, typer.Option(help="One player for all seats, or four for N,E,S,W.")] = "random",
    out: Annotated[str, typer.Option(help="The file to write; standard output without it.")] = "-",
) -> None:
    """Let robots play N games, and write one record a line."""
    from bot.present.words import words_for
    from bot.tools.progress import with_progress
    from bot.tools.simulate import Plan, players_of, rules_of, writing
    from bot.tools.simulate import simulate as simulated
    from bot.tools.unusable import Unusable

    words = words_for(None)
    try:
        plan = Plan(games, rules_of(words, rules, house), seed, players_of(words, players), legal)
        with writing(words, out) as file:
            for record in with_progress(words("simulate.progress"), simulated(plan), games):
                file.write(record.encode() + b"\n")
    except Unusable as unusable:
        _give_up(unusable)


@app.command()
def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Files of records; - is standard input.")],
) -> None:
    """Check every record against the rules: a line for each fault, exit code 1 if there is one."""
    from bot.present.words import words_for
    from bot.tools.lines import opened
    from bot.tools.unusable import Unusable
    from bot.tools.verify import Tally, summary
    from bot.tools.verify import verify as verified

    words, tally, unreadable = words_for(None), Tally(), False
    for file in files:
        try:
            with opened(words, file) as source:
                for fault in verified(words, file, source, tally):
                    typer.echo(fault)
        except Unusable as unusable:
            typer.echo(str(unusable), err=True)
            unreadable = True
    if tally.games or tally.faults or not unreadable:
        typer.echo(summary(words, tally), err=True)
    if unreadable or tally.faults:
        raise typer.Exit(2 if unreadable else 1)


def _give_up(unusable: Exception) -> None:
    typer.echo(str(unusable), err=True)
    raise typer.Exit(2)
