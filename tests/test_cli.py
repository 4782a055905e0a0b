"""The command line as people call it: real processes, their output and exit codes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def king_pedro(*arguments: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs the command with these bytes on standard input."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env=os.environ | environment,
        check=False,
    )


@pytest.fixture(scope="module")
def games() -> bytes:
    ran = king_pedro("simulate", "3", "--rules", "king-pedro", "--seed", "9", "--legal")
    assert (ran.returncode, ran.stderr) == (0, b"")
    return ran.stdout


def test_simulate_writes_one_record_a_line_on_standard_output_alone(games: bytes) -> None:
    assert games.count(b"\n") == 3
    assert games.endswith(b"}\n")
    assert all(line.startswith(b'{"format":"king-pedro-record","version":1,') for line in games.splitlines())
    again = king_pedro("simulate", "2", "--rules", "king-pedro", "--seed", "9", "--legal")
    assert again.stdout.splitlines() == games.splitlines()[:2]


def test_simulate_writes_a_file(games: bytes, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    ran = king_pedro("simulate", "3", "--rules", "king-pedro", "--seed", "9", "--legal", "--out", str(out))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    assert out.read_bytes() == games


@pytest.mark.parametrize("file", ["-", "/dev/stdin"])
def test_verify_reads_standard_input(games: bytes, file: str) -> None:
    ran = king_pedro("verify", file, given=games)
    assert (ran.returncode, ran.stdout) == (0, b"")
    assert re.fullmatch(r"3 games, \d+ hands: no fault\n", ran.stderr.decode())


def test_verify_reads_several_files_and_tells_every_fault(games: bytes, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_bytes(games)
    bad.write_bytes(games.replace(b'"winner":"', b'"winner":"X', 1) + b"{\n")
    ran = king_pedro("verify", str(good), str(bad), str(good))
    assert ran.returncode == 1
    first, second = ran.stdout.decode().splitlines()
    assert first.startswith(f"{bad}:1: R10.1: winner is X")
    assert second.startswith(f"{bad}:4: Not JSON from column 2 on; ")
    assert re.fullmatch(r"9 games, \d+ hands: 2 faults in 2 lines\n", ran.stderr.decode())


def test_verify_goes_on_behind_a_file_that_is_not_there(games: bytes, tmp_path: Path) -> None:
    ran = king_pedro("verify", str(tmp_path / "none"), str(tmp_path), "-", given=games)
    assert ran.returncode == 2
    assert ran.stdout == b""
    first, second, last = ran.stderr.decode().splitlines()
    assert first == (
        f"{tmp_path / 'none'} can't be read (No such file or directory); "
        "name a file of records, or - for standard input."
    )
    assert second.startswith(f"{tmp_path} can't be read (Is a directory); ")
    assert re.fullmatch(r"3 games, \d+ hands: no fault", last)


def test_what_verify_can_not_show_in_an_old_terminal_it_spells(games: bytes) -> None:
    broken = re.sub(rb'"(.) play (..)"', rb'"\1 play 2H 3H 4H 5H"', games.splitlines()[0], count=1)
    ran = king_pedro("verify", "-", given=broken, PYTHONIOENCODING="latin-1")
    assert ran.returncode == 1
    assert b"Traceback" not in ran.stderr + ran.stdout
    assert rb"2\u2665 3\u2665 4\u2665 5\u2665" in ran.stdout


def test_replay_shows_a_hand_as_plain_text_where_it_is_no_terminal(games: bytes) -> None:
    ran = king_pedro("replay", "-", "--game", "2", "--hand", "1", "--seat", "s", given=games)
    text = ran.stdout.decode()
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert text.startswith("King Pedro: king-pedro-9-2\n")
    assert "As South saw it at the time\n" in text
    assert "\x1b" not in text


def test_replay_of_a_faulty_record_shows_what_there_is_and_says_so(games: bytes) -> None:
    ran = king_pedro("replay", "-", given=games.replace(b'"winner":"', b'"winner":"X', 1))
    assert ran.returncode == 1
    assert ran.stdout.startswith(b"King Pedro: king-pedro-9-1\n")
    assert ran.stderr == b"This record has faults; king-pedro verify tells them.\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "5", "--rules", "whist"),
        ("simulate", "5", "--house", "bid_min"),
        ("simulate", "5", "--players", "nobody"),
        ("simulate", "5", "--out", "no/such/folder/games.jsonl"),
        ("replay", "no-such-file"),
        ("replay", "-"),
        ("replay", "-", "--seat", "X"),
        ("verify", "no-such-file"),
    ],
    ids=" ".join,
)
def test_what_can_not_be_used_is_told_in_one_sentence(arguments: tuple[str, ...]) -> None:
    ran = king_pedro(*arguments)
    assert ran.returncode == 2
    assert ran.stdout == b""
    assert re.fullmatch(r"[^\n]+\.\n", ran.stderr.decode())


@pytest.mark.parametrize(
    "arguments", [("simulate", "0"), ("simulate", "many"), ("simulate",), ("verify",), ("replay", "-", "--game", "0")]
)
def test_what_is_no_argument_at_all_is_told_without_a_traceback(arguments: tuple[str, ...]) -> None:
    ran = king_pedro(*arguments)
    assert ran.returncode == 2
    assert b"Usage: " in ran.stderr
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("command", "reader"),
    [
        (["simulate", "2000"], "head -c 1"),
        (["replay", "{file}"], "head -c 1"),
        (["verify", "{file}"], "true"),
    ],
    ids=["simulate", "replay", "verify"],
)
def test_a_closed_pipe_ends_it_quietly(command: list[str], reader: str, tmp_path: Path, games: bytes) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(games.replace(b'"winner":"', b'"winner":"X') * 20)
    call = [sys.executable, "-m", "bot", *(word.format(file=file) for word in command)]
    ran = subprocess.run(
        ["sh", "-c", f'"$@" | {reader}', "sh", *call], capture_output=True, cwd=ROOT, timeout=120, check=False
    )
    assert ran.returncode == 0
    assert b"Traceback" not in ran.stderr
    assert b"Error" not in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.parametrize("out", ["-", "/dev/full"])
def test_a_full_disk_is_told_in_one_sentence(out: str) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "bot", "simulate", "3", "--out", out],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            check=False,
        )
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"Reading or writing failed (No space left on device); look at the disk")
    assert ran.stderr.count(b"\n") == 1


def test_help_loads_neither_discord_nor_the_store() -> None:
    code = (
        "import sys; import bot.cli;"
        "print([name for name in ('discord', 'sqlalchemy', 'pydantic', 'babel', 'PIL') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert ran.stdout == "[]\n"


def test_help_names_every_command() -> None:
    ran = king_pedro("--help")
    assert ran.returncode == 0
    for command in ("simulate", "verify", "replay"):
        assert re.search(rf"\b{command}\b", ran.stdout.decode())


def test_duel_measures_two_players_with_any_number_of_processes() -> None:
    arguments = ("duel", "normal", "random", "--deals", "4", "--games", "1", "--rules", "king-pedro", "--seed", "9")
    alone, together = king_pedro(*arguments), king_pedro(*arguments, "--jobs", "2", "--house", "losing_score=none")
    assert (alone.returncode, alone.stderr) == (0, b"")
    assert (together.returncode, together.stderr) == (0, b"")
    assert b"points a hand" in alone.stdout
    assert alone.stdout.splitlines()[1] == together.stdout.splitlines()[1]  # hands by themselves at no score


@pytest.mark.parametrize(
    "arguments", [("nobody", "normal"), ("normal", "random", "--deals", "1"), ("normal", "random", "--rules", "whist")]
)
def test_duel_refuses_what_it_can_not_work_with_in_one_sentence(arguments: tuple[str, ...]) -> None:
    ran = king_pedro("duel", *arguments)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.count(b"\n") == 1
    assert ran.stderr.endswith(b".\n")
