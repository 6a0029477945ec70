"""The process of one executor: `python -m aberration.campaign.serve_executor PARENT_PID`.

Reads a `LaneJob`, then requests of runs; writes a record for each. It ends when its parent does. A
signal (`CUT`) ends the run that is being made where it is; the record says what there is of it.
"""

import os
import signal
import sys
from contextlib import suppress
from io import FileIO

from aberration.campaign.cutting import CutShort, Cutter
from aberration.campaign.executor import Executor
from aberration.campaign.local import CUT
from aberration.campaign.records import ExecutorJob, ExecutorRequest
from aberration.core.process import die_with
from aberration.core.wire import read_frame, write_frame


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
