"""The parent's end of a worker's pipes: whole frames, under a deadline."""

from __future__ import annotations

import fcntl
import os
import select
import time
from typing import Final

from aberration.targets.protocol import PREFIX, frame_length

_PIPE_BYTES: Final = 1 << 20
_CHUNK: Final = 1 << 20


class Expired(Exception):
    """The deadline passed."""


class Closed(Exception):
    """The other end is gone."""


class Channel:
    """Reads from `source` and writes to `sink`, file descriptors that stay their owner's to close."""

    def __init__(self, source: int, sink: int) -> None:
        self._source = source
        self._sink = sink
        for descriptor in (source, sink):
            os.set_blocking(descriptor, False)
            _widen(descriptor)

    def send(self, frame: bytes, until: float) -> None:
        """Write a frame; `until` is an instant of `time.monotonic`."""
        rest = memoryview(frame)
        while rest:
            try:
                rest = rest[os.write(self._sink, rest) :]
            except BlockingIOError:
                _wait(self._sink, select.POLLOUT, until)
            except BrokenPipeError:
                raise Closed from None

    def receive(self, until: float) -> bytearray:
        """Return the body of the next frame; raise `Garbage`, `Closed` or `Expired` if none comes."""
        length = frame_length(self._exactly(PREFIX.size, until))
        return self._exactly(length, until)

    def _exactly(self, size: int, until: float) -> bytearray:
        got = bytearray()
        while len(got) < size:
            _wait(self._source, select.POLLIN, until)
            try:
                chunk = os.read(self._source, min(size - len(got), _CHUNK))
            except BlockingIOError:
                continue
            if not chunk:
                raise Closed
            got += chunk
        return got


def _wait(descriptor: int, event: int, until: float) -> None:
    poll = select.poll()
    poll.register(descriptor, event)
    remaining = until - time.monotonic()
    if remaining <= 0 or not poll.poll(remaining * 1000):
        raise Expired


def _widen(descriptor: int) -> None:
    """Let one image pass without a second wake-up; a small pipe works as well, only slower."""
    try:
        fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    except OSError:
        return
