"""What the person who runs the bot may set: in the environment, or in a file named .env beside it."""

import os
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

ENV_FILE: Final = Path(".env")
METRICS_ADDRESS: Final = "127.0.0.1:9644"
DATABASE_URL: Final = "sqlite+aiosqlite:///data/king-pedro.db"

# What would work, a variable. A wrong value is never repeated: it may be a secret pasted into the wrong line.
_WHAT_WORKS: Final = {
    "discord_token": "DISCORD_TOKEN must be a bot's token, as Discord shows it under Bot.",
    "database_url": f"DATABASE_URL must be a database's address, such as {DATABASE_URL}.",
    "log_level": "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL.",
    "metrics_address": "METRICS_ADDRESS must be an address and a port, such as 127.0.0.1:9644, or off.",
    "robot_processes": "ROBOT_PROCESSES must be a number from 0 to 64; with 0, robots think in the bot's own process.",
    "sync_guild_id": "SYNC_GUILD_ID must be a server's id, the number that Copy Server ID in Discord gives.",
}


def _spare_processors() -> int:
    """All processors but the event loop's, at least one process and at most four."""
    ours = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(4, ours - 1))


class ConfigurationFault(Exception):
    """The settings can't be used. `sentences` names every fault and what would work, and never a secret."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


class Address(NamedTuple):
    """Where a server listens."""

    host: str
    port: int


class Settings(BaseSettings):
    """One run's settings; the environment wins over .env, and an empty value counts as not set."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    discord_token: SecretStr | None = None
    # Kept out of the repr: the address of a database server holds its password.
    database_url: str = Field(default=DATABASE_URL, repr=False)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = "INFO"
    # Where health and metrics are told; nobody but this machine can ask there unless it is changed.
    metrics_address: str = METRICS_ADDRESS
    # How many processes think for the robots that search; with 0 a thread does.
    robot_processes: int = Field(default_factory=_spare_processors, ge=0, le=64)
    # Commands reach this one server at once, and no other: for development.
    sync_guild_id: int | None = Field(default=None, gt=0, lt=2**64)

    @property
    def secrets(self) -> tuple[str, ...]:
        """Every text that no log line may show."""
        token = self.discord_token.get_secret_value() if self.discord_token else None
        return tuple(secret for secret in (token, make_url(self.database_url).password) if secret)

    @property
    def watched_at(self) -> Address | None:
        """Where to tell health and metrics; None where that is off."""
        return _address(self.metrics_address)

    @field_validator("metrics_address")
    @classmethod
    def _address_or_off(cls, text: str) -> str:
        try:
            _address(text)
        except ValueError:
            raise ValueError(_WHAT_WORKS["metrics_address"]) from None
        return text

    @field_validator("log_level", mode="before")
    @classmethod
    def _in_any_case(cls, value: object) -> object:
        return value.strip().upper() if isinstance(value, str) else value

    @field_validator("discord_token")
    @classmethod
    def _token_alone(cls, token: SecretStr | None) -> SecretStr | None:
        if token is None:
            return None
        text = token.get_secret_value().strip()
        if not text:
            return None
        if not text.isascii() or not text.isprintable() or " " in text:
            raise ValueError("DISCORD_TOKEN must be the token alone: no spaces, and no word before it.")
        return SecretStr(text)

    @field_validator("database_url")
    @classmethod
    def _asynchronous_database(cls, text: str) -> str:
        try:
            dialect = make_url(text.strip()).get_dialect()
        except (SQLAlchemyError, ValueError):
            # Their own messages repeat parts of the address.
            raise ValueError(_WHAT_WORKS["database_url"]) from None
        if not dialect.is_async:
            raise ValueError(
                "DATABASE_URL must name a driver for asyncio: sqlite+aiosqlite:///FILE,"
                " or postgresql+asyncpg://USER:PASSWORD@HOST/DATABASE."
            )
        try:
            dialect.import_dbapi()
        except ImportError:
            raise ValueError(
                f"DATABASE_URL needs a driver that is not installed: pip install {dialect.driver}."
            ) from None
        return text.strip()


def _address(text: str) -> Address | None:
    """The address of ``HOST:PORT``, None for ``off``. Raises ValueError."""
    if text.strip().lower() == "off":
        return None
    parts = urlsplit(f"//{text.strip()}")
    if parts.netloc != text.strip() or not parts.hostname or not parts.port or parts.username is not None:
        raise ValueError(text)
    return Address(parts.hostname, parts.port)


def load_settings(env_file: Path | None = ENV_FILE) -> Settings:
    """Read the environment and, where it exists, `env_file`.

    Raises:
        ConfigurationFault: with a sentence for each fault in either.
    """
    lines = _faulty_lines(env_file) if env_file else []
    try:
        settings = Settings(_env_file=env_file)
    except ValidationError as error:
        raise ConfigurationFault(*lines, *(_sentence(fault) for fault in error.errors())) from None
    if lines:
        raise ConfigurationFault(*lines)
    return settings


def _faulty_lines(env_file: Path) -> list[str]:
    try:
        if not env_file.is_file():
            return []
        with env_file.open(encoding="utf-8") as stream:
            bindings = list(parse_stream(stream))
    except OSError as error:
        raise ConfigurationFault(f"{env_file} can't be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ConfigurationFault(f"{env_file} must be text in UTF-8.") from None
    return [
        f"{env_file}, line {binding.original.line}, must have the form NAME=value."
        for binding in bindings
        if binding.error or (binding.key is not None and binding.value is None)
    ]


def _sentence(fault: Any) -> str:
    """Our own validator's words where it had some, else what would work for that variable."""
    said = fault.get("ctx", {}).get("error")
    return str(said) if isinstance(said, ValueError) else _WHAT_WORKS[str(fault["loc"][0])]
