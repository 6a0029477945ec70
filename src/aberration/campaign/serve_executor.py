"""The process of one executor: `python -m aberration.campaign.serve_executor PARENT_PID`.

Reads an `ExecutorJob`, then requests of runs; writes a record for each. It ends when its parent
does. A signal (`CUT`) ends the run that is being made where it is; the record says what there is of
it.
"""

import signal
import sys
from contextlib import suppress
from io import FileIO

from aberration.campaign.ahead import prepared_runs
from aberration.campaign.cutting import CutShort, Cutter
from aberration.campaign.executor import Executor
from aberration.campaign.local import CUT
from aberration.campaign.records import ExecutorJob, ExecutorRequest
from aberration.campaign.served import serve_parent
from aberration.core.wire import read_frame, write_frame
from aberration.targets.elsewhere import EXIT_UNREACHABLE, Unreachable


def main() -> None:
    """Serve runs until there are no more."""
    requests, answers = serve_parent()
    cutter = Cutter()
    signal.signal(CUT, cutter.take)
    job = read_frame(requests, ExecutorJob)
    if job is None:
        return
    executor = Executor(job, cutter)
    try:
        with suppress(CutShort):
            _serve(executor, cutter, requests, answers)
    except Unreachable:
        sys.exit(EXIT_UNREACHABLE)
    finally:
        executor.close()


def _serve(executor: Executor, cutter: Cutter, requests: FileIO, answers: FileIO) -> None:
    runs = prepared_runs(lambda: read_frame(requests, ExecutorRequest), executor.prepare, cutter)
    for asked in runs:
        if asked.failure is not None:
            raise asked.failure
        executor.learn(asked.request.unsteady)
        if asked.prepared is None:
            write_frame(answers, executor.run(asked.request.run))
        else:
            write_frame(answers, executor.execute(asked.prepared))


if __name__ == "__main__":
    main()
