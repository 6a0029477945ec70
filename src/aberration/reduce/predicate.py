"""The interestingness test as a program: what a reducer that is no part of us calls.

Compilers stay warm in this process, so the program is a client of a few lines: it sends the text
through a socket that only this user can reach, and ends with 0 when the answer is yes. A client
that was killed leaves nothing behind.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import socketserver
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

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


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True
    request_queue_size = 64


@contextlib.contextmanager
def asking(interesting: Test[bytes], folder: Path, name: str) -> Iterator[Path]:
    """Yield the program that a reducer calls, several at a time.

    It takes the file by name, else `name` in the folder where it is called, else what comes on
    stdin.
    """

    class Question(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            with contextlib.suppress(OSError):
                head = self.rfile.read(8)
                text = self.rfile.read(int.from_bytes(head, "big"))
                if head == len(text).to_bytes(8, "big"):
                    self.wfile.write(b"y" if interesting(text) else b"n")

    client, script = folder / "client.py", folder / "interesting"
    client.write_text(_CLIENT.format(name=name, folder=str(folder), socket=_SOCKET))
    words = {"python": shlex.quote(sys.executable), "client": shlex.quote(str(client))}
    script.write_text(_SCRIPT.format(**words))
    script.chmod(0o700)
    # The path of a socket is short, that of the folder may be long.
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with _Server(f"/proc/self/fd/{place}/{_SOCKET}", Question) as server:
            os.chmod(folder / _SOCKET, 0o600)
            thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
            thread.start()
            try:
                yield script
            finally:
                server.shutdown()
                thread.join()
    finally:
        os.close(place)
