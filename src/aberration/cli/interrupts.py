"""SIGTERM taken as Ctrl-C: what `timeout`, `kill`, a service manager or a batch system sends to stop a nightly run.

A command that Ctrl-C can stop keeps what it has and says how to go on; without this, SIGTERM would end it in silence.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def termination_as_interrupt() -> Iterator[None]:
    """Let SIGTERM raise `KeyboardInterrupt` in the main thread; one that our parent lets us ignore stays so."""
    before = signal.getsignal(signal.SIGTERM)
    if before is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
