"""Hints that people asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

GAME_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Games so far had none."""
    op.create_table(
        "hints",
        sa.Column("game_id", GAME_ID, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("seat IN ('N', 'E', 'S', 'W')", name=op.f("ck_hints_seat")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_hints_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "seq", "seat", name=op.f("pk_hints")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Nobody knows any more who was helped."""
    op.drop_table("hints")
