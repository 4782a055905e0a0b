"""Nobody is ever sent a card they may not see: no message, edit, button or log line names one (H11, H13, F19)."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from bot.game.cards import DECK, Card, Seat
from bot.game.rules import PRESETS
from bot.game.state import Phase
from bot.present.faces import emoji_name
from bot.present.spec import MessageSpec, Text
from bot.present.table import table as table_page
from bot.wire import screen
from tests.discord.kit import Room, room
from tests.discord.playing import decide, open_table

_EMOJI = {emoji_name(card.text): card for card in DECK}
_CARD_IN_ID = re.compile(r"(?<![A-Z0-9])(?:[2-9TJQKA][CDHS])+(?![A-Z0-9])")


def cards_in(payload: Any) -> set[Card]:
    """Every card a payload names: as an emoji, in a custom_id, or as a menu's value."""
    text = repr(payload)
    found = {card for name, card in _EMOJI.items() if re.search(rf"\b{name}\b", text)}
    for custom_id in re.findall(r"kp:[a-z-]+:\d+:\d+:([^'\"]*)", text):
        for run in _CARD_IN_ID.findall(custom_id):
            found |= {Card.parse(run[start : start + 2]) for start in range(0, len(run), 2)}
    return found


class Watch:
    """Looks at each request as it goes out, against what its receiver may know at that moment."""

    def __init__(self, here: Room) -> None:
        self._here = here
        self._seen = 0
        self._hand = 0
        self._before: set[Card] = set()
        self.looked_at = 0
        self.known: dict[int | None, set[Card]] = {}

    def look(self) -> None:
        """Checks everything that was sent since the last look."""
        requests = self._here.env.http_requests
        public = self._public()
        for request in requests[self._seen :]:
            body = request.json
            cards = cards_in(body)
            if not cards or "/emojis" in request.path:
                continue
            self.looked_at += 1
            allowed = public | self._own(request)
            if request.method == "PATCH" and not request.path.endswith(f"/{self._newest_message()}"):
                allowed |= self._before
            assert cards <= allowed, f"{request.method} {request.path}: {cards - allowed}"
        self._seen = len(requests)

    def _newest_message(self) -> int | None:
        return self._here.table.message_id if self._here.has_table() else None

    def _public(self) -> set[Card]:
        """What everybody may know: what was played on top, and all that was taken once a hand is over."""
        known = self.known.setdefault(None, set())
        if self._here.has_table():
            view = self._here.table.view(None)
            if view.number != self._hand:
                # A new pack; the message of the hand before is drawn a last time when the new one is posted.
                self._hand, self._before = view.number, set(known)
                known.clear()
            known |= {play.top for trick in view.tricks for play in trick.plays} | {play.top for play in view.plays}
            known |= {card for trick in view.tricks for play in trick.plays for card in play.buried}
            known |= {capture.card for capture in view.captures}
        return known

    def _own(self, request: Any) -> set[Card]:
        user_id = self._receiver(request)
        known = self.known.setdefault(user_id, set())
        if user_id is not None and self._here.has_table():
            view = self._here.table.view(self._here.table.seat_of(user_id))
            if view.phase is Phase.AUCTION:
                known.clear()
            known |= {*view.hand, *view.drawn, *(view.discarded or ()), *view.laid_down}
            known |= {card for play in view.plays if play.seat is view.seat for card in play.buried}
            known |= {
                card for trick in view.tricks for play in trick.plays for card in play.buried if play.seat is view.seat
            }
        return known

    def _receiver(self, request: Any) -> int | None:
        """Who alone sees this request's message; None where everybody does."""
        parts = request.path.split("/")
        if parts[1] not in ("interactions", "webhooks"):
            return None
        interaction = next(one for one in self._here.env.backend.interactions.values() if one.token == parts[3])
        body = request.json or {}
        data = body.get("data", body) or {}
        if body.get("type") == 7 and not self._pressed_in_private(interaction):
            return None
        if body.get("type") == 4 and not int(data.get("flags") or 0) & 64:
            return None
        return int(interaction.user_id)

    def _pressed_in_private(self, interaction: Any) -> bool:
        channel = self._here.env.backend.messages[self._here.channel.id]
        message = channel.get(interaction.source_message_id)
        return message is None or bool(message.flags & 64)


@pytest.mark.parametrize("rules", PRESETS)
async def test_everything_ever_sent(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log_lines: list[str]
) -> None:
    async with room(tmp_path, random.Random(31), monkeypatch) as here:
        await open_table(here, rules=rules, clock="none")
        watch, chance = Watch(here), random.Random(2)
        watch.look()
        while here.has_table() and len(here.table.view(None).results) < 2:
            acted = False
            for person in here.people:
                if here.has_table() and await decide(person, chance):
                    acted = True
                    watch.look()
            if not acted:
                await here.wait(2)
                watch.look()
        assert watch.looked_at > 80
    assert log_lines
    for line in log_lines:
        assert not re.search(r"\b[2-9TJQKA][CDHS]\b", line), line


async def test_the_watch_sees_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: a table message that shows South's hand is found."""
    plain = table_page

    async with room(tmp_path, random.Random(31), monkeypatch) as here:

        def leaking(words: Any, emojis: Any, view: Any, info: Any) -> MessageSpec:
            shown = plain(words, emojis, view, info)
            hand = here.table.view(Seat.SOUTH).hand
            return MessageSpec((*shown.parts, Text(emojis.card(hand[0]))), shown.accent)

        monkeypatch.setattr(screen, "table_page", leaking)
        await open_table(here, clock="none")
        with pytest.raises(AssertionError, match=r"POST /interactions"):
            Watch(here).look()
