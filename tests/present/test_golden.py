"""What everybody sees at every kind of moment, in files to read; ``pytest --rewrite-golden`` writes them anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.game.cards import SEATS, Seat, Side
from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS, house
from bot.game.state import GameState, Phase
from bot.game.view import view
from bot.info import Proof, RatingNews
from bot.look import IN_TEXT, LOW_FIRST, Look
from bot.moment import OPEN, TABLE, Step
from bot.players.registry import LEVELS
from bot.present.boards import ORDERS, Board, BoardLine, BoardQuery, board
from bot.present.emojis import Emojis
from bot.present.help import help_page, status_page
from bot.present.history import History, HistoryLine, history
from bot.present.lobby import end_question, lobby, lobby_closed, options, robots
from bot.present.more import last_trick, leave_question, left, more, rules_page, score_sheet, seated
from bot.present.panel import panel
from bot.present.privacy import AboutYou, privacy_done, privacy_page, privacy_question
from bot.present.proof import deals_page
from bot.present.replay import replay_page
from bot.present.settings import ServerSettings, house_page, own_page, server_page
from bot.present.spec import MessageSpec
from bot.present.stats import Companion, Level, Stats, stats
from bot.present.summary import game_over, summary
from bot.present.table import dealing, table, table_ended, turn_call
from bot.present.upkeep import channel_checked, fixed, stood_in
from bot.present.words import words_for
from bot.replay import replay_of
from bot.seats import EMPTY, NOBODY, Occupant, Seating
from tests.present.readable import EMOJIS, NO_EMOJIS, readable
from tests.present.scenes import SCENES
from tests.present.tables import FOUR_PEOPLE, LONG_NAMES, ONE_AND_ROBOTS, PROOF, first_state, info_of, lobby_of
from tests.test_replay import saved_game

GOLDEN = Path(__file__).parent / "golden"
WORDS = words_for("en")
FIGURES = Stats(
    "Ana", 101, 12, 7, 120, 1800, 1500, 30, 8, None, Companion("Bob", 5, 4), Companion("*Carla*", 7, 3),
    Companion("", 9, 4), (Level(0, 11, 1), Level(30, 14, 4), Level(50, 5, 3)), (0, 30, 40, 50), 31.46, 29.94, 3, 6.25,
    (1000, 1120, 1083, 1240), is_provisional=True,
)  # fmt: skip


def compare(name: str, pages: dict[str, MessageSpec], rewrite: bool) -> None:
    compare_text(name, "\n\n".join(f"=== {title}\n{readable(spec)}" for title, spec in pages.items()) + "\n", rewrite)


def compare_text(name: str, text: str, rewrite: bool) -> None:
    file = GOLDEN / f"{name}.txt"
    if rewrite:
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8"), "run pytest --rewrite-golden and read what has changed"


def public(state: GameState, seating: Seating, emojis: Emojis) -> dict[str, MessageSpec]:
    seen, info = view(state, None), info_of(state, seating)
    if state.phase is Phase.FINISHED:
        return {"the hand": summary(WORDS, emojis, seen, info), "the game": game_over(WORDS, emojis, seen, info)}
    if seen.hand_is_over:
        return {"the hand": summary(WORDS, emojis, seen, info)}
    if seen.number == 0:
        return {}
    return {"the table": table(WORDS, emojis, seen, info)}


def everything(state: GameState, seating: Seating = FOUR_PEOPLE, emojis: Emojis = EMOJIS) -> dict[str, MessageSpec]:
    info = info_of(state, seating)
    panels = {f"what {seat.name.title()} sees": panel(WORDS, emojis, view(state, seat), info) for seat in SEATS}
    return public(state, seating, emojis) | panels


@pytest.mark.parametrize("name", SCENES)
def test_moment(name: str, rewrite_golden: bool) -> None:
    compare(name, everything(first_state(*SCENES[name])), rewrite_golden)


@pytest.mark.parametrize("name", ["canadian-later-call", "canadian-follow-trump", "canadian-made", "canadian-won"])
def test_longest_names(name: str, rewrite_golden: bool) -> None:
    compare(f"long-names-{name}", everything(first_state(*SCENES[name]), LONG_NAMES), rewrite_golden)


@pytest.mark.parametrize("name", ["canadian-later-call", "canadian-lead", "canadian-pile-of-2", "canadian-made"])
def test_without_emojis(name: str, rewrite_golden: bool) -> None:
    pages = everything(first_state(*SCENES[name]), ONE_AND_ROBOTS, NO_EMOJIS)
    compare(f"in-text-{name}", pages, rewrite_golden)


def test_lobby(rewrite_golden: bool) -> None:
    two = (Occupant(101, "Ana"), EMPTY, Occupant(103, "Carla"), EMPTY)
    two_robots = (Occupant(robot="expert"), EMPTY, Occupant(103, "Carla"), Occupant(robot="easy"))
    house_rules = house(KING_PEDRO, bid_min=7, all_pass="dealer-forced", target=100)
    pages = {
        "nobody sits": lobby(WORDS, lobby_of(CANADIAN, NOBODY)),
        "two sit": lobby(WORDS, lobby_of(KING_PEDRO, two)),
        "four sit, house rules": lobby(WORDS, lobby_of(house_rules, FOUR_PEOPLE)),
        "robots of two levels": lobby(WORDS, lobby_of(CANADIAN, two_robots)),
        "robots by seat": robots(WORDS, lobby_of(CANADIAN, two_robots), LEVELS),
        "long names": lobby(WORDS, lobby_of(CANADIAN, LONG_NAMES)),
        "nobody started it": lobby_closed(WORDS, "nobody-started"),
        "it was ended": lobby_closed(WORDS, "ended"),
        "end?": end_question(WORDS, 12),
    }
    for name, rules in PRESETS.items():
        pages[f"options, {name}"] = options(WORDS, lobby_of(rules, two), LEVELS)
    pages["options, house rules"] = options(WORDS, lobby_of(house_rules, two))
    compare("lobby", pages, rewrite_golden)


def test_deals(rewrite_golden: bool) -> None:
    state = first_state(*SCENES["canadian-made"])
    link, some = "https://discord.com/channels/1/2", {1: PROOF, 2: None, 3: PROOF}
    pages = {
        "dealing": dealing(WORDS, view(state, None), replace(info_of(state), proof=Proof(PROOF.commitment))),
        "a hand nobody can check": summary(WORDS, EMOJIS, view(state, None), replace(info_of(state), proof=None)),
        "all good": deals_page(WORDS, 12, {1: PROOF}, link, is_over=True),
        "some not, in a game that goes on": deals_page(WORDS, 12, some, link, is_over=False),
        "nothing yet": deals_page(WORDS, 12, {}, link, is_over=False),
    }
    compare("deals", pages, rewrite_golden)


def test_more(rewrite_golden: bool) -> None:
    state = first_state(*SCENES["canadian-follow-trump"])
    own, info = view(state, SEATS[0]), info_of(state)
    away = info_of(state, LONG_NAMES)
    tidy = {"read_message_history": True}
    pages = {
        "more": more(WORDS, own, info),
        "more, for a guest": more(WORDS, view(state, None), info),
        "more, for who is away": more(WORDS, view(state, SEATS[2]), away),
        "last trick": last_trick(WORDS, EMOJIS, own, info),
        "last trick, in text": last_trick(WORDS, NO_EMOJIS, own, info),
        "scores": score_sheet(WORDS, own, info),
        "scores, of nothing": score_sheet(WORDS, view(first_state(*SCENES["canadian-first-call"]), None), info),
        "a channel that allows all": channel_checked(WORDS, {"view_channel": True, "send_messages": True}, tidy),
        "a channel that allows little": channel_checked(WORDS, {"view_channel": True, "send_messages": False}, tidy),
        "a channel that allows enough": channel_checked(WORDS, {"view_channel": True}, {"read_message_history": False}),
        "set going again": fixed(WORDS, 12, is_live=True, waits=True),
        "a lobby set going again": fixed(WORDS, 12, is_live=False, waits=False),
        "stood in": stood_in(WORDS),
        "leave?": leave_question(WORDS, own, info),
        "left": left(WORDS),
        "seated": seated(WORDS, SEATS[1]),
        "the call": turn_call(WORDS, own, info),
        "the status": status_page(WORDS, table(WORDS, EMOJIS, view(state, None), info), "https://example.org/12"),
        "a note": panel(WORDS, EMOJIS, view(state, state.to_act[0]), info, note="Play a trump."),
        "who is away": panel(WORDS, EMOJIS, view(state, SEATS[2]), away),
    }
    compare("more", pages, rewrite_golden)


def test_ended(rewrite_golden: bool) -> None:
    info = info_of(first_state(*SCENES["canadian-lead"]))
    whys = ("host", "manager", "nobody-left", "everybody-away", "older-rules", "channel-gone", "a meteorite")
    compare("ended", {why: table_ended(WORDS, info, why) for why in whys}, rewrite_golden)


def test_rules_and_help(rewrite_golden: bool) -> None:
    pages = {name: rules_page(WORDS, rules) for name, rules in PRESETS.items()}
    pages["house"] = rules_page(
        WORDS, house(KING_PEDRO, all_pass="dealer-forced", trump_discard="to-six", passed_may_reenter=True)
    )
    compare("rules", pages | {"help": help_page(WORDS)}, rewrite_golden)


def test_settings(rewrite_golden: bool) -> None:
    usual = ServerSettings(CANADIAN, "normal", "normal", hints=True, rated=True, channels=())
    other = ServerSettings(
        house(KING_PEDRO, target=300), "daily", "expert", hints=False, rated=False, channels=(11, 12)
    )
    pages = {
        "one's own, as is usual": own_page(WORDS, EMOJIS, Look(), mentions=True),
        "one's own, otherwise": own_page(WORDS, EMOJIS, Look(IN_TEXT, LOW_FIRST), mentions=False),
        "a server's, as is usual": server_page(WORDS, usual, LEVELS, may_set=True),
        "a server's, otherwise": server_page(WORDS, other, LEVELS, may_set=True),
        "a server's, for who can't change it": server_page(WORDS, other, LEVELS, may_set=False),
        "house rules": house_page(WORDS, other),
    }
    compare("settings", pages, rewrite_golden)


def test_privacy(rewrite_golden: bool) -> None:
    pages = {
        "nothing": privacy_page(WORDS, AboutYou(None, 0, 0, 0, None)),
        "a setting": privacy_page(WORDS, AboutYou(None, 0, 0, 1, None)),
        "much": privacy_page(WORDS, AboutYou("*Ana*", 12, 11, 3, 1_780_000_000)),
        "the question": privacy_question(WORDS),
        "done": privacy_done(WORDS),
    }
    compare("privacy", pages, rewrite_golden)


def test_boards(rewrite_golden: bool) -> None:
    names = ("Ana", "Bob", "*Carla*", "", "\N{ARABIC LETTER MEEM}" * 5, "W" * 32)
    ranks = (1, 2, 2, 4, 5, 6)
    lines = tuple(
        BoardLine(
            rank, ((100 + number, name),), 40 - number, 20 - rank, 30 - number, number, 300, 7000 - rank, 1400 - rank,
            12 - number,
        )
        for number, (rank, name) in enumerate(zip(ranks, names, strict=True))
    )  # fmt: skip
    pairs = tuple(
        BoardLine(rank, ((100 + number, name), (101 + number, other)), 12, 12 - rank)
        for number, (rank, name, other) in enumerate(zip(ranks, names, names[1:], strict=False))
    )
    own = BoardLine(31, ((200, "Zoe"),), 3, 1, 4, 2, 30, 500, 1013, 3)
    own_pair = BoardLine(9, ((102, "*Carla*"), (100, "Ana")), 8, 1)
    turned = BoardLine(2, (pairs[1].people[1], pairs[1].people[0]), 12, 10)

    def page(
        query: str,
        lines: tuple[BoardLine, ...],
        total: int,
        asker: int,
        own: BoardLine | None = None,
        games: int = 0,
    ) -> MessageSpec:
        return board(WORDS, Board(BoardQuery.parse(query), lines, total, asker, own, games, minimum=5))

    pages = {
        "by rating": page("s.a.t.1", lines, 6, 101, lines[1], 40),
        "rated for long": page("s.q.t.1", lines[:2], 2, 300),
        "own line elsewhere": page("e.m.b.2", lines, 34, 200, own, 3),
        "not on it": page("s.w.w.1", lines, 12, 300),
        "not yet on it": page("s.w.r.1", lines, 6, 300, None, 1),
        "by points, not yet on it": page("s.q.p.1", lines, 6, 300, None, 4),
        "by games, as it was once": page("s.w.g.2", lines, 12, 300),
        "pairs": page("s.a.d.1", pairs, 5, 102, turned, 12),
        "own pair elsewhere": page("s.a.d.1", pairs, 25, 100, own_pair, 12),
        "no pair yet": page("s.a.d.1", pairs, 5, 300, None, 2),
        **{f"empty, by {name}": page(f"s.a.{code}.1", (), 0, 300) for code, name in ORDERS.items()},
        "beyond": page("s.a.w.9", (), 3, 300),
        "figures": stats(WORDS, FIGURES, b"picture"),
        "no figures": stats(WORDS, Stats("_Zoe_")),
    }
    compare("boards", pages, rewrite_golden)


def test_replay(rewrite_golden: bool) -> None:
    """A moment of each kind, from each side; the end of a game that was won, and of one that was cut short."""
    whole, cut = replay_of(saved_game(CANADIAN, 10, hands=40)), replay_of(saved_game(KING_PEDRO, 2, hands=1))
    asked = {state.phase: place for place, state in reversed(list(enumerate(whole.states)))}
    play = whole.step(whole.step(asked[Phase.PLAY], Step.TRICK_ON), Step.ON)
    pages = {
        "the first deal, as everybody saw it": replay_page(WORDS, EMOJIS, whole.moment(0, TABLE, 999)),
        "the discard, from an own seat": replay_page(WORDS, EMOJIS, whole.moment(asked[Phase.DISCARD], "N", 101)),
        "the play, from an own seat": replay_page(WORDS, EMOJIS, whole.moment(play, "N", 101)),
        "the play, all hands open": replay_page(WORDS, EMOJIS, whole.moment(play, OPEN, 101)),
        "the play, in text": replay_page(WORDS, NO_EMOJIS, whole.moment(play, OPEN, 101)),
        "the end of a hand": replay_page(WORDS, EMOJIS, whole.moment(whole.deals[1] - 1, OPEN, 999)),
        "the end of the game": replay_page(WORDS, EMOJIS, whole.moment(whole.last, TABLE, 101)),
        "a game cut short": replay_page(WORDS, EMOJIS, cut.moment(cut.last, TABLE, 101)),
    }
    compare("replay", pages, rewrite_golden)


def test_history(rewrite_golden: bool) -> None:
    left = HistoryLine(9, 1_800_000_000, LONG_NAMES, Side.EW, None, KING_PEDRO)
    lines = (
        HistoryLine(12, 1_800_000_000, FOUR_PEOPLE, Side.NS, Side.NS, CANADIAN),
        HistoryLine(11, 1_800_000_000, ONE_AND_ROBOTS, Side.EW, Side.NS, house(CANADIAN, target=100)),
        HistoryLine(10, 1_800_000_000, FOUR_PEOPLE, None, None, None),
        left,
    )
    pages = {
        "four games": history(WORDS, History(101, "Ana", 1, 4, lines)),
        "a page of many": history(WORDS, History(101, "*Ana*", 2, 17, lines[:1])),
        "beyond": history(WORDS, History(101, "Ana", 5, 17, ())),
        "none": history(WORDS, History(101, "Ana", 1, 0, ())),
    }
    compare("history", pages, rewrite_golden)


def test_ratings_after_a_game(rewrite_golden: bool) -> None:
    state = first_state(*SCENES["canadian-won"])
    assert state.winner is not None
    news = (
        RatingNews(Seat.NORTH, "Ana", 1240, 18, provisional=False),
        RatingNews(Seat.SOUTH, "*Carla*", 1097, 97, provisional=True),
        RatingNews(Seat.EAST, "", 940, -60, provisional=True),
        RatingNews(Seat.WEST, "W" * 32, 1013, None, provisional=False),
    )
    turned = tuple(
        replace(one, seat=Seat(seat), change=-(one.change or 7)) for one, seat in zip(news, "EWNS", strict=True)
    )
    pages = {
        "rated": game_over(WORDS, EMOJIS, view(state, None), replace(info_of(state), ratings=news)),
        "the other way round": game_over(WORDS, EMOJIS, view(state, None), replace(info_of(state), ratings=turned)),
    }
    compare("ratings", pages, rewrite_golden)
