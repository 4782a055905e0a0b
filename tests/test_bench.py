"""The bench's machinery, on tiny counts and without the other packages. No time is judged here."""

from __future__ import annotations

import asyncio
import random
import sys
from dataclasses import replace as with_fields
from pathlib import Path

import pytest

from bot.game.cards import DECK, SEATS
from bot.game.engine import new_game
from bot.game.rules import CANADIAN, KING_PEDRO, PRESETS
from bot.game.state import Phase
from bot.players.duel import Thought
from bot.players.match import Estimate
from bot.players.registry import PLAYERS
from tests.bench import __main__ as bench
from tests.bench import (
    board,
    experts,
    load,
    loaded,
    playouts,
    press,
    replay,
    robots,
    solving,
    state_size,
    tables,
    thinking,
)
from tests.bench.contest import Contestant, Outcome, Process, hold
from tests.bench.crowd import EXPERTS, crowd
from tests.bench.games.king_pedro import play_out
from tests.bench.one_by_one import entries
from tests.bench.presser import PRESSINGS
from tests.bench.report import Effort, Report, Target
from tests.bench.stand_in import Cost
from tests.players.searchers import taking

NOWHERE = Path("no-such-python")
TINY = Effort(rounds=1, seconds=0.001, peers=NOWHERE)
OURS = Contestant("ours", "king_pedro", "king-pedro")


@pytest.mark.parametrize("name", PRESETS)
def test_a_play_out_ends_and_counts_its_decisions(name: str) -> None:
    play = play_out(name)
    assert play(random.Random(1)) > 20
    assert play(random.Random(1)) == play(random.Random(1))


def test_contestants_take_turns_and_one_that_is_missing_stops_nobody() -> None:
    outcome = hold(
        [(OURS, Path(sys.executable)), (Contestant("absent", "rlcard_uno", "environment"), NOWHERE)], 3, 0.001
    )
    assert len(outcome.rates["ours"]) == 3
    assert min(outcome.rates["ours"]) > 0
    assert outcome.missing == {"absent": "no-such-python can't be started: No such file or directory"}


def test_a_package_that_is_not_installed_is_named() -> None:
    with Process(Contestant("uno", "rlcard_uno", "environment"), Path(sys.executable)) as process:
        assert process.missing == "No module named 'rlcard'"
        assert process.rate(0.001) is None


def test_a_contestant_that_breaks_is_told_with_its_last_words() -> None:
    with Process(Contestant("broken", "king_pedro", "no-such-preset"), Path(sys.executable)) as process:
        assert process.missing is not None
        assert "no-such-preset" in process.missing or "unknown-preset" in process.missing


def test_ratios_are_the_middle_of_the_rounds_ratios() -> None:
    outcome = Outcome({"a": (10.0, 30.0, 80.0), "b": (10.0, 10.0, 20.0)}, {})
    assert outcome.rate("a") == 30
    assert outcome.ratio("a", "b") == 3


def test_without_the_other_packages_the_play_outs_still_tell_ours() -> None:
    report = playouts.measure(TINY)
    told = {row[0]: row[1] for row in report.rows}
    assert set(PRESETS) < set(told)
    assert [told[peer.label] for peer in playouts.PEERS] == ["not available"] * len(playouts.PEERS)
    assert all(told[name] != "not available" for name in PRESETS)
    assert [target.met for target in report.targets] == [False] * 3


def test_a_target_is_missed_when_another_package_is_as_fast() -> None:
    names = (*PRESETS, *(peer.label for peer in playouts.PEERS))
    rates = dict.fromkeys(names, (100.0,)) | {"canadian": (101.0,)}
    targets = [playouts.target(ours, Outcome(rates, {})) for ours in playouts.OURS]
    assert [(target.met, target.measured) for target in targets] == [
        (True, "1.01 times as many"),
        (False, "1.00 times as many"),
        (False, "1.00 times as many"),
    ]


def test_a_replay_makes_every_state_of_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "GAMES", 1)
    report = replay.measure(TINY)
    assert [row[0] for row in report.rows] == list(PRESETS)
    assert all(int(row[2]) == int(row[5]) > 20 for row in report.rows)
    assert len(report.targets) == 3


def test_the_size_of_a_state_counts_what_it_alone_holds() -> None:
    state = new_game(CANADIAN, SEATS[0])
    assert state_size.deep_size(DECK) == sys.getsizeof(DECK)
    assert state_size.deep_size((DECK, DECK)) == sys.getsizeof((DECK, DECK)) + sys.getsizeof(DECK)
    assert state_size.deep_size(state) < 500


def test_the_size_of_a_state_is_its_largest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_size, "GAMES", 1)
    report = state_size.measure(TINY)
    sizes = [int(text.replace(",", "")) for row in report.rows for text in row[1:3]]
    assert report.targets == (
        Target("a state has less than 20,000 bytes", f"{max(sizes):,} bytes", met=max(sizes) < 20_000),
    )


