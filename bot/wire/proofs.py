"""Checking deals: `/pedro verify`, and the buttons for it."""

from __future__ import annotations

from bot.present.proof import deals_page
from bot.present.spec import MessageSpec
from bot.refusals import Refusal, Refused
from bot.replay import replay_of
from bot.wire.answer import Answer
from bot.wire.past_controls import last_here
from bot.wire.presses import Handler, Press
from db.values import OPEN


async def show_deals(answer: Answer, game_id: int | None) -> None:
    """The deals of a game; without a number of the one in this channel, or of the last one."""
    table = answer.desk.manager.in_channel(answer.interaction.channel_id or 0)
    if game_id is None and table is not None and table.state is not None:
        game_id = table.id
    await answer.show(await _page(answer, game_id or await last_here(answer)))


async def _page(answer: Answer, game_id: int) -> MessageSpec:
    saved = await answer.desk.store.games.load(game_id)
    if saved is None or saved.dealer is None or saved.guild_id != answer.interaction.guild_id:
        raise Refused(Refusal.NO_SUCH_GAME)
    try:
        replay = replay_of(saved)
    except ValueError:  # RulesFault and Illegal are such, and their texts may name a card
        raise Refused(Refusal.GAME_UNREADABLE, game=game_id) from None
    is_over = saved.status not in OPEN
    hands = len(replay.deals) if is_over else len(replay.states[-1].results)
    proofs = {hand: replay.proof(hand) for hand in range(1, hands + 1)}
    channel = f"https://discord.com/channels/{saved.guild_id}/{saved.channel_id}"
    return deals_page(answer.words, game_id, proofs, channel, is_over=is_over)


async def _deals(press: Press) -> None:
    """From a message that everybody sees: in a private one."""
    page = await _page(press, press.control.game)
    await (press.redraw(page) if press.in_private else press.show(page))


PROOF_CONTROLS: dict[str, Handler] = {"deals": _deals}
