"""The bugs of a store, kept in the server and gathered again by a process beside it when findings
have changed.
"""

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec
from sqlalchemy import select

from aberration.campaign import tables
from aberration.core.errors import AberrationError
from aberration.methods.registry import method_named
from aberration.web.bug_rows import BugRow
from aberration.web.gather import GatherReply, GatherRequest
from aberration.web.queries import Reader

_LIMIT: Final = 900.0
"""Seconds for one gathering."""
_SHARE: Final = 10
"""Gathering takes one part in so many of the time, at most."""
_LOOK: Final = 1.0
"""Seconds between two looks whether findings have changed."""


class Gathered(msgspec.Struct, frozen=True):
    """The bugs by id as they were `at` a moment of the monotonic clock, and what could not be
    read; `fresh` where no finding has changed since. `ready` is false before the first time.
    """

    rows: tuple[BugRow, ...] = ()
    by_id: Mapping[str, BugRow] = {}
    unread: tuple[tuple[str, str], ...] = ()
    error: str = ""
    at: float = 0.0
    ready: bool = False
    fresh: bool = False


class Gathering:
    """Keeps the bugs of a store up to date; whoever asks gets what is known by then."""

    def __init__(self, store: str, reader: Reader) -> None:
        self._store = store
        self._reader = reader
        self._changed = threading.Condition()
        self._known = Gathered()
        self._stamp: object = None
        self._looked = 0.0
        self._busy = False
        self._again_at = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def bugs(self, wait: float = 0.0) -> Gathered:
        """Return the bugs; wait so many seconds for the first time, if that is not over yet."""
        with self._changed:
            self._begin_if_due()
            self._changed.wait_for(lambda: self._known.ready or not self._busy, wait)
            return msgspec.structs.replace(self._known, fresh=not self._busy)

    def close(self) -> None:
        """End the process that gathers."""
        with self._changed:
            self._closed = True
            if self._process is not None:
                self._process.kill()

    def _begin_if_due(self) -> None:
        now = time.monotonic()
        if self._busy or self._closed or now < max(self._looked + _LOOK, self._again_at):
            return
        self._looked = now
        stamp = findings_stamp(self._reader)
        if stamp != self._stamp:
            self._busy = True
            threading.Thread(target=self._gather, args=(stamp,), daemon=True).start()

    def _gather(self, stamp: object) -> None:
        begun = time.monotonic()
        try:
            reply = self._ask()
        except OSError as error:
            reply = GatherReply(
                error=f"the process that gathers the bugs cannot be started: {error}"
            )
        load_methods(reply.rows)
        with self._changed:
            now = time.monotonic()
            by_id = {row.id: row for row in reply.rows}
            self._known = Gathered(reply.rows, by_id, reply.unread, reply.error, now, ready=True)
            self._stamp, self._busy = stamp, False
            self._again_at = now + (now - begun) * _SHARE
            self._changed.notify_all()

    def _ask(self) -> GatherReply:
        command = [sys.executable, "-m", "aberration.web.gather"]
        asked = msgspec.msgpack.encode(GatherRequest(self._store))
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            with self._changed:
                self._process = process
                if self._closed:
                    process.kill()
            try:
                said, _ = process.communicate(asked, timeout=_LIMIT)
                return msgspec.msgpack.decode(said, type=GatherReply)
            except subprocess.TimeoutExpired:
                process.kill()
                return GatherReply(error=f"the bugs were not gathered in {_LIMIT:.0f} s")
            except msgspec.MsgspecError:
                return GatherReply(error="the process that gathers the bugs has failed")


def load_methods(rows: Iterable[BugRow]) -> None:
    """Load the methods of bugs before their pages ask for them: the hundreds of files of one take
    half a second, which no visitor shall wait for. What cannot be loaded the page says.
    """
    for name in sorted({row.method for row in rows}):
        with contextlib.suppress(AberrationError):
            method_named(name)


def findings_stamp(reader: Reader) -> object:
    """Return what is another thing as soon as a finding has changed: its body is a digest of it."""
    table = tables.FINDINGS
    with reader.reading() as connection:
        rows = connection.execute(select(table.c.body, table.c.state).order_by(table.c.body))
        return hash(tuple(tuple(row) for row in rows))
