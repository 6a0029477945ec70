"""The interestingness test as a program: what a reducer that is no part of us calls.

Compilers stay warm in this process, so the program is a client of a few lines: it sends the text
through a socket that only this user can reach, and ends with 0 when the answer is yes. A client
that was killed leaves nothing behind.
"""

from __future__ import annotations

import os
import shlex
import socket
import sys
import threading
from pathlib import Path
from types import TracebackType

from aberration.reduce.search import Test

_SOCKET = "ask"
_CLIENT = """import os, sys, _socket
path = sys.argv[1] if len(sys.argv) > 1 else {name!r}
text = open(path, "rb").read() if os.path.isfile(path) else sys.stdin.buffer.read()
place = os.open({folder!r}, os.O_RDONLY | os.O_DIRECTORY)
asked = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
asked.connect("/proc/self/fd/%d/{socket}" % place)
asked.sendall(len(text).to_bytes(8, "big") + text)
sys.exit(0 if asked.recv(1) == b"y" else 1)
"""
_SCRIPT = """#!/bin/sh
exec {python} -I -S {client} "$@"
"""


class PredicateServer:
    """Answers clients, several at a time, until it is closed. `script` is the program that a
    reducer calls.

    `script` takes the file by name, else `name` in the folder where it is called, else what comes
    on stdin.
    """

    def __init__(self, interesting: Test[bytes], folder: Path, name: str) -> None:
        self.script = folder / "interesting"
        self._interesting = interesting
        self._folder = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(f"/proc/self/fd/{self._folder}/{_SOCKET}")
        os.chmod(folder / _SOCKET, 0o600)
        self._listener.listen(64)
        client = folder / "client.py"
        client.write_text(_CLIENT.format(name=name, folder=str(folder), socket=_SOCKET))
        words = {"python": shlex.quote(sys.executable), "client": shlex.quote(str(client))}
        self.script.write_text(_SCRIPT.format(**words))
        self.script.chmod(0o700)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take no more questions."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listener.close()
        os.close(self._folder)

    def __enter__(self) -> PredicateServer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _serve(self) -> None:
        while True:
            try:
                asked, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(asked,), daemon=True).start()

    def _answer(self, asked: socket.socket) -> None:
        with asked:
            try:
                text = _received(asked)
                if text is not None:
                    asked.sendall(b"y" if self._interesting(text) else b"n")
            except OSError:
                return


def _received(asked: socket.socket) -> bytes | None:
    """Return the text that a client sent whole, or None."""
    head = _exactly(asked, 8)
    return None if head is None else _exactly(asked, int.from_bytes(head, "big"))


def _exactly(asked: socket.socket, size: int) -> bytes | None:
    parts: list[bytes] = []
    while size:
        part = asked.recv(min(size, 1 << 16))
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
