"""One process at a time works on a campaign: the second is refused.

SQLite: a lock of the system on a file beside the database, gone with its process. PostgreSQL: an
advisory lock of a connection, gone with that; who lost the connection must get the lock again
before anything more is written.
"""

import contextlib
import hashlib
import os
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DatabaseError

from aberration.core.errors import BadInput
from aberration.core.files import HeldByAnother, hold_file


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
            self._number = hold_file(file)
        except OSError as error:
            raise BadInput(f"cannot be locked: {error.strerror}", where=str(file)) from None
        except HeldByAnother as error:
            raise _refusal(f" (number {error.holder})" if error.holder else "") from None

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
