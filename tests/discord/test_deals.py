"""Deals that anybody can check: the commitment before the cards, the secret after the hand, whatever goes wrong."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.game.actions import Deal, parse_action
from bot.game.fair import deck
from bot.game.record import read_record
from bot.game.recorder import write_record
from bot.past import record_of_game
from bot.shuffles import MESSAGE_PATIENCE, FairDealing
from db.faults import FaultKind, StoreFault
from db.games import Games
from tests.discord.kit import Person, Room, offers, room, text_of
from tests.discord.playing import open_table, play_on

COMMITMENT = re.compile(r"Commitment to (?:the first|this) deal: `([0-9a-f]{64})`")
TOLD = re.compile(r"Deal ([0-9a-f]{16})… · message (\d+) · secret `([0-9a-f]{64})`")
CHANNEL = "/channels/*/messages"


def known_secrets() -> FairDealing:
    """Deals that follow from the same secrets each time."""
    return FairDealing(random.Random(5).randbytes)


@pytest.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """The bot with deals that follow from secrets."""
    async with room(tmp_path, random.Random(1), monkeypatch, dealing=known_secrets()) as made:
        yield made


@pytest.fixture
async def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    """The same, where faults are brought about, which may be logged."""
    async with room(tmp_path, random.Random(1), monkeypatch, dealing=known_secrets(), expect_errors=True) as made:
        yield made


def commitment_in(message: discord.Message) -> str:
    found = COMMITMENT.search(text_of(message))
    assert found is not None, text_of(message)
    return found[1]


def first_shown(here: Room) -> dict[str, int]:
    """The first message that showed each commitment, from now on."""
    shown: dict[str, int] = {}

    def note(name: str, payload: Mapping[str, Any]) -> None:
        if name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and (found := COMMITMENT.search(str(payload))) is not None:
            shown.setdefault(found[1], int(payload["id"]))

    here.env.backend.subscribers.append(note)
    return shown


def is_between(here: Room) -> bool:
    return here.table.next_at is not None


async def to_the_end_of_a_hand(here: Room) -> None:
    await play_on(here, random.Random(1), until=lambda: is_between(here))


async def say_next(here: Room) -> None:
    for person in here.people:
        await _say_next(person, here.board())


async def _say_next(person: Person, board: discord.Message) -> None:
    await person.press("next", message=board)


async def packs(here: Room, game: int) -> list[tuple[str, ...]]:
    """The packs that were dealt so far, in the order of the hands."""
    deals = [parse_action(entry.action) for entry in (await here.saved(game)).entries if entry.seat is None]
    return [tuple(card.text for card in deal.deck) for deal in deals if isinstance(deal, Deal)]


def follows(secret: str, message: int) -> tuple[str, ...]:
    return tuple(card.text for card in deck(bytes.fromhex(secret), message))


async def test_every_hand_of_a_game_follows_from_what_was_shown_before_it(here: Room) -> None:
    """The lobby's message is bound to the first hand, each later hand's message to its own, before its cards are."""
    shown = first_shown(here)
    await here.people[0].command("start", target=60, clock="none")
    for person in here.people[1:]:
        await person.press("sit", message=here.board())
    game = here.table.id
    await here.people[0].press("start", message=here.board())
    await play_on(here, random.Random(1))
    saved = await here.saved(game)
    record = record_of_game(saved)
    assert read_record(write_record(record)).faults() == []
    dealt = await packs(here, game)
    assert len(dealt) > 1
    told = [found for message in here.public() for found in TOLD.findall(text_of(message))]
    assert len(told) == len(dealt)
    for hand, (known_by, message, secret) in enumerate(told):
        commitment = hashlib.sha256(bytes.fromhex(secret)).hexdigest()
        assert commitment.startswith(known_by)
        assert dealt[hand] == follows(secret, int(message))
        assert shown[commitment] == int(message)
        assert record["hands"][hand]["shuffle"] == {"commitment": commitment, "secret": secret, "message": message}


async def test_no_secret_is_told_before_its_hand_is_over(here: Room, log_lines: list[str]) -> None:
    """Not in a message, not in a log line, not by `/pedro verify`; and the promise stands there from the first."""
    game = await open_table(here, clock="none", target=60)

    def keeps_the_secret() -> bool:
        if not here.has_table():
            return False
        promise = here.table.shuffles.promise
        secrets = [promise.secret.hex()] if promise is not None else []
        if not is_between(here):
            secrets.append(current(here))
        sent = " ".join(str(request.json) for request in here.env.http_requests) + " ".join(log_lines)
        assert not [one for one in secrets if one in sent]
        return False

    def current(here: Room) -> str:
        proof = here.table.shuffles.proof(here.table.hand, is_over=True)
        assert proof is not None and proof.secret is not None
        return proof.secret

    await play_on(here, random.Random(1), until=keeps_the_secret)
    assert (await here.saved(game)).status == "finished"


async def test_the_summary_stays_and_the_next_hand_comes_below(faulty: Room) -> None:
    game = await open_table(faulty, clock="none")
    await to_the_end_of_a_hand(faulty)
    await faulty.wait(2)
    summary = faulty.board()
    faulty.env.inject_error("POST", CHANNEL, status=500, times=8)
    await say_next(faulty)
    await faulty.wait(2)
    assert (faulty.table.hand, faulty.table.is_dealing) == (1, True)
    stays = text_of(faulty.public()[-1])
    assert TOLD.search(stays)
    assert not COMMITMENT.search(stays), "an old message must not be the first that shows a commitment"
    assert (faulty.board().id, offers(faulty.board())) == (summary.id, {})
    await faulty.forged(faulty.people[0], summary, f"kp:next:{game}:{faulty.table.seq}:")
    assert not COMMITMENT.search(text_of(faulty.public()[-1]))
    faulty.env.backend.faults.clear()
    await faulty.wait(MESSAGE_PATIENCE + 8)
    assert faulty.table.hand == 2
    assert text_of(faulty.board()).splitlines()[0] != stays.splitlines()[0]


async def test_a_message_that_failed_shows_a_commitment_that_is_not_used(faulty: Room) -> None:
    """Nobody knows whether it arrived, so another secret is drawn."""
    game = await open_table(faulty, clock="none")
    await to_the_end_of_a_hand(faulty)
    await faulty.wait(2)
    faulty.env.inject_error("POST", CHANNEL, status=400, code=50035, times=1)
    await say_next(faulty)
    await faulty.wait(8)
    assert faulty.table.hand == 2
    sent = [found[1] for request in faulty.env.http_requests if (found := COMMITMENT.search(str(request.json)))]
    saved = await faulty.saved(game)
    used = {one.hand: one for one in saved.shuffles}[2]
    assert len(set(sent)) == 3, "the lobby's, the one that failed, and the one that came"
    assert hashlib.sha256(bytes.fromhex(used.secret)).hexdigest() == sent[-1]
    assert used.message_id == faulty.table.message_id
    assert (await packs(faulty, game))[1] == follows(used.secret, faulty.table.message_id or 0)


async def test_where_nothing_can_be_posted_the_game_goes_on_and_says_so(faulty: Room) -> None:
    game = await open_table(faulty, clock="none")
    await to_the_end_of_a_hand(faulty)
    await faulty.wait(2)
    faulty.env.inject_error("POST", CHANNEL, status=403, code=50013, times=None)
    await say_next(faulty)
    await faulty.wait(1)
    assert faulty.table.hand == 1
    await faulty.wait(MESSAGE_PATIENCE)
    assert faulty.table.hand == 2
    faulty.env.backend.faults.clear()
    await faulty.people[0].command("hand")
    await to_the_end_of_a_hand(faulty)
    await faulty.wait(2)
    assert "This deal can't be checked" in text_of(faulty.board())
    told = await faulty.people[0].told("verify")
    assert "✅ One hand's cards" in told
    assert "⚠️ One hand can't be checked" in told
    assert "shuffle" not in record_of_game(await faulty.saved(game))["hands"][1]


async def test_a_store_that_fails_keeps_the_next_hand_waiting(faulty: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is shown that is not saved; when it can be, the hand comes."""
    await open_table(faulty, clock="none")
    await to_the_end_of_a_hand(faulty)
    await faulty.wait(2)

    async def full(*_: object) -> None:
        raise StoreFault(FaultKind.FULL, "disk full")

    with monkeypatch.context() as patch:
        patch.setattr(Games, "save_shuffle", full)
        await say_next(faulty)
        await faulty.wait(2)
        assert not COMMITMENT.search(text_of(faulty.board()))
    await faulty.wait(10)
    assert faulty.table.hand == 2


