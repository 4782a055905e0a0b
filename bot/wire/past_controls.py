"""Games that are over: the list of somebody's, a page to step through one, its record as a file."""

from __future__ import annotations

import io
from typing import Final

import discord
from discord import app_commands

from bot.game.cards import Side
from bot.game.recorder import write_record
from bot.game.rules import RuleSet, RulesFault, rules_from_json
from bot.moment import OPEN as ALL_HANDS
from bot.moment import TABLE, Step
from bot.past import record_of_game
from bot.present.history import GAMES_A_PAGE, History, HistoryLine, history, offered
from bot.present.replay import HERE, replay_page
from bot.present.review import advice_note
from bot.present.spec import LONGEST_OPTION, MessageSpec
from bot.present.words import words_for
from bot.refusals import Refusal, Refused
from bot.replay import Replay, replay_of
from bot.saving import seating_of
from bot.wire.answer import Answer
from bot.wire.commands import Interaction
from bot.wire.presses import Handler, Press
from db.values import OPEN, PastGame, SavedGame

_MOST_OFFERED: Final = 25
_LAST_PAGE: Final = 1_000_000
_MOST_DIGITS: Final = 15  # of a game's number


async def show_history(answer: Answer, member: discord.User | discord.Member) -> None:
    """The newest games of a person on this server."""
    await answer.show(await _history(answer, member.id, 1, member.display_name))


async def show_replay(answer: Answer, game_id: int | None) -> None:
    """A game from its first deal on; without a number the last one of this channel."""
    await answer.show(await _first_page(answer, game_id or await last_here(answer)))


async def last_here(answer: Answer) -> int:
    """The last game of this channel that is over. Raises Refused."""
    game_id = await answer.desk.store.history.last_in(answer.interaction.channel_id or 0)
    if game_id is None:
        raise Refused(Refusal.NO_GAME_HERE)
    return game_id


