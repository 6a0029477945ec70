"""The tables of a store: one or several campaigns in a database, and what is said of their bugs.

Each table but the last two has the number of the campaign in its key. A change here is a revision
in `migrations/versions` and a new `SCHEMA`.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Index,
    Integer,
    MetaData,
    Table,
)

from aberration.campaign.storage.any_text import AnyText

SCHEMA = 7
"""The newest revision of `migrations/versions`."""

METADATA = MetaData()


def _campaign() -> Column[int]:
    return Column("campaign", Integer, primary_key=True, autoincrement=False)


CAMPAIGNS = Table(
    "campaigns",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", AnyText, nullable=False, unique=True),
    # ISO 8601 UTC; empty in stores of before.
    Column("begun", AnyText, nullable=False),
    Column("configuration", AnyText, nullable=False),
    Column("config_digest", AnyText, nullable=False),
    # An address for fsspec; empty: beside the database.
    Column("artifacts", AnyText, nullable=False),
)
"""The only campaign of a folder has no name."""

SESSIONS = Table(
    "sessions",
    METADATA,
    _campaign(),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("executors", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
)

VERSIONS = Table(
    "versions",
    METADATA,
    _campaign(),
    Column("name", AnyText, primary_key=True),
    Column("version", AnyText, nullable=False),
)
"""Of what decides the tests."""

BESIDE = Table(
    "beside",
    METADATA,
    _campaign(),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seconds", Float, nullable=False),
)
"""The time of each call that was no test's: self-test, reduction."""