@pytest.mark.parametrize("in_order", [True, False], ids=["stopped", "killed"])
async def test_a_restart_uses_the_promise_whose_message_is_known(here: Room, in_order: bool) -> None:
    """The bot can't draw again until it likes the cards."""
    await here.people[0].command("start", clock="none", target=60)
    game, shown, message = here.table.id, commitment_in(here.board()), here.board().id
    await here.restart(random.Random(1), in_order=in_order)
    await here.wait(2)
    await here.people[0].press("start", message=here.public()[0])
    await here.wait(2)
    (saved,) = (await here.saved(game)).shuffles
    assert (hashlib.sha256(bytes.fromhex(saved.secret)).hexdigest(), saved.message_id) == (shown, message)
    assert (await packs(here, game))[0] == follows(saved.secret, message)


async def test_a_restart_before_the_message_is_known_draws_anew(faulty: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await open_table(faulty, clock="none")
    await to_the_end_of_a_hand(faulty)
    await faulty.wait(2)
    faulty.env.inject_error("POST", CHANNEL, status=500, times=5)
    await say_next(faulty)
    await faulty.wait(0.5)
    before = (await faulty.saved(game)).shuffles[-1]
    assert (before.hand, before.message_id) == (2, None)
    faulty.env.backend.faults.clear()
    await faulty.restart(random.Random(1), in_order=False)
    await faulty.wait(15)
    after = (await faulty.saved(game)).shuffles[-1]
    assert after.secret != before.secret
    assert after.message_id == faulty.table.message_id
    assert (await packs(faulty, game))[1] == follows(after.secret, after.message_id or 0)


async def test_a_lobby_posted_anew_keeps_its_promise(here: Room) -> None:
    """The deal follows from the first message, which somebody may have read before it was deleted."""
    await here.people[0].command("start", clock="none", target=60)
    game, first, shown = here.table.id, here.board().id, commitment_in(here.board())
    here.env.backend.delete_message(here.channel.id, first)
    await here.people[1].command("sit")
    await here.wait(3)
    assert here.board().id != first
    assert commitment_in(here.board()) == shown
    await here.people[0].command("begin")
    (saved,) = (await here.saved(game)).shuffles
    assert saved.message_id == first
    assert (await packs(here, game))[0] == follows(saved.secret, first)


async def test_verify(here: Room) -> None:
    ana, bob = here.people[0], here.people[1]
    assert "No game" in await ana.told("verify")
    game = await open_table(here, clock="none", target=60)
    assert "No hand of this game is over yet" in await ana.told("verify")
    await to_the_end_of_a_hand(here)
    assert "✅ One hand's cards" in await bob.told("verify", game=game)
    await play_on(here, random.Random(1))
    told = await bob.told("verify")
    assert re.search(r"✅ The cards of \d+ hands", told)
    assert "can't be checked" not in told
    first = (await here.saved(game)).shuffles[0]
    assert f"/{here.channel.id}/{first.message_id})" in told
    assert "no such game" in await ana.told("verify", game=999)
    board = here.board()
    await bob.press("deals", message=board)
    assert bob.reads() == told


async def test_a_game_of_before_has_nothing_to_check(here: Room) -> None:
    """Its deals follow from nothing that was promised, and a changed secret is one that the cards don't follow from."""
    game = await open_table(here, clock="none", target=60)
    await play_on(here, random.Random(1))
    saved = await here.saved(game)
    await here.bot.store.games.save_message(game, 1, hand=1)
    assert "shuffle" not in record_of_game(await here.saved(game))["hands"][0]
    told = await here.people[0].told("verify", game=game)
    assert "⚠️ One hand can't be checked" in told
    assert len(saved.shuffles) >= len(await packs(here, game))


async def test_a_game_that_was_ended_elsewhere_is_promised_nothing(faulty: Room) -> None:
    """Another process on the same database, say: the table believes the store."""
    game = await open_table(faulty, clock="none")
    await to_the_end_of_a_hand(faulty)
    await faulty.wait(2)
    await faulty.bot.store.games.end(game, "manager", faulty.env.now())
    await say_next(faulty)
    await faulty.wait(6)
    assert not faulty.has_table()
    assert not COMMITMENT.search(text_of(faulty.board()))
