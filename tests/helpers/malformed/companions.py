"""Who talks with a command that serves others, and ends it: a visitor of its pages, or a scheduler
that answers nonsense.
"""

from __future__ import annotations

import http.client
import os
import re
import select
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Protocol

_ADDRESS: Final = re.compile(r"http://127\.0\.0\.1:(\d+)/")
_LINK: Final = re.compile(r"(?:href|src)=\"(/[^\"#]*)")
_PAGES: Final = 25
"""Pages that a visitor looks at."""
_SECONDS: Final = 30.0
_MOST_CALLS: Final = 2
_CALLING: Final = 6.0
"""Seconds in which a worker may call a second time: it waits longer each time."""
_PAUSE: Final = 0.05


class Companion(Protocol):
    """One that is there while a command runs."""

    @contextmanager
    def beside(self) -> Iterator[str]:
        """Give the port that stands for `{port}` in the arguments."""

    def accompany(self, pid: int, out: Path) -> list[str]:
        """Talk with the command, which writes to `out`, and ask for its end; return what is wrong
        with what it said.
        """


class Visitor:
    """Looks at the pages of a dashboard, from link to link."""

    @contextmanager
    def beside(self) -> Iterator[str]:
        """Give the port 0: any that is free."""
        yield "0"

    def accompany(self, pid: int, out: Path) -> list[str]:
        """Visit until no page is left, or there were enough."""
        port = _port_of(pid, out)
        wrong = [] if port is None else _visit(port)
        _end(pid)
        return wrong


class Babbler:
    """Listens as a scheduler would, and says what none says."""

    def __init__(self, words: bytes) -> None:
        self._words = words
        self._listener: socket.socket | None = None

    @contextmanager
    def beside(self) -> Iterator[str]:
        """Give the port of the listener."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self._listener = listener
            yield str(listener.getsockname()[1])
        self._listener = None

    def accompany(self, pid: int, out: Path) -> list[str]:
        """Answer the first calls; then ask for the end."""
        del out
        assert self._listener is not None
        poll = select.poll()
        poll.register(self._listener, select.POLLIN)
        until, calls = time.monotonic() + _CALLING, 0
        while calls < _MOST_CALLS and time.monotonic() < until and _runs(pid):
            if poll.poll(_PAUSE * 1000):
                self._answer(self._listener)
                calls += 1
        _end(pid)
        return []

    def _answer(self, listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection, suppress(OSError):
            connection.settimeout(1.0)
            connection.sendall(self._words)
            connection.recv(1 << 16)


def _port_of(pid: int, out: Path) -> int | None:
    """Wait for the address that a server prints; nothing where it ends before."""
    until = time.monotonic() + _SECONDS
    while time.monotonic() < until and _runs(pid):
        found = _ADDRESS.search(out.read_text("utf-8", "replace") if out.exists() else "")
        if found:
            return int(found[1])
        time.sleep(_PAUSE)
    return None


def _visit(port: int) -> list[str]:
    waiting, seen, wrong = ["/", "/bugs"], set[str](), list[str]()
    while waiting and len(seen) < _PAGES:
        path = waiting.pop(0)
        if path in seen:
            continue
        seen.add(path)
        status, body = _get(port, path)
        if status >= 500:
            wrong.append(f"{path}: {status}")
        waiting += _LINK.findall(body)
    return wrong


def _get(port: int, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_SECONDS)
    try:
        connection.request("GET", path.replace("&amp;", "&"))
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace")
    except (OSError, http.client.HTTPException) as error:
        return 599, str(error)
    finally:
        connection.close()


def _runs(pid: int) -> bool:
    """True while a child of this process has not ended; it is left to be waited for."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None


def _end(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
