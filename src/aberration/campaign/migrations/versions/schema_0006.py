"""Tallies: counts of tests and outcomes that are kept, where counting a million rows takes long."""

import sqlalchemy as sa
from alembic import op

from aberration.campaign.storage.any_text import AnyText

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables, and count what there is."""
    _make("test_tallies", "method", "status", "seed")
    _make("outcome_tallies", "target", "kind", "verdict")
    op.execute(
        "INSERT INTO test_tallies (campaign, method, status, seed, count) "
        "SELECT campaign, method, status, seed, count(*) FROM tests "
        "GROUP BY campaign, method, status, seed"
    )
    op.execute(
        "INSERT INTO outcome_tallies (campaign, target, kind, verdict, count) "
        "SELECT campaign, target, kind, verdict, count(*) FROM outcomes "
        "GROUP BY campaign, target, kind, verdict"
    )
    op.drop_index("tests_by_status", "tests")


def _make(name: str, *columns: str) -> None:
    op.create_table(
        name,
        sa.Column("campaign", sa.Integer, primary_key=True, autoincrement=False),
        *(sa.Column(column, AnyText, primary_key=True) for column in columns),
        sa.Column("count", sa.BigInteger, nullable=False),
    )
