"""Numbers that are added to rows, which are made where they are missing."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def add_up(
    connection: Connection,
    table: Table,
    rows: Sequence[Mapping[str, object]],
    latest: Collection[str] = (),
) -> None:
    """Add the numbers of rows to those of their primary keys; columns in `latest` take the new
    value. The database adds, so that two writers do not lose each other's counts.
    """
    if not rows:
        return
    statement: postgresql.Insert | sqlite.Insert = (
        postgresql.insert(table)
        if connection.dialect.name == "postgresql"
        else sqlite.insert(table)
    )
    keys = [column.name for column in table.primary_key]
    changes = {
        column.name: statement.excluded[column.name]
        if column.name in latest
        else column + statement.excluded[column.name]
        for column in table.c
        if column.name not in keys
    }
    upsert = statement.on_conflict_do_update(index_elements=keys, set_=changes)
    connection.execute(upsert, [dict(row) for row in rows])
