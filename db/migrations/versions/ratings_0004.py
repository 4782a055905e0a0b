"""Ratings, standings and pairs; finished games in the order in which they were saved."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

GAME_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
ENOUGH = sa.text("games >= 5")
ENOUGH_ONCE = sa.text("games >= 5 AND user_id < partner_id")
RATED = sa.text("rating IS NOT NULL")


def upgrade() -> None:
    """Games so far are numbered by their end; what they come to is counted at the next start, from their log."""
    op.add_column("games", sa.Column("number", sa.Integer(), nullable=True))
    op.execute(
        "UPDATE games SET number = finished.place FROM (SELECT id, row_number() OVER (ORDER BY ended_at, id) AS place"
        " FROM games WHERE status = 'finished') AS finished WHERE finished.id = games.id"
    )
    op.create_index("uq_games_number", "games", ["number"], unique=True)
    op.create_table(
        "ratings",
        *scope_and_people("user_id"),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rating_changes",
        *scope_and_people("user_id"),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game_id", GAME_ID, nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        *(sa.Column(name, sa.Float(), nullable=False) for name in ("mu_before", "sigma_before", "mu", "sigma")),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_rating_changes_game_id_games")),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "number", name=op.f("pk_rating_changes")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rating_changes_game_id", "rating_changes", ["game_id"])
    counts = ("games", "wins", "bids_made", "bids_set", "hands", "points_for")
    op.create_table(
        "standings",
        *scope_and_people("user_id"),
        sa.Column("period", sa.String(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in counts),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("rated", sa.Integer(), nullable=True),
        sa.Column("win_rate", sa.Float(), nullable=False),
        sa.Column("points_a_hand", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "period", "user_id", name=op.f("pk_standings")),
        sqlite_with_rowid=False,
    )
    board("standings", ["rating", "wins", "user_id"], RATED)
    board("standings", ["wins", "user_id"], None)
    board("standings", ["win_rate", "wins", "user_id", "games"], ENOUGH)
    board("standings", ["bids_made", "wins", "user_id"], None)
    board("standings", ["points_a_hand", "wins", "user_id", "games"], ENOUGH)
    op.create_table(
        "pairs",
        *scope_and_people("user_id", "partner_id"),
        sa.Column("period", sa.String(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("win_rate", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "period", "user_id", "partner_id", name=op.f("pk_pairs")),
        sqlite_with_rowid=False,
    )
    board("pairs", ["win_rate", "wins", "user_id", "partner_id", "games"], ENOUGH_ONCE)
    op.execute(
        "INSERT INTO settings (scope, owner_id, name, value)"
        " SELECT 'bot', 0, 'count-again', 'true' WHERE EXISTS (SELECT 1 FROM games WHERE number IS NOT NULL)"
    )


def scope_and_people(*people: str) -> list[sa.Column[int]]:
    """A server's id, 0 for everywhere, and people's."""
    return [sa.Column(name, sa.BigInteger(), autoincrement=False, nullable=False) for name in ("guild_id", *people)]


def board(table: str, columns: list[str], where: sa.TextClause | None) -> None:
    """The index of a board; what it is sorted by comes first."""
    op.create_index(
        f"ix_{table}_{columns[0]}",
        table,
        ["guild_id", "period", *columns],
        sqlite_where=where,
        postgresql_where=where,
    )


def downgrade() -> None:
    """All of it can be counted again, but for the order."""
    for table in ("pairs", "standings", "rating_changes", "ratings"):
        op.drop_table(table)
    op.drop_index("uq_games_number", table_name="games")
    with op.batch_alter_table("games") as batch:
        batch.drop_column("number")
    op.execute("DELETE FROM settings WHERE scope = 'bot' AND name = 'count-again'")
