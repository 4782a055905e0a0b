"""The command ``king-pedro``. Each command imports what it needs when it runs, so that help is quick."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, NoReturn

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
def duel(
    first: Annotated[str, typer.Argument(metavar="A", help="A player; normal+expert bids as one, plays as the other.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The player it is measured against.")],
    ceiling: Annotated[
        str, typer.Argument(metavar="[OPEN]", help="Meets B too: how much of the way from B to it does A go?")
    ] = "",
    deals: Annotated[int, typer.Option(help="How many deals, each played twice with the sides changed.")] = 400,
    games: Annotated[
        int | None,
        typer.Option(min=0, help="How many whole games besides, each twice; a game for 20 deals without it."),
    ] = None,
    rules: Annotated[str, typer.Option(help="canadian, king-pedro or ukrainian-canadian.")] = "canadian",
    house: Annotated[str, typer.Option(help="House rules, such as bid_min=6,all_pass=dealer-forced.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="How many processes play.")] = 1,
    play_only: Annotated[
        bool,
        typer.Option("--play-only", help="The normal robot bids and discards for all: only the cards' play counts."),
    ] = False,
) -> None:
    """Match two players on the same cards, and say by how many points a hand one is better."""
    from rich.console import Console

    from bot.players.duel import pieces
    from bot.players.match import match_of
    from bot.present.words import words_for
    from bot.tools.duel import duel_of, tell
    from bot.tools.progress import with_progress
    from bot.tools.simulate import rules_of
    from bot.tools.unusable import Unusable

    words = words_for(None)
    try:
        wanted = duel_of(words, (first, second, ceiling), rules_of(words, rules, house), deals, games, seed)
    except Unusable as unusable:
        _give_up(unusable)
    if play_only:
        wanted = wanted.play_only()
    played = with_progress(words("simulate.progress"), pieces(wanted, jobs), len(wanted), printed=False)
    tell(words, Console(highlight=False), wanted, match_of(played))


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


@app.command()
def deals(
    deals: Annotated[int, typer.Option(min=1, help="How many packs.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same packs.")] = 1,
) -> None:
    """Shuffle many packs as at a table, and test whether every card comes everywhere equally often."""
    from rich.console import Console

    from bot.present.words import words_for
    from bot.tools.deals import Tally, expect_enough, packs, tell
    from bot.tools.progress import with_progress
    from bot.tools.unusable import Unusable

    words, tally = words_for(None), Tally()
    try:
        expect_enough(words, deals)
    except Unusable as unusable:
        _give_up(unusable)
    for pack in with_progress(words("deals.progress"), packs(deals, seed), deals, printed=False):
        tally.add(pack)
    tell(words, Console(highlight=False), tally)


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of records; - is standard input.")],
    game: Annotated[int, typer.Option(min=1, help="Which game of the file, counted from 1.")] = 1,
    hand: Annotated[int | None, typer.Option(min=1, help="This hand alone, counted from 1.")] = None,
    seat: Annotated[str | None, typer.Option(help="N, E, S or W: only what that seat saw at the time.")] = None,
) -> None:
    """Show a game to read: all cards as everybody knows them afterwards, or what one seat saw."""
    from rich.console import Console

    from bot.present.words import words_for
    from bot.tools.lines import opened
    from bot.tools.replay import game_of, seat_of
    from bot.tools.replay import replay as replayed
    from bot.tools.unusable import Unusable
    from bot.tools.verify import faults_in_words

    words = words_for(None)
    try:
        watching = seat_of(words, seat) if seat is not None else None
        with opened(words, file) as source:
            record = game_of(words, file, source, game)
        replayed(words, Console(highlight=False), record, hand, watching)
    except Unusable as unusable:
        _give_up(unusable)
    if any(faults_in_words(words, record)):
        typer.echo(words("replay.faulty"), err=True)
        raise typer.Exit(1)


@app.command()
def run() -> None:
    """Join Discord and play. Settings come from the environment and .env."""
    from bot.config import ConfigurationFault, load_settings
    from bot.logs import set_up_logs
    from bot.run import CannotRun
    from bot.run import run as running

    try:
        settings = load_settings()
        set_up_logs(settings.log_level, settings.secrets)
        running(settings)
    except (ConfigurationFault, CannotRun) as fault:
        _give_up(fault)


@app.command()
def demo(
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port of the page on this machine.")] = 8899,
    no_open: Annotated[bool, typer.Option("--no-open", help="Open no browser.")] = False,
    database: Annotated[
        Path | None, typer.Option(help="Keep the games in this file; by default nothing is kept.")
    ] = None,
) -> None:
    """Play in a local browser page: no token, no account, nothing leaves this machine."""
    from bot.logs import set_up_logs
    from bot.present.words import words_for

    try:
        from bot.demo import CannotServe
        from bot.demo import demo as playing
    except ImportError as error:
        _give_up(Exception(words_for(None)("demo.not-installed", package=error.name or "simcord")))
    set_up_logs("WARNING")
    try:
        playing(port, open_browser=not no_open, database=database, say=typer.echo)
    except CannotServe as fault:
        _give_up(fault)
    typer.echo(words_for(None)("demo.ended"))


@app.command()
def check(
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Count results, boards and ratings again, and put right what is wrong.")
    ] = False,
) -> None:
    """Look at settings and database, and say what is wrong: exit code 1 if anything is, or was before --rebuild."""
    from bot.check import check as looked_at
    from bot.present.words import words_for

    words, sound = words_for(None), True
    for line in looked_at(words, rebuild=rebuild):
        typer.echo(words("check.sound" if line.sound else "check.wrong", text=line.text))
        sound = sound and line.sound
    if not sound:
        raise typer.Exit(1)


@app.command()
def status() -> None:
    """Ask the running bot how it is: exit code 1 if it is not well, or not running."""
    from bot.config import ConfigurationFault, load_settings
    from bot.present.words import words_for
    from bot.status import status as asked

    try:
        report = asked(words_for(None), load_settings().watched_at)
    except ConfigurationFault as fault:
        _give_up(fault)
    typer.echo(report.text)
    if not report.well:
        raise typer.Exit(1)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Copy the database into FILE, while the bot plays on; the copy is compared with it."""
    from bot.config import ConfigurationFault
    from bot.copies import CannotCopy
    from bot.copies import backup as copied
    from bot.present.words import words_for

    try:
        typer.echo(copied(words_for(None), file, overwrite=force))
    except (ConfigurationFault, CannotCopy) as fault:
        _give_up(fault)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
) -> None:
    """Put a backup in the database's place; the bot must not be running, and the database before it is kept."""
    from bot.config import ConfigurationFault
    from bot.copies import CannotCopy
    from bot.copies import restore as put_back
    from bot.present.words import words_for

    try:
        typer.echo(put_back(words_for(None), file))
    except (ConfigurationFault, CannotCopy) as fault:
        _give_up(fault)


def _give_up(unusable: Exception) -> NoReturn:
    typer.echo(str(unusable), err=True)
    raise typer.Exit(2)