RUNS = Table(
    "runs",
    METADATA,
    _campaign(),
    Column("run", BigInteger, primary_key=True, autoincrement=False),
    Column("method", AnyText, nullable=False),
    Column("run_seed", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("busy", Float, nullable=False),
    # Seconds of all sessions until it was stored; unknown in stores of before.
    Column("at", Float),
)

TESTS = Table(
    "tests",
    METADATA,
    _campaign(),
    Column("index", BigInteger, primary_key=True, autoincrement=False),
    Column("run", BigInteger, nullable=False),
    Column("method", AnyText, nullable=False),
    Column("variant", Integer, nullable=False),
    Column("status", AnyText, nullable=False),
    Column("seed", AnyText, nullable=False),
    Column("detail", AnyText, nullable=False),
    Index("tests_by_run", "campaign", "run"),
)

OUTCOMES = Table(
    "outcomes",
    METADATA,
    _campaign(),
    Column("test", BigInteger, primary_key=True, autoincrement=False),
    Column("target", AnyText, primary_key=True),
    Column("kind", AnyText, nullable=False),
    Column("digest", AnyText, nullable=False),
    Column("verdict", AnyText, nullable=False),
)

TEST_TALLIES = Table(
    "test_tallies",
    METADATA,
    _campaign(),
    Column("method", AnyText, primary_key=True),
    Column("status", AnyText, primary_key=True),
    Column("seed", AnyText, primary_key=True),
    Column("count", BigInteger, nullable=False),
)
"""How many tests there are of each method, status and seed."""

OUTCOME_TALLIES = Table(
    "outcome_tallies",
    METADATA,
    _campaign(),
    Column("target", AnyText, primary_key=True),
    Column("kind", AnyText, primary_key=True),
    Column("verdict", AnyText, primary_key=True),
    Column("count", BigInteger, nullable=False),
)
"""How many outcomes there are of each target, kind and verdict."""

MINUTE_TALLIES = Table(
    "minute_tallies",
    METADATA,
    _campaign(),
    Column("minute", BigInteger, primary_key=True, autoincrement=False),
    Column("count", BigInteger, nullable=False),
)
"""How many tests gave a verdict in each minute of all sessions, from 0."""

COVERAGE_TALLIES = Table(
    "coverage_tallies",
    METADATA,
    _campaign(),
    Column("aspect", AnyText, primary_key=True),
    Column("method", AnyText, primary_key=True),
    Column("name", AnyText, primary_key=True),
    Column("count", BigInteger, nullable=False),
)
"""How many tests that gave a verdict had each name of an aspect: `stage` of the program, kind of
`step`, `feature` of the seed (`coverage.py`). Unknown of tests of before.
"""

WORKERS = Table(
    "workers",
    METADATA,
    _campaign(),
    Column("name", AnyText, primary_key=True),
    Column("runs", BigInteger, nullable=False),
    Column("tests", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("busy", Float, nullable=False),
    # Seconds of all sessions until its last run was stored.
    Column("at", Float, nullable=False),
)
"""Who made the runs: executors of this machine, or the workers of a cluster."""

PUT_AWAY = Table(
    "put_away",
    METADATA,
    _campaign(),
    Column("test", BigInteger, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("target", AnyText, nullable=False),
    Column("reason", AnyText, nullable=False),
    Column("count", Integer, nullable=False),
)
"""What was put away, by reason (`triage/reasons.py`); several of one test have places."""

FINDINGS = Table(
    "findings",
    METADATA,
    _campaign(),
    Column("id", AnyText, primary_key=True),
    Column("test", BigInteger, nullable=False),
    Column("target", AnyText, nullable=False),
    Column("method", AnyText, nullable=False),
    Column("kind", AnyText, nullable=False),
    Column("signature", AnyText, nullable=False),
    Column("reliability", AnyText, nullable=False),
    Column("state", AnyText, nullable=False),
    Column("body", AnyText, nullable=False),
    Column("evidence", AnyText, nullable=False),
    # What listings show beside. Unknown where the artifact of a finding of before is lost.
    Column("version", AnyText),
    Column("detail", AnyText),
    Column("reason", AnyText),
    Column("steps", Integer),
    # JSON: the types of the steps that are left, and the culprit; null where there is none.
    Column("reduced_steps", AnyText),
    Column("culprit", AnyText),
    # Seconds of all sessions until it was stored.
    Column("at", Float),
    Index("findings_by_test", "campaign", "test", "target"),
    Index("findings_by_state", "campaign", "state", "test", "target"),
)

DEFECTS = Table(
    "defects",
    METADATA,
    _campaign(),
    Column("test", BigInteger, primary_key=True, autoincrement=False),
    Column("message", AnyText, nullable=False),
    Column("case", AnyText, nullable=False),
)

FLAKY_SEEDS = Table(
    "unsteady",
    METADATA,
    _campaign(),
    Column("digest", AnyText, primary_key=True),
    Column("target", AnyText, primary_key=True),
    Column("seed", AnyText, nullable=False),
    Column("reason", AnyText, nullable=False),
)

HEALTH = Table(
    "health",
    METADATA,
    _campaign(),
    Column("target", AnyText, primary_key=True),
    Column("runs", BigInteger, nullable=False),
    Column("crashes", BigInteger, nullable=False),
    Column("timeouts", BigInteger, nullable=False),
    Column("restarts", BigInteger, nullable=False),
    Column("busy", Float, nullable=False),
    Column("version", AnyText, nullable=False),
)

TRIAGE = Table(
    "triage",
    METADATA,
    Column("bug", AnyText, primary_key=True),
    Column("status", AnyText, nullable=False),
    Column("duplicate_of", AnyText, nullable=False),
    Column("reason", AnyText, nullable=False),
    Column("reported_at", AnyText, nullable=False),
    Column("fixed_in", AnyText, nullable=False),
    Column("note", AnyText, nullable=False),
    Column("owner", AnyText, nullable=False),
    Column("changed", AnyText, nullable=False),
)
"""What people say of a bug; its id is the same in all campaigns."""

CHECKS = Table(
    "checks",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("bug", AnyText, nullable=False),
    Column("campaign", Integer, nullable=False),
    Column("finding", AnyText, nullable=False),
    Column("target", AnyText, nullable=False),
    Column("version", AnyText, nullable=False),
    Column("verdict", AnyText, nullable=False),
    Column("at", AnyText, nullable=False),
    Index("checks_by_bug", "bug"),
)
"""Each time a bug's case was run again on a target, whatever came."""
