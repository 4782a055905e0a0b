"""Reviews by the expert: one question at a time of all that are asked, and shown in the message that asked."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import OrderedDict
from dataclasses import replace
from typing import Final

import discord

from bot.game.view import PlayerView
from bot.house import House
from bot.moment import Review
from bot.players.player import Decision, Player
from bot.present.review import review_page, reviewing
from bot.present.spec import MessageSpec, Text
from bot.replay import Replay
from bot.review import TooBusy, decisions, review
from bot.wire.answer import Answer
from bot.wire.render import SpecView

LOG = logging.getLogger(__name__)

#: So many reviews are remembered; forgotten ones come out the same.
_REMEMBERED: Final = 64
#: Seconds between two edits of the message that shows how far it is.
_PACE: Final = 3.0

_Key = tuple[int, int]  # the game and the person


class Reviews:
    """All of a bot. A question of a review waits until no other review has one, so that tables go first."""

    def __init__(self, house: House) -> None:
        self._house = replace(house, compute=self._in_turn)
        self._compute = house.compute
        self._turn = asyncio.Lock()
        self._known: OrderedDict[_Key, Review] = OrderedDict()
        self._asked: dict[_Key, Answer] = {}  # the newest message that shows each review that runs

    def known(self, game: int, user_id: int) -> Review | None:
        """A review that was finished, while it is remembered."""
        return self._known.get((game, user_id))

    async def show(self, answer: Answer, replayed: Replay, *, in_place: bool) -> None:
        """Answers with the review, or with how far it is, which is drawn anew until it is finished."""
        key = (replayed.game.id, answer.user_id)
        if (found := self._known.get(key)) is not None:
            await _answer(answer, review_page(answer.words, answer.emojis, found), in_place=in_place)
            return
        total = sum(1 for _ in decisions(replayed, answer.user_id))
        if not total:
            await answer.show(MessageSpec((Text(answer.words("review.nothing")),)))
            return
        await _answer(answer, reviewing(answer.words, replayed.game.id, 0, total), in_place=in_place)
        runs = key in self._asked
        self._asked[key] = answer
        if not runs:
            answer.desk.run(self._run(key, replayed, total))

    async def _run(self, key: _Key, replayed: Replay, total: int) -> None:
        shown_at = self._house.now()

        def tell(done: int) -> None:
            nonlocal shown_at
            if done < total and self._house.now() - shown_at >= _PACE:
                shown_at = self._house.now()
                answer = self._asked[key]
                answer.desk.run(_draw(answer, reviewing(answer.words, replayed.game.id, done, total)))

        failed = "refused.something-broke"
        try:
            self._remember(key, await review(self._house, replayed, key[1], tell))
        except TooBusy:
            failed = "review.busy"
        finally:
            answer, found = self._asked.pop(key), self._known.get(key)
            words = answer.words
            sorry = MessageSpec((Text(words(failed)),))
            await _draw(answer, sorry if found is None else review_page(words, answer.emojis, found))

    def forget(self, user_id: int) -> None:
        """Nothing of this person's is remembered any more."""
        for key in [key for key in self._known if key[1] == user_id]:
            del self._known[key]

    def _remember(self, key: _Key, found: Review) -> None:
        self._known[key] = found
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    async def _in_turn(self, player: Player, view: PlayerView, rng: random.Random) -> Decision:
        async with self._turn:
            return await self._compute(player, view, rng)


async def _answer(answer: Answer, spec: MessageSpec, *, in_place: bool) -> None:
    await (answer.redraw(spec) if in_place else answer.show(spec))


async def _draw(answer: Answer, spec: MessageSpec) -> None:
    try:
        await answer.interaction.edit_original_response(view=SpecView(spec))
    except discord.HTTPException as error:
        LOG.info("a review is not drawn: %s", error)  # dismissed, or its token is too old: asking again shows it
