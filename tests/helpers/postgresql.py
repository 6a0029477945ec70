"""A PostgreSQL server of a test's own, of Debian's package, on a socket in a folder of its own."""

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest
from sqlalchemy import create_engine, text

_BINARIES: Final = Path("/usr/lib/postgresql")
_STARTED: Final = 60
"""Seconds that a server may take on a busy machine."""


class PostgresqlServer(msgspec.Struct, frozen=True):
    """A server that runs; its socket is in `folder`, and `user` needs no password there."""

    folder: str
    user: str
    binaries: Path

    def url(self, database: str) -> str:
        """Return SQLAlchemy's address of a database."""
        return f"postgresql+psycopg://{self.user}@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """Make an empty database; return its address."""
        name = f"test_{uuid.uuid4().hex}"
        engine = create_engine(self.url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return self.url(name)

    def restart(self) -> None:
        """Stop the server, whoever is connected, and start it again."""
        _control(self.binaries, self.folder, self.user, "restart", "-m", "immediate")


@contextlib.contextmanager
def running_server() -> Iterator[PostgresqlServer]:
    """Give a server, and stop it at the end; skip the test where none is installed."""
    found = sorted(_BINARIES.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        pytest.skip("PostgreSQL's server is not installed (Debian's package postgresql)")
    binaries = found[-1].parent
    # The path of a socket has 107 bytes at most, and the server takes no folder of root.
    user = "nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    folder = tempfile.mkdtemp(prefix="aberration-pg-", dir="/tmp")
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, user)
        made = ["-D", f"{folder}/data", "-U", user, "-A", "trust", "--no-sync"]
        _run([str(binaries / "initdb"), *made], user)
        options = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=50"
        _control(binaries, folder, user, "start", "-o", options, "-l", f"{folder}/log")
        try:
            yield PostgresqlServer(folder, user, binaries)
        finally:
            _control(binaries, folder, user, "stop", "-m", "immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _control(binaries: Path, folder: str, user: str, *arguments: str) -> None:
    command = [str(binaries / "pg_ctl"), "-D", f"{folder}/data", "-w", "-t", str(_STARTED), "-s"]
    _run([*command, *arguments], user)


def _run(command: list[str], user: str) -> None:
    is_root = os.geteuid() == 0
    subprocess.run(
        command,
        check=True,
        cwd="/",
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=2 * _STARTED,
        user=user if is_root else None,
        group=pwd.getpwnam(user).pw_gid if is_root else None,
        extra_groups=[] if is_root else None,
    )


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgresqlServer]:
    """Give a server for all tests of this process."""
    with running_server() as server:
        yield server


@pytest.fixture
def postgresql(postgresql_server: PostgresqlServer) -> str:
    """Give the address of an empty database."""
    return postgresql_server.new_database()
