"""``king-pedro duel``: what it says, and what it can't work with."""

import io

import pytest
from rich.console import Console

from bot.game.rules import CANADIAN, KING_PEDRO
from bot.players.duel import pieces
from bot.players.match import match_of
from bot.present.words import words_for
from bot.tools.duel import duel_of, tell
from bot.tools.unusable import Unusable

WORDS = words_for("en")


def told(*players: str, deals: int = 6, games: int | None = 0, play_only: bool = False, terminal: bool = False) -> str:
    first, second, ceiling = (*players, "")[:3]
    duel = duel_of(WORDS, (first, second, ceiling), KING_PEDRO, deals, games, 3)
    duel = duel.play_only() if play_only else duel
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, width=100, highlight=False)
    tell(WORDS, console, duel, match_of(pieces(duel)))
    return out.getvalue()


def test_it_tells_points_games_contracts_and_times() -> None:
    text = told("normal", "random", games=2)
    lines = text.splitlines()
    assert lines[0] == "king-pedro, seed 3: 6 deals, each played twice with the sides changed"
    assert lines[1].startswith("normal against random: +")
    assert " ± " in lines[1]
    assert lines[2].startswith("Of 4 games normal won ")
    assert [line.split()[0] for line in lines if "–" in line[:6]] == ["30–34", "35–39", "40–44"]
    assert "later plays" in text
    assert "looked at" not in text  # nobody here searches
    assert "\x1b" not in text


def test_it_has_colours_and_lines_in_a_terminal_alone() -> None:
    assert "─" in told("normal", "random", deals=2, terminal=True)
    assert "─" not in told("normal", "random", deals=2)


def test_the_third_player_marks_the_ceiling() -> None:
    text = told("random", "random", "normal")
    assert "normal against random: +" in text
    assert "random goes 0 % ± 0 % of the way from random to normal" in text
    assert "so there is no way between them" in told("normal", "normal", "random")


def test_with_play_alone_the_normal_robot_bids_for_all() -> None:
    assert "normal against normal+random: " in told("normal", "random", play_only=True)


def test_a_game_comes_with_twenty_deals_unless_it_is_said_otherwise() -> None:
    wanted = ("normal", "random", "")
    assert duel_of(WORDS, wanted, CANADIAN, 60, None, 1).games == 3
    assert duel_of(WORDS, wanted, CANADIAN, 60, 0, 1).games == 0


@pytest.mark.parametrize(
    ("players", "deals", "sentence"),
    [
        (("normal", "random", ""), 1, "A duel of 1 deal measures nothing; play 2 or more."),
        (("normal", "random", ""), -3, "A duel of -3 deals measures nothing; play 2 or more."),
        (("normal", "x", ""), 5, 'There is no player "x"; there are '),
        (("normal+\x1b", "random", ""), 5, 'There is no player "\\u001b"; there are '),
        (("normal", "random", "+"), 5, 'There is no player ""; there are '),
    ],
)
def test_what_it_can_not_work_with_is_refused(players: tuple[str, str, str], deals: int, sentence: str) -> None:
    with pytest.raises(Unusable) as refused:
        duel_of(WORDS, players, CANADIAN, deals, None, 1)
    assert str(refused.value).startswith(sentence)
    assert str(refused.value).endswith(".")
