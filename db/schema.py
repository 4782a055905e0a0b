"""The tables. A change here needs a migration beside it (`db/migrations/versions`)."""

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    TextClause,
    TypeDecorator,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time, kept as UTC without a zone, so that every database orders and compares it alike."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The time to store; a naive one raises ValueError."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time in the store must say its zone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


# SQLite counts up only a column that is called exactly INTEGER.
GameId = BigInteger().with_variant(Integer(), "sqlite")


def _game_id() -> Column[Any]:
    return Column("game_id", GameId, ForeignKey("games.id"), primary_key=True)


games = Table(
    "games",
    metadata,
    Column("id", GameId, primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("rules", JSON, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("clock", String, nullable=False),
    Column("level", String, nullable=False),
    Column("dealer", String),
    Column("message_id", BigInteger),
    Column("options", JSON, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("started_at", UtcDateTime),
    Column("ended_at", UtcDateTime),
    Column("winner", String),
    Column("ending", String),
    # Finished games in the order in which they were saved, from 1: ratings depend on it.
    Column("number", Integer),
    CheckConstraint("status IN ('lobby', 'live', 'finished', 'ended')", name="status"),
    Index(None, "channel_id"),
    Index("uq_games_number", "number", unique=True),
    # A button of a game that is gone must never reach another one, so ids are not given twice.
    sqlite_autoincrement=True,
)

_open = games.c.status.in_(("lobby", "live"))
one_open_game_a_channel = Index(
    "uq_games_open_channel", games.c.channel_id, unique=True, sqlite_where=_open, postgresql_where=_open
)

seats = Table(
    "seats",
    metadata,
    _game_id(),
    Column("seat", String, primary_key=True),
    Column("user_id", BigInteger),
    Column("name", String, nullable=False),
    Column("robot", String),
    Column("owner_id", BigInteger),
    Column("strikes", Integer, nullable=False),
    Column("auto_pass", Boolean, nullable=False),
    CheckConstraint("seat IN ('N', 'E', 'S', 'W')", name="seat"),
    UniqueConstraint("game_id", "user_id"),
    # Somebody's games: where they sit, and where a robot keeps the seat they left.
    Index(None, "user_id"),
    Index(None, "owner_id"),
    sqlite_with_rowid=False,
)

entries = Table(
    "entries",
    metadata,
    _game_id(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", String),
    Column("action", String, nullable=False),
    Column("by", String, nullable=False),
    Column("user_id", BigInteger),
    Column("at", UtcDateTime, nullable=False),
    CheckConstraint("seat IN ('N', 'E', 'S', 'W')", name="seat"),
    CheckConstraint("seq >= 0", name="seq"),
    # One tree instead of a table and its index: less to write for every press, and a game lies together.
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    _game_id(),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger),
    Column("seat", String, nullable=False),
    Column("side", String, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("points_for", Integer, nullable=False),
    Column("points_against", Integer, nullable=False),
    Column("bids_made", Integer, nullable=False),
    Column("bids_set", Integer, nullable=False),
    Column("hands", Integer, nullable=False),
    # The game's own, here as well, so that a board reads one index and no table.
    Column("ended_at", UtcDateTime, nullable=False),
    CheckConstraint("seat IN ('N', 'E', 'S', 'W')", name="seat"),
    UniqueConstraint("game_id", "seat"),
    Index("ix_results_board", "user_id", "guild_id", "ended_at", "won", "bids_made", "bids_set"),
    sqlite_with_rowid=False,
)

contracts = Table(
    "contracts",
    metadata,
    _game_id(),
    # A person's contracts of a game lie together.
    Column("seat", String, primary_key=True),
    Column("hand", Integer, primary_key=True, autoincrement=False),
    Column("bid", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    CheckConstraint("seat IN ('N', 'E', 'S', 'W')", name="seat"),
    sqlite_with_rowid=False,
)

# What follows is counted from the results and can be counted again. A server's rows stand beside those of everywhere,
# whose guild_id is 0. Who is forgotten gets one other number in all of them: two would be two strangers to the ratings.


def _scope() -> Column[Any]:
    return Column("guild_id", BigInteger, primary_key=True, autoincrement=False)


def _person(name: str = "user_id") -> Column[Any]:
    return Column(name, BigInteger, primary_key=True, autoincrement=False)


def _whole(name: str) -> Column[Any]:
    return Column(name, Integer, nullable=False)


def _share(name: str) -> Column[Any]:
    """One division of whole numbers, so that equal shares are the same float."""
    return Column(name, Float, nullable=False)


MINIMUM_GAMES: Final = 5
"""Games somebody, or a pair, must have finished to stand on a board of averages."""
_ENOUGH: Final = text(f"games >= {MINIMUM_GAMES}")
_ENOUGH_ONCE: Final = text(f"games >= {MINIMUM_GAMES} AND user_id < partner_id")
_RATED: Final = text("rating IS NOT NULL")


def _board(table: str, measure: str, *last: str, where: TextClause | None = None) -> Index:
    """What one board is read from, backwards, page and rank, without the table."""
    order = dict.fromkeys(("guild_id", "period", measure, "wins", *last))
    return Index(f"ix_{table}_{measure}", *order, sqlite_where=where, postgresql_where=where)


ratings = Table(
    "ratings",
    metadata,
    _scope(),
    _person(),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    # Rated games that counted for this person.
    _whole("games"),
    sqlite_with_rowid=False,
)

rating_changes = Table(
    "rating_changes",
    metadata,
    _scope(),
    _person(),
    # The game's number, so that a person's course lies together and in order.
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game_id", GameId, ForeignKey("games.id"), nullable=False),
    Column("seat", String, nullable=False),
    Column("mu_before", Float, nullable=False),
    Column("sigma_before", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    # With this one.
    _whole("games"),
    Index("ix_rating_changes_game_id", "game_id"),
    sqlite_with_rowid=False,
)

standings = Table(
    "standings",
    metadata,
    _scope(),
    # `all`, `2026-Q4`, `2026-12` or `2026-W49`, by the UTC day on which a game ended.
    Column("period", String, primary_key=True),
    _person(),
    *(_whole(name) for name in ("games", "wins", "bids_made", "bids_set", "hands", "points_for")),
    # As people see it, after the period's last rated game; and how many games were rated until then, ever.
    Column("rating", Integer),
    Column("rated", Integer),
    _share("win_rate"),
    _share("points_a_hand"),
    _board("standings", "rating", "user_id", where=_RATED),
    _board("standings", "wins", "user_id"),
    _board("standings", "win_rate", "user_id", "games", where=_ENOUGH),
    _board("standings", "bids_made", "user_id"),
    _board("standings", "points_a_hand", "user_id", "games", where=_ENOUGH),
    sqlite_with_rowid=False,
)

pairs = Table(
    "pairs",
    metadata,
    _scope(),
    Column("period", String, primary_key=True),
    # Both ways round, so that everybody's partners lie together.
    _person(),
    _person("partner_id"),
    _whole("games"),
    _whole("wins"),
    _share("win_rate"),
    _board("pairs", "win_rate", "user_id", "partner_id", "games", where=_ENOUGH_ONCE),
    sqlite_with_rowid=False,
)

hints = Table(
    "hints",
    metadata,
    _game_id(),
    # The question's number, so that a question counts once however often its hint is looked at.
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", String, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    CheckConstraint("seat IN ('N', 'E', 'S', 'W')", name="seat"),
    sqlite_with_rowid=False,
)

shuffles = Table(
    "shuffles",
    metadata,
    _game_id(),
    Column("hand", Integer, primary_key=True, autoincrement=False),
    # Hexadecimal; told when the hand is over.
    Column("secret", String, nullable=False),
    # The first message that showed the commitment, once it is known.
    Column("message_id", BigInteger),
    sqlite_with_rowid=False,
)

people = Table(
    "people",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),
    Column("seen_at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)

settings = Table(
    "settings",
    metadata,
    Column("scope", String, primary_key=True),
    Column("owner_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, primary_key=True),
    Column("value", JSON, nullable=False),
    CheckConstraint("scope IN ('bot', 'guild', 'person')", name="scope"),
    sqlite_with_rowid=False,
)
