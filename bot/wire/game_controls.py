"""What the controls of a game do: table, panel and what ``More`` opens."""

from __future__ import annotations

import discord

from bot.adviser import advise
from bot.game.actions import PASS, Action, Bid, Discard, NameTrump, Play
from bot.game.cards import Suit
from bot.present import more
from bot.present.draft import Draft, cards_of
from bot.present.panel import bid_modal_words
from bot.present.spec import Control
from bot.refusals import Refusal, Refused, Stale
from bot.seats import seat_of
from bot.wire.presses import Handler, Press


async def _cards(press: Press) -> None:
    await press.show_panel(press.table)


async def _act(press: Press, action: Action, *, for_auction: bool = False) -> None:
    table = press.table
    await table.act(press.user_id, action, press.control.seq, for_auction=for_auction)
    await press.redraw_pressed(table)


async def _pass(press: Press) -> None:
    await _act(press, PASS)


async def _pass_all(press: Press) -> None:
    await _act(press, PASS, for_auction=True)


async def _bid(press: Press) -> None:
    await _act(press, Bid(press.argument(int)))


async def _bid_other(press: Press) -> None:
    """Opens the form; what is sent with it comes back as a press of ``bid-form``."""
    table = press.table
    title, label, placeholder = bid_modal_words(press.words, table.view(table.seat_of(press.user_id)))
    control = Control("bid-form", table.id, press.control.seq)
    form = discord.ui.Modal(title=title, custom_id=str(control), timeout=None)
    number: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="amount", placeholder=placeholder, min_length=1, max_length=4
    )
    form.add_item(discord.ui.Label(text=label, component=number))
    form.stop()  # so that discord.py keeps nothing of it: it comes back by its custom_id
    await press.interaction.response.send_modal(form)


async def _bid_form(press: Press) -> None:
    text = press.values[0].strip() if press.values else ""
    if not (text.isascii() and text.isdigit()):
        raise Refused(Refusal.NOT_A_NUMBER, text=discord.utils.escape_markdown(text)[:40])
    await _act(press, Bid(int(text)))


async def _trump(press: Press) -> None:
    await _act(press, NameTrump(press.argument(Suit)))


async def _discard(press: Press) -> None:
    await _act(press, Discard(press.argument(cards_of)))


async def _play(press: Press) -> None:
    await _act(press, Play(press.argument(cards_of)))


async def _draft(press: Press) -> None:
    """A choice not yet confirmed: the panel is drawn anew with it, and keeps it in its controls."""
    try:
        draft = Draft.parse(press.control.argument)
        if press.control.verb != "top":
            draft = draft.with_chosen(press.values)
    except ValueError:
        raise Refused(Refusal.OLD_CONTROL) from None
    await press.redraw_panel(press.table, draft=draft)


async def _hint(press: Press) -> None:
    if press.control.seq < press.table.asked_seq:
        raise Stale
    await press.work(advise(press.table, press.user_id))
    await press.redraw_pressed(press.table)


async def _next(press: Press) -> None:
    await press.table.say_next(press.user_id, press.control.seq)
    await press.redraw_pressed(press.table)


async def _back(press: Press) -> None:
    table = press.table
    await table.come_back(press.user_id)
    if press.in_private:
        await press.redraw_panel(table)
    else:
        await press.show_panel(table)


async def _more(press: Press) -> None:
    table = press.table
    seat = seat_of(table.seating, press.user_id)
    page = more.more(press.words, table.view(seat), table.info())
    await (press.redraw(page) if press.in_private else press.show(page))


async def _last_trick(press: Press) -> None:
    table = press.table
    seat = seat_of(table.seating, press.user_id)
    await press.redraw(more.last_trick(press.words, press.emojis, table.view(seat), table.info()))


async def _scores(press: Press) -> None:
    table = press.table
    await press.redraw(more.score_sheet(press.words, table.view(None), table.info()))


async def _rules(press: Press) -> None:
    await press.redraw(more.rules_page(press.words, press.table.rules))


async def _leave_yes(press: Press) -> None:
    await press.table.leave(press.user_id)
    await press.redraw(more.left(press.words))


GAME_CONTROLS: dict[str, Handler] = {
    "cards": _cards,
    "pass": _pass,
    "pass-all": _pass_all,
    "bid": _bid,
    "bid-other": _bid_other,
    "bid-form": _bid_form,
    "trump": _trump,
    "discard": _discard,
    "play": _play,
    "throw": _draft,
    "top": _draft,
    "bury": _draft,
    "hint": _hint,
    "next": _next,
    "back": _back,
    "more": _more,
    "last-trick": _last_trick,
    "scores": _scores,
    "rules": _rules,
    "leave-yes": _leave_yes,
}
