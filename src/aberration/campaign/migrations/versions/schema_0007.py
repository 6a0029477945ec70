"""What was tested when, of what it was made, and by whom, as counts that are kept."""

import sqlalchemy as sa
from alembic import op

from aberration.campaign.storage.any_text import AnyText

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the tables, and count by minute what there is; nobody knows the rest of it."""
    _make("minute_tallies", _number("minute", True), _number("count"))
    _make(
        "coverage_tallies",
        _name("aspect"),
        _name("method"),
        _name("name"),
        _number("count"),
    )
    _make(
        "workers",
        _name("name"),
        _number("runs"),
        _number("tests"),
        _time("seconds"),
        _time("busy"),
        _time("at"),
    )
    # SQLite's cast cuts, PostgreSQL's rounds.
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    minute = "CAST(runs.at / 60 AS INTEGER)" if is_sqlite else "CAST(floor(runs.at / 60) AS BIGINT)"
    op.execute(
        "INSERT INTO minute_tallies (campaign, minute, count) "
        f"SELECT runs.campaign, {minute}, count(*) FROM tests JOIN runs "
        "ON runs.campaign = tests.campaign AND runs.run = tests.run "
        f"WHERE runs.at IS NOT NULL AND tests.status = 'done' GROUP BY runs.campaign, {minute}"
    )


def _make(name: str, *columns: "sa.Column[object]") -> None:
    key = sa.Column("campaign", sa.Integer, primary_key=True, autoincrement=False)
    op.create_table(name, key, *columns)


def _number(name: str, key: bool = False) -> "sa.Column[object]":
    return sa.Column(name, sa.BigInteger, primary_key=key, nullable=False, autoincrement=False)


def _name(name: str) -> "sa.Column[object]":
    return sa.Column(name, AnyText, primary_key=True)


def _time(name: str) -> "sa.Column[object]":
    return sa.Column(name, sa.Float, nullable=False)
