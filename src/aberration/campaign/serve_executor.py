"""The process of one executor: `python -m aberration.campaign.serve_executor PARENT_PID`.

Reads a `LaneJob`, then requests of runs; writes a record for each. It ends when its parent does. A
signal (`CUT`) ends the run that is being made where it is; the record says what there is of it.
"""

import ctypes
import os
import signal
import sys
from contextlib import suppress
from io import FileIO

from aberration.campaign.cutting import CutShort, Cutter
from aberration.campaign.executor import Executor
from aberration.campaign.local import CUT
from aberration.campaign.records import ExecutorJob, ExecutorRequest
from aberration.core.wire import read_frame, write_frame

_PR_SET_PDEATHSIG = 1


def die_with(parent: int) -> None:
    """Ask the kernel to kill this process when its parent dies; leave at once if it is dead
    already.
    """
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit(1)


def main() -> None:
    """Serve runs until there are no more."""
    die_with(int(sys.argv[1]))
    for theirs in (signal.SIGINT, signal.SIGTERM):
        signal.signal(theirs, signal.SIG_IGN)
    cutter = Cutter()
    signal.signal(CUT, cutter.take)
    requests, answers = FileIO(0, "rb", closefd=False), FileIO(os.dup(1), "wb")
    os.dup2(2, 1)
    job = read_frame(requests, ExecutorJob)
    if job is None:
        return
    executor = Executor(job, cutter)
    try:
        while not cutter.asked and (request := read_frame(requests, ExecutorRequest)) is not None:
            executor.learn(request.unsteady)
            with suppress(CutShort):
                write_frame(answers, executor.run(request.run))
    finally:
        executor.close()


if __name__ == "__main__":
    main()