async def games(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The newest games of who asks, for the command's option."""
    guild_id = interaction.guild_id
    if guild_id is None:
        return []
    store = interaction.client.desk.store
    found = await store.history.of(interaction.user.id, guild_id, offset=0, limit=_MOST_OFFERED)
    words = words_for(str(interaction.locale))
    lines = {game.id: offered(words, _line(game)) for game in found.games}
    wanted = typed.strip().casefold()
    return [
        app_commands.Choice(name=line[:LONGEST_OPTION], value=game)
        for game, line in lines.items()
        if wanted in line.casefold()
    ]


async def over_game(answer: Answer, game_id: int) -> SavedGame:
    """A game of this server that has begun and is over. Raises Refused for every other."""
    saved = await answer.desk.store.games.load(game_id)
    if saved is None or saved.dealer is None or saved.guild_id != answer.interaction.guild_id:
        raise Refused(Refusal.NO_SUCH_GAME)
    if saved.status in OPEN:
        raise Refused(Refusal.GAME_GOES_ON, game=game_id)
    return saved


async def replayed(answer: Answer, game_id: int) -> Replay:
    """The same, followed from its first deal to its end. Raises Refused."""
    saved = await over_game(answer, game_id)
    try:
        return replay_of(saved)
    except ValueError:  # RulesFault and Illegal are such, and their texts may name a card
        raise Refused(Refusal.GAME_UNREADABLE, game=game_id) from None


async def _first_page(answer: Answer, game_id: int) -> MessageSpec:
    """The first deal, from the seat of who asks, if they had one."""
    replay = await replayed(answer, game_id)
    own = replay.seat_of(answer.user_id)
    return _page(answer, replay, 0, own.value if own is not None else TABLE)


def _page(answer: Answer, replay: Replay, position: int, sight: str) -> MessageSpec:
    try:
        moment = replay.moment(position, sight, answer.user_id)
    except ValueError:
        raise Refused(Refusal.OLD_CONTROL) from None
    known = answer.desk.reviews.known(replay.game.id, answer.user_id)
    point = known.at(position) if known is not None and sight not in (TABLE, ALL_HANDS) else None
    note = advice_note(answer.words, answer.emojis, point) if point is not None else None
    return replay_page(answer.words, answer.emojis, moment, note)


async def _open_replay(press: Press) -> None:
    """From a message that everybody sees: in a private one."""
    page = await _first_page(press, press.control.game)
    await (press.redraw(page) if press.in_private else press.show(page))


async def _open_listed(press: Press) -> None:
    chosen = press.values[0] if press.values else ""
    await press.redraw(await _first_page(press, _number(chosen, _MOST_DIGITS)))


async def _step(press: Press) -> None:
    """All that a page knows stands in its controls: the game, the moment, what is looked at, and where to go."""
    replay, position = await replayed(press, press.control.game), press.control.seq
    sight, _, step = press.control.argument.partition(".")
    if step == "hand":
        hand = _number(press.values[0] if press.values else "", 6)
        if not 1 <= hand <= len(replay.deals):
            raise Refused(Refusal.OLD_CONTROL)
        position = replay.deals[hand - 1]
    elif step != HERE:
        if not 0 <= position <= replay.last:
            raise Refused(Refusal.OLD_CONTROL)
        position = replay.step(position, _step_named(step))
    await press.redraw(_page(press, replay, position, sight))


async def _turning(press: Press) -> None:
    """The expert's view of the person's own decisions, in a message of its own."""
    replay = await replayed(press, press.control.game)
    if replay.seat_of(press.user_id) is None:
        raise Refused(Refusal.NOT_IN_THAT_GAME, game=press.control.game)
    await press.desk.reviews.show(press, replay, in_place=press.control.argument == "again")


async def _open_turning(press: Press) -> None:
    """The moment of a turning point, from the person's seat."""
    replay = await replayed(press, press.control.game)
    position = _number(press.values[0] if press.values else "", 6)
    await press.redraw(_page(press, replay, position, press.control.argument))


def _step_named(text: str) -> Step:
    try:
        return Step(text)
    except ValueError:
        raise Refused(Refusal.OLD_CONTROL) from None


def _number(text: str, digits: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= digits):
        raise Refused(Refusal.OLD_CONTROL)
    return int(text)


async def _turn_history(press: Press) -> None:
    user_id = _number(press.control.argument, 19) if press.control.argument else press.user_id
    await press.redraw(await _history(press, user_id, max(1, press.control.seq)))


async def _history(answer: Answer, user_id: int, page: int, name: str = "") -> MessageSpec:
    guild_id = answer.interaction.guild_id
    if guild_id is None:
        raise Refused(Refusal.ONLY_IN_SERVERS)
    if page > _LAST_PAGE or user_id >= 1 << 63:
        raise Refused(Refusal.OLD_CONTROL)
    offset = (page - 1) * GAMES_A_PAGE
    found = await answer.desk.store.history.of(user_id, guild_id, offset=offset, limit=GAMES_A_PAGE)
    lines = tuple(_line(game) for game in found.games)
    return history(answer.words, History(user_id, name or found.name, page, found.total, lines))


def _line(game: PastGame) -> HistoryLine:
    return HistoryLine(
        game=game.id,
        ended_at=int(game.ended_at.timestamp()),
        seating=seating_of(game.seats),
        winner=Side(game.winner) if game.winner is not None else None,
        side=Side(game.side) if game.side is not None else None,
        rules=_rules(game),
    )


def _rules(game: PastGame) -> RuleSet | None:
    try:
        return rules_from_json(game.rules)
    except RulesFault:
        return None


async def _record(press: Press) -> None:
    saved = await over_game(press, press.control.game)
    await press.interaction.response.send_message(file=record_file(saved), ephemeral=True)


def record_file(saved: SavedGame) -> discord.File:
    """The record of a game that is over. Raises Refused for one that can't be followed any more."""
    try:
        line = write_record(record_of_game(saved)) + "\n"
    except ValueError:
        raise Refused(Refusal.GAME_UNREADABLE, game=saved.id) from None
    return discord.File(io.BytesIO(line.encode()), filename=f"king-pedro-{saved.id}.jsonl")


PAST_CONTROLS: dict[str, Handler] = {
    "history": _turn_history,
    "history-open": _open_listed,
    "replay": _step,
    "replay-open": _open_replay,
    "record": _record,
    "turning": _turning,
    "turning-open": _open_turning,
}
