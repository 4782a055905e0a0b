"""What came of each contract."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

GAME_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Those of games so far are read out of their logs at the next start."""
    op.create_table(
        "contracts",
        sa.Column("game_id", GAME_ID, nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("hand", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("bid", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.CheckConstraint("seat IN ('N', 'E', 'S', 'W')", name=op.f("ck_contracts_seat")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_contracts_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "seat", "hand", name=op.f("pk_contracts")),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO settings (scope, owner_id, name, value) SELECT 'bot', 0, 'count-again', 'true'"
        " WHERE EXISTS (SELECT 1 FROM games WHERE number IS NOT NULL)"
        " AND NOT EXISTS (SELECT 1 FROM settings WHERE scope = 'bot' AND name = 'count-again')"
    )


def downgrade() -> None:
    """They can be read again."""
    op.drop_table("contracts")
