"""SIGTERM taken as Ctrl-C: what `timeout`, `kill`, a service manager or a batch system sends to
stop a nightly run.

A command that Ctrl-C can stop keeps what it has and says how to go on; without this, SIGTERM would
end it in silence. A command with a report to write ends gently: the first request is noted, the
phases look at it and come to their end, and a watch sees to it that this takes no longer than
promised. The second request ends it at once.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

GRACE = 4.5
"""Seconds from the first request to the end of a command that ends gently; 5 are promised."""
AT_ONCE = 1.0
"""Seconds from the second request to the end."""
_STATUS = 130
_REQUESTS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def termination_as_interrupt() -> Iterator[None]:
    """Let SIGTERM raise `KeyboardInterrupt` in the main thread; one that our parent lets us
    ignore stays so.
    """
    before = signal.getsignal(signal.SIGTERM)
    if before is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class Gentle:
    """The end that was asked for, or not yet; `message` is printed where it takes too long."""

    def __init__(self, message: str) -> None:
        self._asked = False
        self._raising = False
        self._message = message

    def __call__(self) -> bool:
        """True from the first request on."""
        return self._asked

    @contextmanager
    def raising(self) -> Iterator[None]:
        """Let the first request raise `KeyboardInterrupt`, where nothing was begun that could
        be lost.
        """
        if self._asked:
            raise KeyboardInterrupt
        self._raising = True
        try:
            yield
        finally:
            self._raising = False

    def take(self, _number: int, _frame: FrameType | None) -> None:
        """Note a request; end soon at the second."""
        again, self._asked = self._asked, True
        signal.setitimer(signal.ITIMER_REAL, AT_ONCE if again else GRACE)
        if again or self._raising:
            raise KeyboardInterrupt

    def give_up(self, _number: int, _frame: FrameType | None) -> None:
        """End now: the processes that we started die with us."""
        with suppress(OSError):
            os.write(sys.stderr.fileno(), f"\n{self._message}\n".encode())
        os._exit(_STATUS)


@contextmanager
def ending_gently(message: str) -> Iterator[Gentle]:
    """Take Ctrl-C and SIGTERM as requests to end gently; what our parent lets us ignore stays
    so.
    """
    gentle = Gentle(message)
    handled = [number for number in _REQUESTS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, gentle.take) for number in handled}
    before[signal.SIGALRM] = signal.signal(signal.SIGALRM, gentle.give_up)
    try:
        yield gentle
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        for number, handler in before.items():
            signal.signal(number, handler)
