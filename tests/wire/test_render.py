"""From a spec to Discord's components."""

from __future__ import annotations

from bot.present.spec import Accent, Button, Control, Divider, Menu, MessageSpec, Option, Row, Style, Text
from bot.wire.presses import control_of
from bot.wire.render import SpecView, allowed_mentions

SPEC = MessageSpec(
    (
        Text("### Your turn"),
        Divider(),
        Row(
            (
                Button("A", Control("play", 12, 57, "AS"), Style.PRIMARY, "<:kp1_suit_S:99>"),
                Button("", Control("pass", 12, 57), emoji="👑", disabled=True),
            )
        ),
        Row((Menu(Control("throw", 12, 57), (Option("2", "2H", "low", None, True), Option("3", "3H")), "Keep", 0, 2),)),
    ),
    Accent.YOUR_TURN,
    mentions=(5,),
)


async def test_every_part_becomes_the_component_discord_wants() -> None:
    (container,) = SpecView(SPEC).to_components()
    text, divider, buttons, menu = container["components"]
    assert (container["type"], text, divider["type"]) == (17, {"type": 10, "content": "### Your turn"}, 14)
    assert buttons["components"] == [
        {
            "type": 2,
            "style": 1,
            "custom_id": "kp:play:12:57:AS",
            "label": "A",
            "emoji": {"id": "99", "name": "kp1_suit_S"},
        },
        {
            "type": 2,
            "style": 2,
            "custom_id": "kp:pass:12:57:",
            "disabled": True,
            "emoji": {"name": "👑"},
        },
    ]
    (select,) = menu["components"]
    assert (select["min_values"], select["max_values"]) == (0, 2)
    assert [option.get("default", False) for option in select["options"]] == [True, False]


async def test_discord_py_is_given_nothing_to_keep() -> None:
    view = SpecView(SPEC)
    assert view.has_components_v2()
    assert not view.is_dispatchable()


def test_only_the_named_people_may_be_notified() -> None:
    mentions = allowed_mentions(SPEC).to_dict()
    assert mentions["parse"] == []
    assert [int(user_id) for user_id in mentions["users"]] == [5]
    assert allowed_mentions(SPEC.without_controls()).to_dict()["parse"] == []


def test_a_control_survives_its_custom_id() -> None:
    control = Control("top", 123456789012, 4321, "AS.9S3S")
    assert control_of(str(control)) == control


def test_what_is_no_control_of_ours_is_none() -> None:
    for text in (
        "",
        "kp",
        "kp:play",
        "kp:play:x:1:",
        "kp:play:1:-1:",
        "kp:PLAY:1:1:",
        "kp:play:1:1",
        "xx:play:1:1:AS",
        "kp:play:１:1:",
    ):
        assert control_of(text) is None


async def test_discord_py_has_nothing_to_wait_for() -> None:
    """It gives a view in a private message fifteen minutes, and a task that sleeps them out, unless it is finished."""
    assert SpecView(SPEC).is_finished()
