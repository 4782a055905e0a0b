"""Whatever arrives: custom_ids, options, names and languages that nobody made. Each is answered, and nothing breaks.

What must always hold (an answer, nothing logged as an error, every request valid) is the kit's to check.
"""

from __future__ import annotations

import string
from typing import Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.game.record import read_record
from bot.game.recorder import write_record
from bot.past import record_of_game
from tests.discord.kit import Room, text_of
from tests.discord.playing import asked, open_table

#: One room for all examples of a test: what one leaves behind, the next has to bear.
_few: Final = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])

_VERBS: Final = (
    "sit", "leave", "leave-yes", "start", "options", "set-rules", "set-clock", "set-level", "set-hints", "set-house",
    "set-target", "robots", "set-robot", "end-yes", "end-no", "end-stuck", "stand-in", "rematch", "record", "cards",
    "bid", "bid-other", "pass", "pass-all", "trump", "discard", "throw", "play", "top", "bury", "next", "back", "more",
    "hint", "board", "stats", "scores", "trick", "nonsense",
)  # fmt: skip
_TEXT: Final = st.text(max_size=60)
_OURS: Final = st.builds(
    "kp:{}:{}:{}:{}".format,
    st.sampled_from(_VERBS),
    st.sampled_from([0, 1, 2, 999999999999999]) | st.integers(),
    st.integers(0, 5) | st.integers(),
    st.sampled_from(["", "N", "7", "AS", "ASKS", "0", "null", "[]"]) | _TEXT,
).map(lambda made: made[:100])

#: What people put into names: markdown, mentions, other directions, marks on marks, nothing to see, 32 wide ones.
_NAMES: Final = (
    st.text(alphabet="*_~`|>#@<&!:\\[]()-.1 \n/" + string.ascii_letters, min_size=1, max_size=32)
    | st.text(
        alphabet="\u202e\u202d\u2066\u2069\u200f\u200b\u200d\u2060\ufeff\u00ad\u3164\u2800אבם", min_size=1, max_size=32
    )
    | st.text(alphabet="王Ｗ￿😀🂡\u0301\u0489\ufdfd", min_size=1, max_size=32)
    | st.text(min_size=1, max_size=32)
)


@_few
@given(custom_id=_OURS | st.text(min_size=1, max_size=100), values=st.none() | st.lists(_TEXT, max_size=3))
async def test_a11_custom_ids_of_every_kind(here: Room, custom_id: str, values: list[str] | None) -> None:
    """In the lobby and in the game, by the host and by a stranger, on the table's message and on a private one."""
    ana, bob, *_ = here.people
    if not here.has_table():
        await ana.command("start", clock="none")
    await ana.command("help")
    for person in (ana, bob):
        await here.forged(person, here.board(), custom_id, values)
    await here.forged(ana, ana.panel(), custom_id, values)
    if here.has_table() and not here.is_live():
        await ana.command("begin")
    await here.forged(ana, here.board(), custom_id, values)
    for game in range(1, 3):
        saved = await here.bot.store.games.load(game)
        if saved is not None and saved.entries:
            assert read_record(write_record(record_of_game(saved))).faults() == []


@_few
@given(typed=_TEXT | st.sampled_from(["7", "pass", "AS", "as ks", "🂡", "-1", "9" * 40, "٧", "½", "7.0", "1e9"]))
async def test_options_of_every_kind(here: Room, typed: str) -> None:
    if not here.has_table():
        await open_table(here, clock="none")
    person = asked(here)[0]
    for name, option in (("bid", "amount"), ("trump", "suit"), ("discard", "cards"), ("play", "cards")):
        assert len(await person.suggested(name, option, typed)) <= 25
        await person.command(name, **{option: typed})
    assert here.has_table()


@_few
@given(name=_NAMES)
async def test_i8_names_of_every_kind(here: Room, name: str) -> None:
    """In lobby, table, panel and boards; whoever has it takes a seat and gives it back."""
    odd = here.joined_by(f"odd{len(here.people)}", global_name=name)
    there = here.at(here.env.guild.create_text_channel(f"room-{len(here.people)}"))
    odd, ana = there.people[-1], there.people[0]
    await ana.command("start", clock="none")
    await odd.command("sit")
    await ana.command("begin")
    await odd.command("hand")
    await ana.command("status")
    await ana.command("stats", member=odd.member)
    await odd.command("leave")
    await odd.press("leave-yes")
    await there.wait(2)
    for message in there.public():
        assert f"<@{ana.id}>" in text_of(message) or "@everyone" not in text_of(message).replace("\\@", "")
    await ana.command("end")
    await ana.press("end-yes")
    await there.wait(2)


@_few
@given(
    locale=st.text(max_size=12) | st.sampled_from(["de_DE.UTF-8", "../../en", "en", "EN-us", "zh-Hant-TW", "C", "-"])
)
async def test_languages_of_every_kind(here: Room, locale: str) -> None:
    ana = here.people[0]
    ana.speaks(locale)
    assert await ana.told("help")
    assert await ana.told("setup")
    if not here.has_table():
        await ana.command("start", clock="none")
        await ana.command("begin")
    await ana.command("hand")
    assert await ana.told("bid", amount="x")
