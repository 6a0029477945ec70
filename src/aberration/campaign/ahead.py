"""Runs that are made ahead: a second thread reads the requests of an executor and makes the tests
of the next run, while the targets work on those of this one.

Making is Python, the targets are other processes: so the thread takes its time from their waiting.
"""

import sys
import threading
from collections.abc import Callable, Iterator
from queue import Queue

import msgspec

from aberration.campaign.cutting import Cutter
from aberration.campaign.executor import PreparedRun
from aberration.campaign.records import ExecutorRequest

Read = Callable[[], ExecutorRequest | None]
Prepare = Callable[[int], PreparedRun]

_AHEAD = 1
"""Runs that lie ready: with one more in the making, an executor's two in hand."""
_SWITCH_INTERVAL = 0.001
"""Seconds that the thread may keep an answer of a target waiting; Python's own 5 ms are half the
time of a small test."""


class MadeRun(msgspec.Struct, frozen=True):
    """A request with its tests, or what went wrong with its making in a way that nobody foresaw."""

    request: ExecutorRequest
    prepared: PreparedRun | None
    failure: BaseException | None = None


def prepared_runs(read: Read, prepare: Prepare, cutter: Cutter) -> Iterator[MadeRun]:
    """Yield the runs that are asked for, in order, until there are no more; may raise `CutShort`.

    A run is thought to be done when the next is asked for. One that is to be made alone is made
    when all before it are done, and none beside it; it comes without its tests.
    """
    sys.setswitchinterval(_SWITCH_INTERVAL)
    ready: Queue[MadeRun | None] = Queue(_AHEAD)
    threading.Thread(target=_make, args=(read, prepare, ready), daemon=True).start()
    while True:
        with cutter.allow_cut():
            asked = ready.get()
        if asked is None:
            return
        yield asked
        ready.task_done()


def _make(read: Read, prepare: Prepare, ready: "Queue[MadeRun | None]") -> None:
    try:
        while (request := read()) is not None:
            if request.alone:
                ready.join()
                ready.put(MadeRun(request, None))
                ready.join()
            else:
                ready.put(_with_tests(request, prepare))
    finally:
        # Whatever ends this thread, nobody waits for it.
        ready.put(None)


def _with_tests(request: ExecutorRequest, prepare: Prepare) -> MadeRun:
    try:
        return MadeRun(request, prepare(request.run))
    except BaseException as failure:
        return MadeRun(request, None, failure)
