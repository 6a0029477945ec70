"""A process that takes messages and answers them: it ends when its input does, and dies
with us.
"""

import contextlib
import os
import signal
import subprocess
import sys
from io import FileIO
from typing import BinaryIO, TypeVar, cast

from aberration.core.process import die_with
from aberration.core.wire import read_frame, write_frame

T = TypeVar("T")


def serve_parent() -> tuple[FileIO, FileIO]:
    """Be the process of a `Served`: end with the parent that the command line names, and leave to
    it the signals that a terminal sends to all. Return where requests come from and where answers
    go; what is printed goes to stderr.
    """
    die_with(int(sys.argv[1]))
    for theirs in (signal.SIGINT, signal.SIGTERM):
        signal.signal(theirs, signal.SIG_IGN)
    requests, answers = FileIO(0, "rb", closefd=False), FileIO(os.dup(1), "wb")
    os.dup2(2, 1)
    return requests, answers


class Served:
    """One process, started as the module that is named with our process id behind it; `log` takes
    its stderr.

    `answers` is ready to be read when a message came, or when the process ended.
    """

    def __init__(self, module: str, log: BinaryIO) -> None:
        command = [sys.executable, "-m", module, str(os.getpid())]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, bufsize=0, stdin=pipe, stdout=pipe, stderr=log, start_new_session=True
        )
        self.answers = cast(FileIO, self.process.stdout)
        self._requests = cast(FileIO, self.process.stdin)

    def send(self, message: object) -> None:
        """Write to the process; one that is dead already is noticed when its answers end."""
        with contextlib.suppress(BrokenPipeError):
            write_frame(self._requests, message)

    def receive(self, kind: type[T]) -> T | None:
        """Return the next message, or None when the process is dead."""
        return read_frame(self.answers, kind)

    def tell(self, number: int) -> None:
        """Send it a signal, if it is there to take one."""
        if self.process.poll() is None:
            self.process.send_signal(number)

    def status(self, grace: float) -> int | None:
        """Return the status of a process that ends within so many seconds; None if it does not."""
        try:
            return self.process.wait(grace)
        except subprocess.TimeoutExpired:
            return None

    def close(self, grace: float) -> None:
        """Let the process end its workers, or kill it after so many seconds; they die with it."""
        with contextlib.suppress(BrokenPipeError):
            self._requests.close()
        try:
            self.process.wait(grace)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.answers.close()
