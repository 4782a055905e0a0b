"""Logs: one line an event, and no secret in any of them."""

import io
import logging
import warnings
from collections.abc import Callable, Iterator

import pytest

from bot.logs import LineHandler, set_up_logs

TOKEN = "MTAx.R2Fx.c2VjcmV0LXRva2Vu"
LOGGERS = ("", "bot", "cogs", "db", "discord", "sqlalchemy")


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    levels = [logging.getLogger(name).level for name in LOGGERS]
    yield
    logging.captureWarnings(False)
    root = logging.getLogger()
    root.handlers[:] = [handler for handler in root.handlers if not isinstance(handler, LineHandler)]
    for name, level in zip(LOGGERS, levels, strict=True):
        logging.getLogger(name).setLevel(level)


def lines_at(level: str, *secrets: str) -> io.StringIO:
    stream = io.StringIO()
    set_up_logs(level, secrets, stream)
    return stream


def test_a_line_tells_time_level_place_and_message() -> None:
    stream = lines_at("INFO")
    record = logging.LogRecord("bot.table", logging.INFO, __file__, 1, "%s sat down", ("Ann",), None)
    record.created, record.msecs = 0.5, 500.0
    logging.getLogger("bot.table").handle(record)
    assert stream.getvalue() == "1970-01-01T00:00:00.500Z INFO bot.table: Ann sat down\n"


def test_game_and_channel_follow_the_message() -> None:
    stream = lines_at("INFO")
    logging.getLogger("bot.table").info("deal", extra={"game": "k3", "channel": 42})
    assert stream.getvalue().endswith(" INFO bot.table: deal game=k3 channel=42\n")


def fail(text: str) -> None:
    raise ValueError(text)


def test_a_traceback_stays_on_its_line() -> None:
    stream = lines_at("INFO")
    try:
        fail("two\nlines")
    except ValueError:
        logging.getLogger("bot").exception("a press failed")
    [line] = stream.getvalue().splitlines()
    assert "a press failed | Traceback (most recent call last): | " in line
    assert line.endswith(" | ValueError: two | lines")


@pytest.mark.parametrize("sign", ["\r", "\x1b", "\u2028", "\u202e", "\x85", "\x00"])
def test_a_name_cannot_forge_a_line_or_colour_a_terminal(sign: str) -> None:
    stream = lines_at("INFO")
    logging.getLogger("bot").info("%s sat down", f"Ann{sign}Bob ♠")
    assert sign not in stream.getvalue()
    assert len(stream.getvalue().splitlines()) == 1
    assert stream.getvalue().endswith(f"Ann{ascii(sign)[1:-1]}Bob ♠ sat down\n")


def write_in_message(log: logging.Logger) -> None:
    log.error(f"the token is {TOKEN}")  # noqa: G004  # the careless way is what is tried


def write_in_argument(log: logging.Logger) -> None:
    log.error("headers: %r", {"Authorization": f"Bot {TOKEN}"})


def write_in_traceback(log: logging.Logger) -> None:
    try:
        fail(f"no login with {TOKEN}")
    except ValueError:
        log.exception("refused")


def write_in_cause(log: logging.Logger) -> None:
    try:
        try:
            fail(TOKEN)
        except ValueError as error:
            raise RuntimeError("no login") from error
    except RuntimeError:
        log.exception("refused")


def write_in_extra(log: logging.Logger) -> None:
    log.error("deal", extra={"game": TOKEN, "channel": 1})


def write_in_stack(log: logging.Logger) -> None:
    log.error("here", stack_info=True, extra={"channel": TOKEN})


def write_in_name(log: logging.Logger) -> None:
    log.getChild(TOKEN).error("a logger of a strange name")


def write_in_warning(log: logging.Logger) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(True)
        warnings.warn(f"old token {TOKEN}", stacklevel=1)


CARELESS = [
    write_in_message,
    write_in_argument,
    write_in_traceback,
    write_in_cause,
    write_in_extra,
    write_in_stack,
    write_in_name,
    write_in_warning,
]


@pytest.mark.parametrize("careless", CARELESS)
def test_the_token_never_appears(careless: Callable[[logging.Logger], None]) -> None:
    stream = lines_at("INFO", TOKEN)
    careless(logging.getLogger("discord.http"))
    assert "[hidden]" in stream.getvalue()
    assert TOKEN not in stream.getvalue()
    assert len(stream.getvalue().splitlines()) == 1


def test_a_secret_inside_another_leaves_nothing_of_it() -> None:
    stream = lines_at("INFO", "word", "password-of-mine", "")
    logging.getLogger("bot").info("password-of-mine and word")
    assert stream.getvalue().endswith("bot: [hidden] and [hidden]\n")


def test_a_line_that_cannot_be_formatted_is_named_but_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    logging.getLogger().handlers.clear()  # pytest's own would raise what ours must survive
    stream = lines_at("INFO", TOKEN)
    logging.getLogger("bot.app").info("%d", TOKEN)
    assert stream.getvalue().startswith("A log line of bot.app:")
    assert stream.getvalue().endswith(" could not be written: TypeError\n")
    assert TOKEN not in stream.getvalue() + "".join(capsys.readouterr())


def test_a_stream_that_is_gone_does_no_harm(capsys: pytest.CaptureFixture[str]) -> None:
    stream = lines_at("INFO", TOKEN)
    stream.close()
    logging.getLogger("bot").info("nobody reads this: %s", TOKEN)
    assert "".join(capsys.readouterr()) == ""


def test_set_up_twice_writes_once_and_to_the_second() -> None:
    first, second = lines_at("INFO"), lines_at("INFO")
    logging.getLogger("bot").info("once")
    assert first.getvalue() == ""
    assert len(second.getvalue().splitlines()) == 1


def test_it_writes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs("INFO")
    logging.getLogger("db").info("opened")
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("INFO db: opened\n")


@pytest.mark.parametrize("name", ["discord.http", "discord.gateway", "aiosqlite", "sqlalchemy.engine", "asyncio"])
def test_at_debug_other_packages_do_not_write_bodies_and_parameters(name: str) -> None:
    stream = lines_at("DEBUG")
    logging.getLogger(name).debug("a body with a hand in it")
    assert stream.getvalue() == ""


@pytest.mark.parametrize("name", ["bot.table", "cogs.tables", "db.games"])
def test_ours_write_from_the_level_asked_for(name: str) -> None:
    stream = lines_at("DEBUG")
    logging.getLogger(name).debug("seen")
    assert "DEBUG" in stream.getvalue()
    stream = lines_at("WARNING")
    logging.getLogger(name).info("not seen")
    assert stream.getvalue() == ""
    logging.getLogger("discord").info("nor this")
    assert stream.getvalue() == ""