def test_a_press_is_compared_with_the_plain_press_of_its_round() -> None:
    def rounds(*times: tuple[float, ...]) -> list[press.Round]:
        return [press.Round(tuple(Cost(time, 2 * time, 3) for time in one)) for one in times]

    found = dict.fromkeys(press.ROWS, rounds((1, 2, 6), (10, 20, 60), (1, 2, 6)))
    found[press.DRAWN] = rounds((6, 6, 6), (70, 70, 70), (4, 6, 100))
    report = press.report(found)
    told = dict(zip(press.ROWS, report.rows, strict=True))
    assert told[press.PLAIN][1:] == ("1.00", "1.00", "6.00", "12.0", "3.00")
    assert told[press.DRAWN][1:] == ("3.00", "2.33", "6.00", "12.0", "3.00")
    assert [target.met for target in report.targets] == [True]


async def test_a_plain_press_is_one_request_and_one_that_changes_the_game_draws_every_message() -> None:
    async with PRESSINGS["plain"]() as plain:
        assert [(await plain()).requests for _ in range(3)] == [1, 1, 1]
    async with PRESSINGS[press.DRAWN]() as drawn:
        requests = [(await drawn()).requests for _ in range(8)]
    assert min(requests) >= 2
    assert max(requests) <= 12


async def test_a_press_is_answered_alone_while_time_stands_still() -> None:
    async with PRESSINGS["answered"]() as answered:
        assert [(await answered()).requests for _ in range(8)][2:] == [1] * 6


def test_all_rows_press_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "ROWS", {name: press.ROWS[name] for name in (press.PLAIN, press.DRAWN)})
    report = press.measure(TINY)
    assert [row[0] for row in report.rows] == list(press.ROWS.values())
    assert all(float(value) > 0 for row in report.rows for value in row[1:])


def test_boards_are_measured_on_what_ends_of_games_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "SIZES", (80, 160))
    report = board.measure(TINY)
    assert [row[:2] for row in report.rows] == [("80", "8"), ("160", "8")]
    assert [target.wanted for target in report.targets] == ["with 160 results any page takes less than 20 ms"]
    slow = board.Found(1, 1, 1.0, 20.0, 2.0, 1.0, 1.0, 1.0, 1)
    assert not board.report([slow]).targets[0].met


def test_tables_come_back_from_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "TABLES", 3)
    report = tables.measure(TINY)
    assert len(report.rows) == 3
    assert len(report.targets) == 2
    assert "3 messages are drawn anew" in " ".join(report.notes)


def test_people_press_at_every_table_and_long_enough_to_see_what_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loaded, "TABLES", 3)
    monkeypatch.setattr(loaded, "_WARMING", 0.2)
    found = {name: asyncio.run(run(1.0)) for name, run in loaded.LOADS.items()}
    report = load.report(**found)
    assert [row[0] for row in report.rows] == list(load.ROWS.values())
    assert all(float(value.replace(",", "")) >= 0 for row in report.rows for value in row[1:])
    assert len(found["tables"]["waits"]) > 20
    assert report.targets[1] == Target("nothing fails, and nobody is refused", "0 and 0", met=True)
    assert found["long"]["presses"] > 20
    assert len(found["long"]["blocks"]) == 6


def test_a_load_is_judged_by_its_latest_answer_and_by_what_it_keeps() -> None:
    waits = [10.0] * 200
    quick = {"waits": waits, "seconds": 1.0, "edits": 5, "errors": 0, "refusals": 0}
    slow = {**quick, "waits": [*waits, 1500.0], "refusals": 1}
    long = {"blocks": [100, 200, 300, 301, 302, 303], "resident": [0] * 6, "presses": 1, "tables": 1}
    leaking = {**long, "blocks": [100, 200, 300, 310, 320, 330]}
    assert [target.met for target in load.report(quick, quick, long).targets] == [True, True, True]
    assert [target.met for target in load.report(quick, slow, leaking).targets] == [False, False, False]


async def test_experts_play_at_every_table_and_the_loop_is_felt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.thinking.PLAYERS", PLAYERS)
    monkeypatch.setitem(EXPERTS, "searching", taking(0.001))
    async with crowd("searching") as made:
        found = await made.play(4.0, 3)
    assert len(found["late"]) == len(found["busy"]) > 10
    assert found["outcomes"]["decided"] > 0


