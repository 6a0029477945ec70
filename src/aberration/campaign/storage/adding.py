"""Rows that are made where they are missing, and changed where they are there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import sqlite

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql


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
    statement = insertion(connection, table)
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


def insertion(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insertion that may say what happens where a row is there."""
    if connection.dialect.name != "postgresql":
        return sqlite.insert(table)
    # Loading it takes a tenth of a second, which each command on a campaign would feel.
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(table)
