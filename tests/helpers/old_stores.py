"""Stores as earlier releases left them: the tables of a revision, with rows of each kind.

The releases of before Alembic made some tables only when they had something for them, so that one
store lacks what another has; `TABLES` says which tables each has.
"""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import msgspec
from alembic import command
from alembic.config import Config
from helpers.records import finding
from sqlalchemy import Connection, text

from aberration.campaign import migrations
from aberration.campaign.artifacts import Artifacts
from aberration.campaign.store import ARTIFACTS, DATABASE

Value = int | float | str

_MADE = {
    "campaign": "id INTEGER NOT NULL, schema INTEGER NOT NULL, configuration TEXT NOT NULL, "
    "config_digest VARCHAR(16) NOT NULL, PRIMARY KEY (id)",
    "sessions": "id INTEGER NOT NULL, lanes INTEGER NOT NULL, seconds FLOAT NOT NULL, "
    "PRIMARY KEY (id)",
    "runs": "run INTEGER NOT NULL, method VARCHAR NOT NULL, run_seed INTEGER NOT NULL, "
    "seconds FLOAT NOT NULL, busy FLOAT NOT NULL, PRIMARY KEY (run)",
    "tests": '"index" INTEGER NOT NULL, run INTEGER NOT NULL, method VARCHAR NOT NULL, '
    "variant INTEGER NOT NULL, status VARCHAR NOT NULL, seed VARCHAR NOT NULL, "
    'detail TEXT NOT NULL, PRIMARY KEY ("index")',
    "outcomes": "test INTEGER NOT NULL, target VARCHAR NOT NULL, kind VARCHAR NOT NULL, "
    "digest TEXT NOT NULL, verdict VARCHAR NOT NULL, PRIMARY KEY (test, target)",
    "findings": "id VARCHAR NOT NULL, test INTEGER NOT NULL, target VARCHAR NOT NULL, "
    "method VARCHAR NOT NULL, kind VARCHAR NOT NULL, signature TEXT NOT NULL, "
    "reliability VARCHAR NOT NULL, state VARCHAR NOT NULL, body VARCHAR(32) NOT NULL, "
    "evidence TEXT NOT NULL, PRIMARY KEY (id)",
    "defects": "test INTEGER NOT NULL, message TEXT NOT NULL, "
    '"case" VARCHAR(32) NOT NULL, PRIMARY KEY (test)',
    "unsteady": "digest VARCHAR(16) NOT NULL, target VARCHAR NOT NULL, seed VARCHAR NOT NULL, "
    "reason TEXT NOT NULL, PRIMARY KEY (digest, target)",
    "health": "target VARCHAR NOT NULL, runs INTEGER NOT NULL, crashes INTEGER NOT NULL, "
    "timeouts INTEGER NOT NULL, restarts INTEGER NOT NULL, busy FLOAT NOT NULL, "
    "version VARCHAR NOT NULL, PRIMARY KEY (target)",
    "beside": "id INTEGER NOT NULL, seconds FLOAT NOT NULL, PRIMARY KEY (id)",
    "put_away": "id INTEGER NOT NULL, test INTEGER NOT NULL, target VARCHAR NOT NULL, "
    "reason VARCHAR NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (id)",
    "versions": "name VARCHAR NOT NULL, version TEXT NOT NULL, PRIMARY KEY (name)",
}
_FIRST = tuple(name for name in _MADE if name not in ("beside", "put_away", "versions"))

TABLES: Mapping[str, tuple[str, ...]] = {
    "the first release": _FIRST,
    "time beside tests": (*_FIRST, "beside"),
    "put away, and no time beside": (*_FIRST, "put_away"),
    "put away": (*_FIRST, "beside", "put_away"),
    "versions": (*_FIRST, "versions"),
    "all of them": tuple(_MADE),
}

ROWS: Mapping[str, tuple[tuple[Value, ...], ...]] = {
    "campaign": ((1, 1, '{"targets":["tcc","gcc"],"seed":5}', "0123456789abcdef"),),
    "sessions": ((1, 2, 7.5), (2, 1, 0.25)),
    "runs": ((0, "toy", 4294967295, 1.5, 1.0), (3, "toy", 12, 0.5, 0.25)),
    "tests": (
        (0, 0, "toy", 0, "done", "seed", ""),
        (1, 0, "toy", 1, "untested", "seed", "no target"),
        (30, 3, "toy", 0, "done", "séed", "two\nlines"),
    ),
    "outcomes": (
        (0, "gcc", "text", "abc", "pass"),
        (0, "tcc", "text", "def", "wrong"),
        (30, "tcc", "rejected", "no", "none"),
    ),
    "defects": ((1, "our own fault", ""),),
    "unsteady": (("0" * 16, "gcc", "seed", "it cannot be run"),),
    "health": (("gcc", 9, 1, 0, 2, 0.5, "gcc 14"), ("tcc", 7, 0, 1, 0, 0.75, "")),
    "beside": ((1, 3.0), (2, 0.5)),
    "put_away": (
        (1, 0, "gcc", "spared", 2),
        (2, 30, "tcc", "spared", 1),
        (3, 0, "tcc", "tolerance", 4),
    ),
    "versions": (("aberration", "abc"), ("glslang", "16")),
}


def make_old_store(folder: Path, kind: str) -> None:
    """Write the campaign of an earlier release into a folder; `kind` is a key of `TABLES`."""
    row = _finding_row(folder)
    with closing(sqlite3.connect(folder / DATABASE)) as connection, connection:
        for name in TABLES[kind]:
            connection.execute(f"CREATE TABLE {name} ({_MADE[name]})")
            for values in ROWS.get(name, (row,)):
                marks = ", ".join("?" for _ in values)
                connection.execute(f"INSERT INTO {name} VALUES ({marks})", values)


def make_first_revision(connection: Connection, folder: Path) -> None:
    """Write the same campaign into an empty database as the first revision had it, with all tables
    of that; its artifact into the folder.
    """
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    command.upgrade(config, "0001")
    row = _finding_row(folder)
    for name in _FIRST:
        for values in ROWS.get(name, (row,)):
            named = {f"p{place}": value for place, value in enumerate(values)}
            marks = ", ".join(f":{key}" for key in named)
            connection.execute(text(f"INSERT INTO {name} VALUES ({marks})"), named)


def _finding_row(folder: Path) -> tuple[Value, ...]:
    found = finding(0)
    body = Artifacts(str(folder / ARTIFACTS)).put(msgspec.msgpack.encode(found))
    return (found.id, 0, "tcc", "toy", "wrong", "wrong text", "reliable", "new", body, "{}")
