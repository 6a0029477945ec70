"""A helper process of a runner: frames of JSON and bytes go to and fro, and when it dies, the
worker dies of the same.

A compiler that is no Python library runs in such a process. Nothing of the worker is lost with it:
the parent sees the end of the helper as that of the worker, with what the helper wrote on stderr,
and starts anew.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import os
import select
import signal
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

import msgspec

from aberration.core.wire import exactly
from aberration.targets.channel import widen

_LENGTHS: Final = struct.Struct("<II")
_PR_SET_PDEATHSIG: Final = 1


class PipedCommand:
    """Runs a command with two more words: the numbers of the descriptors that it is to read
    from and to write to.
    """

    def __init__(self, command: Sequence[str], output: int | None = None) -> None:
        """Start it; what it prints goes to the descriptor `output`, or to this process's stderr."""
        theirs_in, self._sink = os.pipe()
        self._source, theirs_out = os.pipe()
        for descriptor in (self._sink, self._source):
            widen(descriptor)
        self._process = subprocess.Popen(
            [*command, str(theirs_in), str(theirs_out)],
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr if output is None else output,
            pass_fds=(theirs_in, theirs_out),
            preexec_fn=_end_with_parent(),
        )
        os.close(theirs_in)
        os.close(theirs_out)

    @property
    def pid(self) -> int:
        """Return the process id."""
        return self._process.pid

    def ask(
        self, header: Mapping[str, object], payload: bytes = b""
    ) -> tuple[dict[str, Any], bytes]:
        """Send a frame and return the answer's header and bytes; the worker dies where none
        comes.
        """
        self.send(header, payload)
        return self.receive()

    def send(self, header: Mapping[str, object], payload: bytes = b"") -> None:
        """Send a frame, and wait for nothing."""
        text = msgspec.json.encode(header)
        self._write(_LENGTHS.pack(len(text), len(payload)) + text + payload)

    def receive(self) -> tuple[dict[str, Any], bytes]:
        """Return header and bytes of the answer to a frame that was sent."""
        head, body = _LENGTHS.unpack(self._exactly(_LENGTHS.size))
        answer: dict[str, Any] = msgspec.json.decode(self._exactly(head), type=dict)
        return answer, bytes(self._exactly(body))

    def close(self) -> None:
        """Let the helper end: its input does."""
        for descriptor in (self._sink, self._source):
            with contextlib.suppress(OSError):
                os.close(descriptor)
        self._process.kill()
        self._process.wait()

    def _write(self, frame: bytes) -> None:
        rest = memoryview(frame)
        while rest:
            try:
                rest = rest[os.write(self._sink, rest) :]
            except BrokenPipeError:
                self._on_end(self._process.wait())

    def _exactly(self, size: int) -> bytearray:
        got = exactly(size, self._read)
        return self._on_end(self._process.wait()) if got is None else got

    def _read(self, most: int) -> bytes:
        return os.read(self._source, most)

    def _on_end(self, status: int) -> NoReturn:
        die_like(status)


class HelperEnded(Exception):
    """A helper process ended as it was asked something."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the helper ended with the status {status}")
        self.status: Final = status


class HelperSilent(Exception):
    """A helper process does not answer in time."""


class PatientCommand(PipedCommand):
    """A helper whose end and whose silence are told by `HelperEnded` and `HelperSilent`, for one
    that may have done its work nevertheless.
    """

    def __init__(self, command: Sequence[str], output: int, seconds: float) -> None:
        super().__init__(command, output)
        self._seconds: Final = seconds

    def _read(self, most: int) -> bytes:
        ready, _, _ = select.select([self._source], [], [], self._seconds)
        if not ready:
            raise HelperSilent
        return super()._read(most)

    def _on_end(self, status: int) -> NoReturn:
        raise HelperEnded(status)


def die_like(status: int) -> NoReturn:
    """End this process as another one ended, by the same signal or with the same exit status
    (but not with 0).
    """
    sys.stderr.flush()
    if status < 0:
        faulthandler.disable()
        with contextlib.suppress(OSError, ValueError):
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status if status > 0 else 1)


def _end_with_parent() -> Any:
    """Return what the helper does first: it asks to be killed when its parent dies, even in the
    midst of a hang.
    """
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)
    return lambda: library.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
