"""Settings: where they come from, and every fault at once in plain sentences that repeat no secret."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from bot.config import DATABASE_URL, ConfigurationFault, Settings, load_settings

NAMES = ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "METRICS_ADDRESS", "ROBOT_PROCESSES", "SYNC_GUILD_ID")
TOKEN = "MTAx.R2Fx.c2VjcmV0LXRva2Vu"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def written(text: str | bytes) -> Path:
    env_file = Path(".env")
    env_file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return env_file


def faults(text: str | bytes) -> tuple[str, ...]:
    with pytest.raises(ConfigurationFault) as caught:
        load_settings(written(text))
    return caught.value.sentences


def test_nothing_set_gives_a_bot_without_a_token_and_a_file() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database_url == DATABASE_URL == "sqlite+aiosqlite:///data/king-pedro.db"
    assert settings.log_level == "INFO"
    assert settings.sync_guild_id is None
    assert 1 <= settings.robot_processes <= 4
    assert settings.secrets == ()


def test_the_file_is_read_from_where_the_bot_starts() -> None:
    written(f"DISCORD_TOKEN={TOKEN}\nLOG_LEVEL=debug\nSYNC_GUILD_ID=123456789012345678\n")
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.log_level == "DEBUG"
    assert settings.sync_guild_id == 123456789012345678


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    assert load_settings(written("LOG_LEVEL=DEBUG\n")).log_level == "ERROR"


def test_without_a_file_only_the_environment_counts() -> None:
    written("LOG_LEVEL=DEBUG\n")
    assert load_settings(None).log_level == "INFO"


def test_the_example_file_works_as_it_is() -> None:
    example = Path(__file__).parent.parent / ".env.example"
    assert load_settings(written(example.read_bytes())) == Settings(_env_file=None)


def test_every_variable_stands_in_the_example_file() -> None:
    example = (Path(__file__).parent.parent / ".env.example").read_text(encoding="utf-8")
    assert {name.upper() for name in Settings.model_fields} == set(NAMES)
    assert all(f"{name}=" in example for name in NAMES)


def test_other_programs_variables_are_left_alone() -> None:
    assert load_settings(written("POSTGRES_PASSWORD=x\n")).log_level == "INFO"


def test_an_empty_value_is_not_set() -> None:
    settings = load_settings(written("DISCORD_TOKEN=\nDATABASE_URL=\nLOG_LEVEL=\nSYNC_GUILD_ID=\n"))
    assert settings == Settings(_env_file=None)


def test_a_token_of_blanks_is_not_set() -> None:
    assert load_settings(written("DISCORD_TOKEN='   '\n")).discord_token is None


def test_blanks_around_the_token_are_dropped() -> None:
    assert load_settings(written(f"DISCORD_TOKEN=' {TOKEN} '\n")).secrets == (TOKEN,)


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        load_settings().log_level = "DEBUG"  # type: ignore[misc]


def test_every_fault_at_once() -> None:
    assert faults(
        f"DISCORD_TOKEN=Bot {TOKEN}\n{TOKEN}\nDATABASE_URL=sqlite:///game.db\nLOG_LEVEL=loud\nROBOT_PROCESSES=few\nSYNC_GUILD_ID=mine\n"
    ) == (
        ".env, line 2, must have the form NAME=value.",
        "DISCORD_TOKEN must be the token alone: no spaces, and no word before it.",
        (
            "DATABASE_URL must name a driver for asyncio: sqlite+aiosqlite:///FILE,"
            " or postgresql+asyncpg://USER:PASSWORD@HOST/DATABASE."
        ),
        "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL.",
        "ROBOT_PROCESSES must be a number from 0 to 64; with 0, robots think in the bot's own process.",
        "SYNC_GUILD_ID must be a server's id, the number that Copy Server ID in Discord gives.",
    )


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("127.0.0.1:9644", ("127.0.0.1", 9644)),
        (" localhost:1 ", ("localhost", 1)),
        ("[::1]:65535", ("::1", 65535)),
        ("0.0.0.0:80", ("0.0.0.0", 80)),  # noqa: S104
        ("off", None),
        ("OFF", None),
    ],
)
def test_where_metrics_are_told(value: str, address: tuple[str, int] | None) -> None:
    assert load_settings(written(f"METRICS_ADDRESS='{value}'\n")).watched_at == address


def test_metrics_are_told_to_this_machine_alone_unless_it_is_changed() -> None:
    address = load_settings().watched_at
    assert address is not None
    assert address.host == "127.0.0.1"


@pytest.mark.parametrize(
    "value",
    [
        "9644",
        ":9644",
        "here",
        "here:",
        "here:0",
        "here:65536",
        "here:x",
        "me:SECRET@here:1",
        "http://here:1",
        "here:1/x",
        "::1:9644",
        "on",
    ],
)
def test_an_address_for_metrics_that_is_none(value: str) -> None:
    [sentence] = faults(f"METRICS_ADDRESS={value}\n")
    assert sentence == "METRICS_ADDRESS must be an address and a port, such as 127.0.0.1:9644, or off."


@pytest.mark.parametrize("value", ["-1", "65", "1.5", "all"])
def test_robots_have_a_sensible_number_of_processes(value: str) -> None:
    [sentence] = faults(f"ROBOT_PROCESSES={value}\n")
    assert sentence.startswith("ROBOT_PROCESSES must be")
    assert load_settings(written("ROBOT_PROCESSES=0\n")).robot_processes == 0


@pytest.mark.parametrize("value", ["0", "-1", "1.5", "18446744073709551616", "<@1>"])
def test_a_server_id_is_a_whole_number_of_64_bits(value: str) -> None:
    [sentence] = faults(f"SYNC_GUILD_ID={value}\n")
    assert sentence.startswith("SYNC_GUILD_ID must be")


@pytest.mark.parametrize(
    "value", ["king-pedro.db", "nosuch://here", "sqlite+nosuch:///x", "postgresql+asyncpg://me:SECRET@host:SECRET/x"]
)
def test_a_database_address_that_is_none(value: str) -> None:
    assert faults(f"DATABASE_URL={value}\n") == (f"DATABASE_URL must be a database's address, such as {DATABASE_URL}.",)


def test_a_database_driver_that_is_not_installed() -> None:
    assert faults("DATABASE_URL=mysql+asyncmy://me:SECRET@host/pedro\n") == (
        "DATABASE_URL needs a driver that is not installed: pip install asyncmy.",
    )


@pytest.mark.parametrize("token", ["Bot MTAx.SECRET", "MTAx.SECRET\u200b", "MTAx.SECRÉT", "MTAx. SECRET"])
def test_a_token_that_could_not_be_sent(token: str) -> None:
    [sentence] = faults(f"DISCORD_TOKEN='{token}'\n")
    assert sentence.startswith("DISCORD_TOKEN must be the token alone")


def test_a_file_that_is_not_text() -> None:
    assert faults(b"LOG_LEVEL=\xff\xfe\n") == (".env must be text in UTF-8.",)


@contextmanager
def nobody() -> Iterator[None]:
    """Root may read everything, so as root the test turns into somebody else for a while."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(me)


def test_a_file_that_may_not_be_read() -> None:
    written("LOG_LEVEL=DEBUG\n").chmod(0)
    with nobody(), pytest.raises(ConfigurationFault) as caught:
        load_settings()
    assert caught.value.sentences == (".env can't be read: Permission denied.",)


@pytest.mark.parametrize("name", NAMES)
def test_no_fault_and_no_repr_repeats_what_was_set(name: str) -> None:
    secret = "Pa55-word of mine"
    try:
        said = repr(load_settings(written(f"{name}='{secret}'\n")))
    except ConfigurationFault as fault:
        said = f"{fault!r} {fault} {fault.__cause__} {fault.sentences}"
    assert "Pa55" not in said


def test_the_repr_shows_neither_token_nor_password() -> None:
    settings = Settings(
        discord_token=SecretStr(TOKEN),
        database_url="sqlite+aiosqlite://me:Pa55word@/x",
        _env_file=None,
    )
    assert settings.secrets == (TOKEN, "Pa55word")
    assert not any(secret in repr(settings) + str(settings) for secret in settings.secrets)
