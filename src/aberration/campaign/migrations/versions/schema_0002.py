"""The time of calls beside their tests."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table, where the release that had it first did not."""
    op.create_table(
        "beside",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("seconds", sa.Float, nullable=False),
        if_not_exists=True,
    )
