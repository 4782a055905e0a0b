"""Games, seats, entries, results, people and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# SQLite counts up only a column that is called exactly INTEGER.
GAME_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OPEN = sa.text("status IN ('lobby', 'live')")


def upgrade() -> None:
    """From nothing."""
    op.create_table(
        "games",
        sa.Column("id", GAME_ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("clock", sa.String(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("dealer", sa.String(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=True),
        sa.Column("ended_at", sa.DateTime(), nullable=True),
        sa.Column("winner", sa.String(), nullable=True),
        sa.Column("ending", sa.String(), nullable=True),
        sa.CheckConstraint("status IN ('lobby', 'live', 'finished', 'ended')", name=op.f("ck_games_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "uq_games_open_channel", "games", ["channel_id"], unique=True, sqlite_where=OPEN, postgresql_where=OPEN
    )
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("seen_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_people")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "settings",
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("owner_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.CheckConstraint("scope IN ('bot', 'guild', 'person')", name=op.f("ck_settings_scope")),
        sa.PrimaryKeyConstraint("scope", "owner_id", "name", name=op.f("pk_settings")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entries",
        sa.Column("game_id", GAME_ID, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.String(), nullable=True),
        sa.Column("action", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.CheckConstraint("seat IN ('N', 'E', 'S', 'W')", name=op.f("ck_entries_seat")),
        sa.CheckConstraint("seq >= 0", name=op.f("ck_entries_seq")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_entries_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_entries")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("game_id", GAME_ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("points_for", sa.Integer(), nullable=False),
        sa.Column("points_against", sa.Integer(), nullable=False),
        sa.Column("bids_made", sa.Integer(), nullable=False),
        sa.Column("bids_set", sa.Integer(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.DateTime(), nullable=False),
        sa.CheckConstraint("seat IN ('N', 'E', 'S', 'W')", name=op.f("ck_results_seat")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_results_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("pk_results")),
        sa.UniqueConstraint("game_id", "seat", name=op.f("uq_results_game_id_seat")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_results_board",
        "results",
        ["user_id", "guild_id", "ended_at", "won", "bids_made", "bids_set"],
        unique=False,
    )
    op.create_table(
        "seats",
        sa.Column("game_id", GAME_ID, nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("robot", sa.String(), nullable=True),
        sa.Column("owner_id", sa.BigInteger(), nullable=True),
        sa.Column("strikes", sa.Integer(), nullable=False),
        sa.Column("auto_pass", sa.Boolean(), nullable=False),
        sa.CheckConstraint("seat IN ('N', 'E', 'S', 'W')", name=op.f("ck_seats_seat")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seats_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seats")),
        sa.UniqueConstraint("game_id", "user_id", name=op.f("uq_seats_game_id_user_id")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """To nothing; every game is lost."""
    op.drop_table("seats")
    op.drop_index("ix_results_board", table_name="results")
    op.drop_table("results")
    op.drop_table("entries")
    op.drop_table("settings")
    op.drop_table("people")
    op.drop_index("uq_games_open_channel", table_name="games")
    op.drop_table("games")
