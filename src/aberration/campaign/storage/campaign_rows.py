"""The campaigns of a database: what each is, and how long its sessions took."""

from datetime import UTC, datetime

import msgspec
from sqlalchemy import Connection, Table, func, insert, select, update

from aberration.campaign import tables
from aberration.campaign.configuration import FuzzConfiguration
from aberration.core.errors import BadInput


class Header(msgspec.Struct, frozen=True):
    """What the campaign is: its configuration, with target ids in place of patterns, and the digest
    of that.

    The digest covers the `versions` of what decides the tests as well.
    """

    configuration: FuzzConfiguration
    config_digest: str
    versions: dict[str, str] = {}


class CampaignLine(msgspec.Struct, frozen=True):
    """One campaign of a database: the number in the column `campaign`, the name (empty for the only
    one of a folder), when it was begun (ISO 8601 UTC, empty where nobody knows).
    """

    id: int
    name: str
    begun: str
    config_digest: str
    artifacts: str


class Totals(msgspec.Struct, frozen=True):
    """Sums over all sessions: seconds of wall time, of executors' time, and inside targets."""

    seconds: float
    executor_seconds: float
    busy: float


def now() -> str:
    """Return this moment as the store writes it: ISO 8601, UTC, whole seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def campaign_lines(connection: Connection) -> list[CampaignLine]:
    """Return the campaigns of a database in the order in which they were begun."""
    table = tables.CAMPAIGNS.c
    rows = connection.execute(
        select(table.id, table.name, table.begun, table.config_digest, table.artifacts).order_by(
            table.id
        )
    )
    return [CampaignLine(*row) for row in rows]


def find_campaign(connection: Connection, name: str) -> CampaignLine | None:
    """Return the campaign of a name, without one the only one; None where there is none; raise
    `BadInput` where there are several.
    """
    known = campaign_lines(connection)
    if not name:
        if len(known) > 1:
            raise BadInput(
                f"expected #NAME after the address, for there are {len(known)} campaigns",
                hint=f"Their names: {', '.join(line.name for line in known)}.",
            )
        return known[0] if known else None
    return next((line for line in known if line.name == name), None)


def insert_campaign(connection: Connection, name: str, artifacts: str, header: Header) -> int:
    """Store what a new campaign is; return its number."""
    done = connection.execute(
        insert(tables.CAMPAIGNS).values(
            name=name,
            begun=now(),
            configuration=msgspec.json.encode(header.configuration).decode(),
            config_digest=header.config_digest,
            artifacts=artifacts,
        )
    )
    assert done.inserted_primary_key is not None
    campaign = int(done.inserted_primary_key[0])
    rows = [
        {"campaign": campaign, "name": tool, "version": version}
        for tool, version in header.versions.items()
    ]
    if rows:
        connection.execute(insert(tables.VERSIONS), rows)
    return campaign


def read_header(connection: Connection, campaign: int) -> Header:
    """Return what a campaign is; raise `BadInput` where its row is damaged."""
    row = connection.execute(
        select(tables.CAMPAIGNS).where(tables.CAMPAIGNS.c.id == campaign)
    ).one()
    table = tables.VERSIONS
    rows = connection.execute(select(table).where(table.c.campaign == campaign))
    versions = {str(row.name): str(row.version) for row in rows}
    try:
        configuration = msgspec.json.decode(row.configuration, type=FuzzConfiguration)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"the stored configuration is damaged: {error}") from None
    return Header(configuration, row.config_digest, versions)


def insert_session(connection: Connection, campaign: int, executors: int) -> int:
    """Begin a session of no time yet; return its number."""
    table = tables.SESSIONS
    number = _next_number(connection, table, campaign)
    row = {"campaign": campaign, "id": number, "executors": executors, "seconds": 0.0}
    connection.execute(insert(table).values(row))
    return number


def note_session(connection: Connection, campaign: int, session: int, seconds: float) -> None:
    """Store how long a session has lasted."""
    table = tables.SESSIONS
    same = (table.c.campaign == campaign) & (table.c.id == session)
    connection.execute(update(table).where(same).values(seconds=seconds))


def insert_beside(connection: Connection, campaign: int, seconds: float) -> None:
    """Add to the time that calls took beside their tests."""
    table = tables.BESIDE
    number = _next_number(connection, table, campaign)
    row = {"campaign": campaign, "id": number, "seconds": seconds}
    connection.execute(insert(table).values(row))


def beside_seconds(connection: Connection, campaign: int) -> float:
    """Return the time that calls took beside their tests."""
    table = tables.BESIDE.c
    chosen = select(func.sum(table.seconds)).where(table.campaign == campaign)
    return float(connection.execute(chosen).scalar() or 0.0)


def read_totals(connection: Connection, campaign: int) -> Totals:
    """Return the sums over all sessions."""
    sessions, runs = tables.SESSIONS.c, tables.RUNS.c
    seconds, executor_seconds = connection.execute(
        select(func.sum(sessions.seconds), func.sum(sessions.seconds * sessions.executors)).where(
            sessions.campaign == campaign
        )
    ).one()
    busy = connection.execute(select(func.sum(runs.busy)).where(runs.campaign == campaign)).scalar()
    return Totals(seconds or 0.0, executor_seconds or 0.0, busy or 0.0)


def _next_number(connection: Connection, table: Table, campaign: int) -> int:
    last = select(func.max(table.c.id)).where(table.c.campaign == campaign)
    return int(connection.execute(last).scalar() or 0) + 1
