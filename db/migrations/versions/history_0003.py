"""Somebody's games, and those of a channel, are found without looking through all."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Indexes only."""
    op.create_index(op.f("ix_games_channel_id"), "games", ["channel_id"])
    op.create_index(op.f("ix_seats_user_id"), "seats", ["user_id"])
    op.create_index(op.f("ix_seats_owner_id"), "seats", ["owner_id"])


def downgrade() -> None:
    """The rows stay."""
    op.drop_index(op.f("ix_seats_owner_id"), "seats")
    op.drop_index(op.f("ix_seats_user_id"), "seats")
    op.drop_index(op.f("ix_games_channel_id"), "games")
