"""Command lines in forks of one process: `python -P warm_command_server.py PARENT-PID`, a socket as
its input.

It has loaded what commands load and has run none, so each begins as if it were started alone, but
some tenths of a second sooner.
"""

from __future__ import annotations

import gc
import importlib
import io
import os
import signal
import socket
import sys
from importlib.metadata import entry_points
from typing import Final

import msgspec

from aberration.cli.app import COMMANDS, load_command
from aberration.cli.main import main
from aberration.core.process import die_with
from aberration.targets.fork_server import PID, REQUEST_LIMIT
from aberration.targets.fork_server_process import Workers

_DESCRIPTORS: Final = 4
_GROUPS: Final = ("aberration.methods", "aberration.targets", "aberration.front_ends")


class CommandRequest(msgspec.Struct, frozen=True):
    """A command line and where it runs; its descriptors 0 to 2 and the pipe for its exit status
    come beside.
    """

    arguments: tuple[str, ...]
    environment: dict[str, str]
    folder: str


def load() -> None:
    """Load the modules of all commands, methods and targets."""
    for name in COMMANDS:
        load_command(name)
    for module in sorted({entry.module for kind in _GROUPS for entry in entry_points(group=kind)}):
        if module.startswith("aberration."):
            importlib.import_module(module)


def serve(line: socket.socket) -> CommandRequest | None:
    """Fork for each request, and return it in the fork; return None when nobody asks any more."""
    running = Workers(line)
    while True:
        if not running.watch():
            continue
        raw, descriptors, _, _ = socket.recv_fds(line, REQUEST_LIMIT, _DESCRIPTORS)
        if not raw:
            return None
        request = msgspec.msgpack.decode(raw, type=CommandRequest)
        *streams, status = descriptors
        pid = os.fork()
        if pid == 0:
            running.leave()
            os.close(status)
            _become(request, streams)
            return request
        for descriptor in streams:
            os.close(descriptor)
        running.admit(pid, status)
        line.send(PID.pack(pid))


def _become(request: CommandRequest, streams: list[int]) -> None:
    """Take over streams, environment, folder and name, as a new program would have them."""
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.chdir(request.folder)
    os.environ.clear()
    os.environ.update(request.environment)
    sys.argv = ["aberration", *request.arguments]
    searched = request.environment.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:0] = [request.folder, *filter(None, searched)]
    for number, (name, mode) in enumerate((("stdin", "rb"), ("stdout", "wb"), ("stderr", "wb"))):
        ours = getattr(sys, name)
        raw = open(number, mode, closefd=False)  # noqa: SIM115
        stream = io.TextIOWrapper(raw, ours.encoding, ours.errors, line_buffering=number == 2)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


if __name__ == "__main__":
    die_with(int(sys.argv[1]))
    # The descriptors 0 to 2 are overwritten with the command's streams in each fork.
    socket_of_parent = socket.socket(fileno=os.dup(0))
    load()
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    asked = serve(socket_of_parent)
    sys.exit(0 if asked is None else main(asked.arguments))
