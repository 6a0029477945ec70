"""The revisions of the store's schema, by Alembic, and what revision a database has.

Revisions are numbers of four digits; the newest is `tables.SCHEMA`. The stores of the first
releases have no number of Alembic: they are taken for the first revision, and the steps to the
fourth leave alone what is there already.
"""

from pathlib import Path

from sqlalchemy import Connection, Inspector, inspect, text

from aberration.campaign import tables
from aberration.core.errors import BadInput, NewerSchema

NUMBER = "alembic_version"
"""Alembic's own table."""
_FIRST = "campaign"
"""The table of a campaign in the first releases; since then a view, where they read that the store
is newer than they are.
"""


def revision_of(connection: Connection) -> int:
    """Return the revision of a database, 0 where it holds no store; raise `NewerSchema`, or
    `BadInput` for a number that is none.
    """
    inspector: Inspector = inspect(connection)
    if inspector.has_table(NUMBER):
        number = connection.execute(text(f"SELECT version_num FROM {NUMBER}")).scalar()
    elif inspector.has_table(_FIRST):
        number = connection.execute(text(f"SELECT schema FROM {_FIRST}")).scalar()
    else:
        return 0
    if number is None:
        return 0
    if not str(number).isdecimal():
        raise BadInput(f"expected the number of a schema, but {number!r} came")
    if int(number) > tables.SCHEMA:
        message = f"expected schema {tables.SCHEMA} or older, but {int(number)} came"
        raise NewerSchema(message, hint="Update aberration to read it.")
    return int(number)


def create_schema(connection: Connection) -> None:
    """Make all tables in an empty database, as the revisions would."""
    tables.METADATA.create_all(connection)
    connection.execute(
        text(f"CREATE TABLE {NUMBER} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    )
    connection.execute(text(f"INSERT INTO {NUMBER} VALUES ('{tables.SCHEMA:04d}')"))
    connection.execute(text(VIEW_FOR_THE_FIRST))


def upgrade_schema(connection: Connection) -> None:
    """Bring a store of any revision to the newest, within the caller's transaction."""
    # Loading Alembic takes a tenth of a second, and nearly no call needs it.
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    if not inspect(connection).has_table(NUMBER) and inspect(connection).has_table(_FIRST):
        command.stamp(config, "0001")
    command.upgrade(config, "head")


VIEW_FOR_THE_FIRST = (
    f"CREATE VIEW {_FIRST} AS SELECT id, {tables.SCHEMA} AS schema, configuration, config_digest "
    "FROM campaigns"
)
