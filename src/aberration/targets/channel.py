"""The parent's end of a worker's pipes: whole frames, within an allowance."""

from __future__ import annotations

import fcntl
import os
import select
from typing import Final

from aberration.core.allowance import Allowance
from aberration.core.wire import PREFIX, exactly
from aberration.targets.protocol import frame_length

_PIPE_BYTES: Final = 1 << 20
_CHUNK: Final = 1 << 20


class Expired(Exception):
    """The allowance is used up."""


class Closed(Exception):
    """The other end is gone."""


class Channel:
    """Reads from `source` and writes to `sink`, file descriptors that stay their owner's to
    close.
    """

    def __init__(self, source: int, sink: int) -> None:
        self._source = source
        self._sink = sink
        for descriptor in (source, sink):
            # A worker that stops reading or writing in the middle of a frame must not hold us
            # beyond the deadline.
            os.set_blocking(descriptor, False)
            widen(descriptor)

    def send(self, frame: bytes, allowance: Allowance) -> None:
        """Write a frame while the other end is allowed to take time; raise `Closed`, `Expired`
        or `Starved`.
        """
        rest = memoryview(frame)
        while rest:
            try:
                rest = rest[os.write(self._sink, rest) :]
            except BlockingIOError:
                _wait(self._sink, select.POLLOUT, allowance)
            except BrokenPipeError:
                raise Closed from None

    def receive(self, allowance: Allowance) -> bytearray:
        """Return the body of the next frame; raise `Garbage`, `Closed`, `Expired` or `Starved`
        if none comes.
        """
        length = frame_length(self._exactly(PREFIX.size, allowance))
        return self._exactly(length, allowance)

    def _exactly(self, size: int, allowance: Allowance) -> bytearray:
        got = exactly(size, lambda left: self._read(left, allowance))
        if got is None:
            raise Closed
        return got

    def _read(self, size: int, allowance: Allowance) -> bytes:
        """Wait for bytes, and return some of them; none where the other end is gone."""
        while True:
            _wait(self._source, select.POLLIN, allowance)
            try:
                return os.read(self._source, min(size, _CHUNK))
            except BlockingIOError:
                continue


def _wait(descriptor: int, event: int, allowance: Allowance) -> None:
    poll = select.poll()
    poll.register(descriptor, event)
    if not allowance.sees(poll):
        raise Expired


def widen(descriptor: int) -> None:
    """Let one image pass without a second wake-up; a small pipe works as well, only slower."""
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    except OSError:
        return
