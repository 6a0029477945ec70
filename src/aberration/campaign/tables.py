"""The tables of a campaign's store."""

from sqlalchemy import Column, Float, Integer, MetaData, String, Table, Text

SCHEMA = 1

METADATA = MetaData()

CAMPAIGN = Table(
    "campaign",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("schema", Integer, nullable=False),
    Column("configuration", Text, nullable=False),
    Column("config_digest", String(16), nullable=False),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", Integer, primary_key=True),
    # Called lanes in the stores of the first version.
    Column("lanes", Integer, key="executors", nullable=False),
    Column("seconds", Float, nullable=False),
)

VERSIONS = Table(
    "versions",
    METADATA,
    Column("name", String, primary_key=True),
    Column("version", Text, nullable=False),
)
"""Of what decides the tests. Stores of before have no such table."""

BESIDE = Table(
    "beside",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("seconds", Float, nullable=False),
)
"""The time of each call that was no test's: self-test, reduction. Stores of before have no such
table.
"""

RUNS = Table(
    "runs",
    METADATA,
    Column("run", Integer, primary_key=True, autoincrement=False),
    Column("method", String, nullable=False),
    Column("run_seed", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("busy", Float, nullable=False),
)

TESTS = Table(
    "tests",
    METADATA,
    Column("index", Integer, primary_key=True, autoincrement=False),
    Column("run", Integer, nullable=False),
    Column("method", String, nullable=False),
    Column("variant", Integer, nullable=False),
    Column("status", String, nullable=False),
    Column("seed", String, nullable=False),
    Column("detail", Text, nullable=False),
)

OUTCOMES = Table(
    "outcomes",
    METADATA,
    Column("test", Integer, primary_key=True, autoincrement=False),
    Column("target", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("digest", Text, nullable=False),
    Column("verdict", String, nullable=False),
)

PUT_AWAY = Table(
    "put_away",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("test", Integer, nullable=False),
    Column("target", String, nullable=False),
    Column("reason", String, nullable=False),
    Column("count", Integer, nullable=False),
)
"""What was put away, by reason (`triage/reasons.py`). Stores of before have no such table."""

FINDINGS = Table(
    "findings",
    METADATA,
    Column("id", String, primary_key=True),
    Column("test", Integer, nullable=False),
    Column("target", String, nullable=False),
    Column("method", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("signature", Text, nullable=False),
    Column("reliability", String, nullable=False),
    Column("state", String, nullable=False),
    Column("body", String(32), nullable=False),
    Column("evidence", Text, nullable=False),
)

DEFECTS = Table(
    "defects",
    METADATA,
    Column("test", Integer, primary_key=True, autoincrement=False),
    Column("message", Text, nullable=False),
    Column("case", String(32), nullable=False),
)

FLAKY_SEEDS = Table(
    "unsteady",
    METADATA,
    Column("digest", String(16), primary_key=True),
    Column("target", String, primary_key=True),
    Column("seed", String, nullable=False),
    Column("reason", Text, nullable=False),
)

HEALTH = Table(
    "health",
    METADATA,
    Column("target", String, primary_key=True),
    Column("runs", Integer, nullable=False),
    Column("crashes", Integer, nullable=False),
    Column("timeouts", Integer, nullable=False),
    Column("restarts", Integer, nullable=False),
    Column("busy", Float, nullable=False),
    Column("version", String, nullable=False),
)