def test_the_loop_is_judged_by_its_beats_and_by_its_own_work() -> None:
    quiet = {"late": [0.1] * 2000, "busy": [1.0] * 2000, "waits": [150.0, 50.0], "outcomes": {"decided": 2, "full": 1}}
    once = {**quiet, "late": [*[0.1] * 1999, 400.0], "busy": [*[1.0] * 1999, 51.0]}
    report = experts.report({"idle": quiet, "searching": quiet, "expert": once})
    assert [target.met for target in report.targets] == [True, True, True, False]
    assert report.rows[1][5:] == ("2", "1 full", "100", "150")


class Fixed:
    """A measurement that finds what it is told."""

    def __init__(self, name: str, *, met: bool) -> None:
        self.NAME = name
        self._met = met

    def measure(self, effort: Effort) -> Report:
        target = Target("it is so", f"{effort.rounds} of 3", met=self._met)
        return Report("A title", ("", "number"), (("a row", "12"),), (target,), ("A note.",))


@pytest.fixture
def two_measurements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "MEASUREMENTS", (Fixed("good", met=True), Fixed("bad", met=False)))


@pytest.mark.usefixtures("two_measurements")
def test_a_missed_target_is_said_and_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--rounds", "2"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "good: met: it is so: 2 of 3" in lines
    assert "bad: MISSED: it is so: 2 of 3" in lines


@pytest.mark.usefixtures("two_measurements")
def test_only_runs_what_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--only", "good"]) == 0
    assert "bad" not in capsys.readouterr().out


@pytest.mark.usefixtures("two_measurements")
@pytest.mark.parametrize("arguments", [["--only", "better"], ["--rounds", "0"], ["--seconds", "-1"], ["--rounds", "x"]])
def test_arguments_that_make_no_sense_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.main(arguments)
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_lock_is_taken_apart_into_what_it_names() -> None:
    one = "one==1.0 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb"
    two = "two==2.0 ; python_version < '3.12' \\\n    --hash=sha256:cc"
    found = list(entries(f"# words\n{one}\n{two}\n"))
    assert found == [("one==1.0", one), ("two==2.0 ; python_version < '3.12'", two)]


def test_the_lock_of_the_other_packages_has_hashes_and_no_address() -> None:
    found = list(entries((Path(bench.__file__).parent / "peers.lock").read_text(encoding="utf-8")))
    assert {"open-spiel", "pokerkit", "rlcard"} <= {name.partition("==")[0] for name, _ in found}
    assert all("--hash=sha256:" in entry and "://" not in entry for _, entry in found)


def test_robots_play_their_matches_and_say_how_sure_that_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robots, "RULES", (KING_PEDRO,))
    report = robots.measure(with_fields(TINY, deals=2))
    assert [row[0] for row in report.rows] == [f"king-pedro: {pairing.label}" for pairing in robots.PAIRINGS]
    assert all("±" in row[2] for row in report.rows)
    assert [int(row[1]) for row in report.rows] == [2 if one.searches else 40 for one in robots.PAIRINGS]


def test_a_target_is_missed_only_where_the_error_can_not_explain_it() -> None:
    assert robots.reached("a", Estimate(35.1, 1), 35) == Target("a", "+35.10 ± 1.00", met=True)
    assert robots.reached("a", Estimate(33.1, 1), 35).met
    assert not robots.reached("a", Estimate(32.9, 1), 35).met
    assert robots.reached("a", Estimate(0.44, 0.02), 0.5) == Target("a", "44 % ± 2 %", met=False)


def test_the_time_of_the_slowest_kind_of_decision_counts() -> None:
    def thought(phase: Phase, milliseconds: float) -> Thought:
        return Thought("normal", phase, True, milliseconds / 1000, 0)

    quick, slow = [thought(Phase.AUCTION, 1.0)] * 50, [thought(Phase.TRUMP, 2.5)] * 2
    assert thinking.targets("normal", [*quick, *slow]) == [
        Target("normal decides in less than 2 ms, the median", "2.50 ms (trumps)", met=False)
    ]
    most = thinking.targets("expert", [*quick, thought(Phase.AUCTION, 1001)])[1]
    assert (most.measured, most.met) == ("1001.00 ms (calls)", False)
    assert thinking.targets("easy", quick) == []


def test_levels_are_timed_by_kind_of_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "RULES", (KING_PEDRO,))
    monkeypatch.setattr(thinking, "LEVELS", ("easy", "normal"))
    report = thinking.measure(with_fields(TINY, deals=2))
    assert [row[0] for row in report.rows][:5] == list(thinking._STAGES.values())
    assert all(" / " in cell for row in report.rows[:6] for cell in row[1:])


def test_solving_gets_cheaper_with_fewer_trumps_left() -> None:
    report = solving.measure(with_fields(TINY, deals=2))
    trumps = [int(row[0]) for row in report.rows]
    assert trumps == sorted(trumps, reverse=True)
    assert trumps[0] == 14
    looked = [float(row[4].replace(",", "")) for row in report.rows]
    assert looked[0] > looked[-1]
