"""The versions of what decides the tests."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table, where the release that had it first did not."""
    op.create_table(
        "versions",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("version", sa.Text, nullable=False),
        if_not_exists=True,
    )
