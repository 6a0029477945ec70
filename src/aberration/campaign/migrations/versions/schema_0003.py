"""What was put away, by reason."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table, where the release that had it first did not."""
    op.create_table(
        "put_away",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("test", sa.Integer, nullable=False),
        sa.Column("target", sa.String, nullable=False),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        if_not_exists=True,
    )
