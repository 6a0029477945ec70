"""What people say of bugs, and each time that a bug's case was run again, as rows."""

import msgspec
from sqlalchemy import Connection, RowMapping, insert, select

from aberration.campaign import tables
from aberration.campaign.records import Check, Triage
from aberration.campaign.storage.adding import insertion


def triage_records(connection: Connection) -> list[Triage]:
    """Return what is said of bugs, by their ids."""
    rows = connection.execute(select(tables.TRIAGE).order_by(tables.TRIAGE.c.bug)).mappings()
    return [msgspec.convert(_plain(row), Triage) for row in rows]


def put_triage(connection: Connection, record: Triage) -> None:
    """Store what is said of a bug in place of what was said before."""
    table, row = tables.TRIAGE, msgspec.structs.asdict(record)
    statement = insertion(connection, table).values(row)
    connection.execute(statement.on_conflict_do_update(index_elements=[table.c.bug], set_=row))


def check_records(connection: Connection, bug: str | None) -> list[Check]:
    """Return when cases were run again, the first time first; of one bug or of all."""
    table = tables.CHECKS
    question = select(table).order_by(table.c.id)
    if bug is not None:
        question = question.where(table.c.bug == bug)
    return [msgspec.convert(_plain(row), Check) for row in connection.execute(question).mappings()]


def insert_check(connection: Connection, record: Check) -> int:
    """Store that a case was run again; return the number of the row."""
    row = msgspec.structs.asdict(record)
    del row["id"]
    done = connection.execute(insert(tables.CHECKS).values(row))
    assert done.inserted_primary_key is not None
    return int(done.inserted_primary_key[0])


def _plain(row: RowMapping) -> dict[str, object]:
    # The names of columns are strings of a class of their own.
    return {str(key): value for key, value in row.items()}
