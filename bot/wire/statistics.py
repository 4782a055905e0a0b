"""People's statistics: from the store to the presenter."""

from __future__ import annotations

import asyncio

import discord

from bot.present.course import course_picture
from bot.present.stats import Companion, Level, Stats, stats
from bot.rating import is_provisional, shown
from bot.wire.answer import Answer
from db.records import LEVELS
from db.values import Partner, PlayerStats


async def show_stats(answer: Answer, member: discord.User | discord.Member) -> None:
    """Shows what somebody has played on this server. The picture is drawn off the event loop."""
    found = await answer.desk.store.records.stats(member.id, answer.interaction.guild_id)
    figures = Stats(member.display_name) if found is None else _figures(member.display_name, found)
    picture = await asyncio.to_thread(course_picture, figures.ratings) if figures.ratings else None
    await answer.show(stats(answer.words, figures, picture))


def _figures(name: str, found: PlayerStats) -> Stats:
    return Stats(
        name=name,
        user_id=found.user_id,
        games=found.games,
        wins=found.wins,
        hands=found.hands,
        points_for=found.points_for,
        points_against=found.points_against,
        bids_made=found.bids_made,
        bids_set=found.bids_set,
        last_played=found.last_played,
        best_partner=_companion(found.best_partner),
        partner=_companion(found.partner),
        opponent=_companion(found.opponent),
        levels=tuple(Level(level.low, level.made, level.set) for level in found.levels),
        lows=LEVELS,
        average_bid=found.average_bid,
        average_take=found.average_take,
        hints=found.hints,
        seconds=found.seconds,
        ratings=tuple(shown(skill) for skill in found.skills),
        is_provisional=is_provisional(len(found.skills)),
    )


def _companion(one: Partner | None) -> Companion | None:
    return None if one is None else Companion(one.name, one.games, one.wins)
