"""Names from outside: whatever Discord lets people be called stands in our lines and does no harm."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.present.escape import NAME_WIDTH, columns, plain_name, safe_name

INVISIBLE = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200e\u200f\u2060\ufeff")
FSI, PDI = "\u2068", "\u2069"


def test_an_ordinary_name_stays_as_it_is() -> None:
    for name in ("Ana", "Dmytro K", "Zoë", "山本太郎", "Jürgen 2"):
        assert plain_name(name) == safe_name(name) == name


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("*bold*", r"\*bold\*"),
        ("a_b_c", r"a\_b\_c"),
        ("||spoiler||", r"\|\|spoiler\|\|"),
        ("`code", r"\`code"),
        ("> quote", r"\> quote"),
        ("# head", r"\# head"),
        ("[x](http://y)", r"\[x\]\(http\:\/\/y\)"),
        ("<@101>", r"\<\@101\>"),
        ("@everyone", r"\@everyone"),
        ("<:a:1>", r"\<\:a\:1\>"),
        ("back\\slash", r"back\\slash"),
    ],
)
def test_markdown_and_mentions_are_escaped(name: str, safe: str) -> None:
    assert safe_name(name) == safe
    assert plain_name(name) == name


@pytest.mark.parametrize(
    "name",
    ["", "   ", "\u200b", "\u2800\u3164", "\u202e", "\ufeff\u2060", "\u0301\u0301", "\u200d\u200d", "\n\t", "\u115f"],
)
def test_a_name_nobody_can_see_is_none(name: str) -> None:
    assert plain_name(name) == safe_name(name) == ""


def test_what_is_invisible_goes_and_spaces_become_one() -> None:
    assert plain_name("A\u200bn\u00ada") == "Ana"
    assert plain_name("  Ana \n\n Bo\u3000ris ") == "Ana Bo ris"
    assert plain_name("\u202eevil\u202c") == "evil"


def test_right_to_left_is_kept_to_itself() -> None:
    """An override in a name can't turn our line around, and a name that runs the other way is isolated."""
    assert plain_name("לינה") == f"{FSI}לינה{PDI}"
    assert plain_name("لينا \u202e\u2066x") == f"{FSI}لينا x{PDI}"


def test_marks_piled_on_a_letter_are_cut() -> None:
    assert plain_name("a" + "\u0301" * 40) == "a" + "\u0301" * 3


def test_joiners_stay_between_what_they_join() -> None:
    family = "\U0001f468\u200d\U0001f469"
    assert plain_name(family) == family
    assert plain_name("می\u200cخواهم") == f"{FSI}می\u200cخواهم{PDI}"
    assert plain_name("a\u200db\u200d") == "ab"


@pytest.mark.parametrize("letter", ["W", "Ｗ", "山", "\U00012031", "\ufdfd", "\U0001f451"])
def test_thirty_two_wide_letters_are_cut(letter: str) -> None:
    cut = plain_name(letter * 32)
    assert cut.rstrip(PDI).endswith("…")
    assert columns(cut.strip(FSI + PDI)) <= NAME_WIDTH


@given(st.text(max_size=40), st.integers(2, 32))
def test_any_name_is_one_short_visible_line(name: str, width: int) -> None:
    plain = plain_name(name, width)
    inner = plain.removeprefix(FSI).removesuffix(PDI)
    assert columns(inner) <= width
    assert inner == inner.strip()
    assert not any(unicodedata.category(letter) in {"Cc", "Cs", "Zl", "Zp", "Co", "Cn"} for letter in inner)
    assert not any(
        letter in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200e\u200f" for letter in inner
    )


@given(st.text(st.sampled_from("ab*_~`|<>@#:/()[]-\\"), max_size=20))
def test_what_is_escaped_reads_as_it_was(name: str) -> None:
    """Discord shows a sign behind a backslash as it is, so taking those away gives the name back."""
    escaped = iter(safe_name(name))
    shown = "".join(next(escaped) if letter == "\\" else letter for letter in escaped)
    assert shown == plain_name(name)
