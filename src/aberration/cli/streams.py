"""The standard streams of a command, whatever became of them: closed, full, or without a reader.

A descriptor that is closed would be given to the next file that is opened, such as the database
of a campaign, and what a library prints would be written into that. A terminal that went away
must not end the campaign of a night: what nobody can read any more is dropped.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from aberration.core.errors import MachineRefused

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_INPUT, _OUTPUT, _ERROR = range(3)


class Dropping(io.FileIO):
    """A file that takes everything; what cannot be written is lost without a word."""

    def write(self, data: "ReadableBuffer") -> int:
        """Write what can be written; return the bytes that the caller need not write again."""
        try:
            return super().write(data) or 0
        except OSError:
            return memoryview(data).nbytes


@contextmanager
def standard_streams() -> Iterator[None]:
    """Let all three descriptors be open, and messages be dropped where nobody takes them.

    At the end stdout is flushed; raise `MachineRefused` where what was printed is lost.
    """
    _open_closed()
    out, messages = sys.stdout, sys.stderr
    if out is None:
        sys.stdout = io.TextIOWrapper(io.FileIO(_OUTPUT, "w", closefd=False), write_through=True)
    # A stream in the place of the one that Python made, such as a test's, is not ours to replace.
    if messages is sys.__stderr__:
        sys.stderr = io.TextIOWrapper(
            Dropping(_ERROR, "w", closefd=False),
            encoding=getattr(messages, "encoding", "utf-8"),
            errors="backslashreplace",
            write_through=True,
        )
    try:
        yield
    finally:
        sys.stderr = messages
        _flush()


def drop_output() -> None:
    """Send stdout to nowhere, so that what is left in its buffer ends with no second error."""
    with suppress(OSError, io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def lost_output(error: OSError) -> MachineRefused:
    """Return the error that tells of a result that could not be printed; drop the rest of it."""
    drop_output()
    return MachineRefused(
        f"the result cannot be printed: {error.strerror}", where="standard output"
    )


def _open_closed() -> None:
    for number in (_INPUT, _OUTPUT, _ERROR):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free is the one that is given.
            os.open(os.devnull, os.O_RDWR)


def _flush() -> None:
    try:
        sys.stdout.flush()
    except OSError:
        drop_output()
