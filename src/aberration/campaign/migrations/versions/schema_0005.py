"""Several campaigns in a database, the triage of bugs and checks of them, and columns for
listings.

The key of a table changes, so each one is made anew: its rows go through a table of their own.
"""

import sqlalchemy as sa
from alembic import op

from aberration.campaign.storage.any_text import AnyText

revision = "0005"
down_revision = "0004"

_ONLY = 1
"""The number of the campaign of a folder."""


def upgrade() -> None:
    """Make the tables anew, with the rows that they have."""
    op.rename_table("campaign", "campaign_before")
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", AnyText, nullable=False, unique=True),
        sa.Column("begun", AnyText, nullable=False),
        sa.Column("configuration", AnyText, nullable=False),
        sa.Column("config_digest", AnyText, nullable=False),
        sa.Column("artifacts", AnyText, nullable=False),
    )
    op.execute(
        "INSERT INTO campaigns (id, name, begun, configuration, config_digest, artifacts) "
        f"SELECT {_ONLY}, '', '', configuration, config_digest, '' FROM campaign_before"
    )
    op.drop_table("campaign_before")
    op.execute(
        "CREATE VIEW campaign AS SELECT id, 5 AS schema, configuration, config_digest "
        "FROM campaigns"
    )
    for name, (columns, expressions) in _ANEW.items():
        _make_anew(name, columns, expressions)
    op.create_index("tests_by_run", "tests", ["campaign", "run"])
    op.create_index("tests_by_status", "tests", ["campaign", "status", "method"])
    op.create_index("findings_by_test", "findings", ["campaign", "test", "target"])
    op.create_index("findings_by_state", "findings", ["campaign", "state", "test", "target"])
    _make_triage()


def _make_anew(name: str, columns: list[sa.Column[object]], expressions: dict[str, str]) -> None:
    """Make a table with other columns; `expressions` where a value is not that of the column of
    its name.
    """
    before = f"{name}_before"
    op.execute(f"CREATE TABLE {before} AS SELECT * FROM {name}")
    op.drop_table(name)
    key = sa.Column("campaign", sa.Integer, primary_key=True, autoincrement=False)
    op.create_table(name, key, *columns)
    names = ", ".join(f'"{column.name}"' for column in columns)
    values = ", ".join(expressions.get(column.name, f'"{column.name}"') for column in columns)
    op.execute(f"INSERT INTO {name} (campaign, {names}) SELECT {_ONLY}, {values} FROM {before}")
    op.drop_table(before)


def _text(name: str, key: bool = False) -> "sa.Column[object]":
    return sa.Column(name, AnyText, primary_key=key, nullable=False)


def _number(name: str, key: bool = False) -> "sa.Column[object]":
    return sa.Column(name, sa.BigInteger, primary_key=key, nullable=False, autoincrement=False)


def _small(name: str, key: bool = False) -> "sa.Column[object]":
    return sa.Column(name, sa.Integer, primary_key=key, nullable=False, autoincrement=False)


def _time(name: str, known: bool = True) -> "sa.Column[object]":
    return sa.Column(name, sa.Float, nullable=not known)


def _later(name: str) -> "sa.Column[object]":
    return sa.Column(name, AnyText)


_PLACE = "row_number() OVER (PARTITION BY test ORDER BY id) - 1"
_LISTED = ("version", "detail", "reason", "steps", "reduced_steps", "culprit", "at")

_ANEW: "dict[str, tuple[list[sa.Column[object]], dict[str, str]]]" = {
    "sessions": (
        [_small("id", True), _small("executors"), _time("seconds")],
        {"executors": "lanes"},
    ),
    "versions": ([_text("name", True), _text("version")], {}),
    "beside": ([_small("id", True), _time("seconds")], {}),
    "runs": (
        [
            _number("run", True),
            _text("method"),
            _number("run_seed"),
            _time("seconds"),
            _time("busy"),
            _time("at", False),
        ],
        {"at": "NULL"},
    ),
    "tests": (
        [
            _number("index", True),
            _number("run"),
            _text("method"),
            _small("variant"),
            _text("status"),
            _text("seed"),
            _text("detail"),
        ],
        {},
    ),
    "outcomes": (
        [
            _number("test", True),
            _text("target", True),
            _text("kind"),
            _text("digest"),
            _text("verdict"),
        ],
        {},
    ),
    "put_away": (
        [
            _number("test", True),
            _small("place", True),
            _text("target"),
            _text("reason"),
            _small("count"),
        ],
        {"place": _PLACE},
    ),
    "findings": (
        [
            _text("id", True),
            _number("test"),
            _text("target"),
            _text("method"),
            _text("kind"),
            _text("signature"),
            _text("reliability"),
            _text("state"),
            _text("body"),
            _text("evidence"),
            _later("version"),
            _later("detail"),
            _later("reason"),
            sa.Column("steps", sa.Integer),
            _later("reduced_steps"),
            _later("culprit"),
            _time("at", False),
        ],
        dict.fromkeys(_LISTED, "NULL"),
    ),
    "defects": ([_number("test", True), _text("message"), _text("case")], {}),
    "unsteady": (
        [_text("digest", True), _text("target", True), _text("seed"), _text("reason")],
        {},
    ),
    "health": (
        [
            _text("target", True),
            _number("runs"),
            _number("crashes"),
            _number("timeouts"),
            _number("restarts"),
            _time("busy"),
            _text("version"),
        ],
        {},
    ),
}


def _make_triage() -> None:
    """Make the tables of what is said of bugs, and of each time that their cases were run again."""
    op.create_table(
        "triage",
        _text("bug", True),
        _text("status"),
        _text("duplicate_of"),
        _text("reason"),
        _text("reported_at"),
        _text("fixed_in"),
        _text("note"),
        _text("owner"),
        _text("changed"),
    )
    op.create_table(
        "checks",
        sa.Column("id", sa.Integer, primary_key=True),
        _text("bug"),
        _small("campaign"),
        _text("finding"),
        _text("target"),
        _text("version"),
        _text("verdict"),
        _text("at"),
    )
    op.create_index("checks_by_bug", "checks", ["bug"])
