"""What each deal follows from."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

GAME_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Games so far have none: their deals can't be checked."""
    op.create_table(
        "shuffles",
        sa.Column("game_id", GAME_ID, nullable=False),
        sa.Column("hand", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_shuffles_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "hand", name=op.f("pk_shuffles")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """The deals can't be checked any more."""
    op.drop_table("shuffles")
