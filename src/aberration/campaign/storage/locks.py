"""One process at a time works on a campaign: the second is refused.

SQLite: a lock of the system on a file beside the database, gone with its process. PostgreSQL: an
advisory lock of a connection, gone with that; who lost the connection must get the lock again
before anything more is written.
"""

import contextlib
import fcntl
import hashlib
import os
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DatabaseError

from aberration.core.errors import BadInput


class Lock(Protocol):
    """A lock that is held."""

    def renew(self) -> None:
        """Raise `BadInput` where it was lost and another process has it now."""

    def release(self) -> None:
        """Let another process have it."""


class FileLock:
    """A lock on a file; raise `BadInput` where another process has it."""

    def __init__(self, file: Path) -> None:
        try:
            self._number = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise BadInput(f"cannot be locked: {error.strerror}", where=str(file)) from None
        try:
            fcntl.flock(self._number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.read(self._number, 20).decode("ascii", "replace").strip()
            os.close(self._number)
            raise _refusal(f" (number {holder})" if holder else "") from None
        os.ftruncate(self._number, 0)
        os.write(self._number, f"{os.getpid()}\n".encode())

    def renew(self) -> None:
        """Do nothing: such a lock is not lost."""

    def release(self) -> None:
        """Let another process have it; the file stays, for another may wait for it by now."""
        os.ftruncate(self._number, 0)
        os.close(self._number)


class AdvisoryLock:
    """PostgreSQL's lock on a name; raise `BadInput` where another connection has it."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        digest = hashlib.blake2b(f"aberration {name}".encode(), digest_size=8).digest()
        self._key = int.from_bytes(digest, "big", signed=True)
        self._connection = self._acquire()

    def renew(self) -> None:
        """Look whether the connection is there still, and get another one where it is not."""
        try:
            self._connection.execute(text("SELECT 1"))
            self._connection.rollback()
        except DatabaseError:
            self._connection.invalidate()
            self._connection.close()
            self._connection = self._acquire()

    def release(self) -> None:
        """Let another process have it."""
        if self._connection.closed:
            return
        # At once: that a connection is gone the server sees a moment later.
        with contextlib.suppress(DatabaseError):
            self._connection.execute(text("SELECT pg_advisory_unlock_all()"))
        self._connection.invalidate()
        self._connection.close()

    def _acquire(self) -> Connection:
        connection = self._engine.connect()
        question = text("SELECT pg_try_advisory_lock(:key)")
        held = connection.execute(question, {"key": self._key}).scalar()
        # The lock is the session's: it outlives the transaction, which would keep old rows alive.
        connection.rollback()
        if not held:
            connection.close()
            raise _refusal("")
        return connection


def _refusal(who: str) -> BadInput:
    return BadInput(
        f"another process{who} works on this campaign",
        hint="Wait for it, or stop it; commands that only read work meanwhile.",
    )
