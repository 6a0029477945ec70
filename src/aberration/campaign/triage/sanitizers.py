"""Checks of a C program: what the sanitizers of each compiler family here say against it.

Where it is known what the program must print, that is compared as well.
"""

import contextlib

import msgspec

from aberration.core.check import Check, not_run
from aberration.core.oracle import describe
from aberration.core.outcome import Compiled, Text
from aberration.core.program import Program
from aberration.core.target import WorkerSpec
from aberration.targets.runners.c.sanitized import COMPILE_SECONDS
from aberration.targets.sandbox.mechanism import mechanism
from aberration.targets.worker import Worker

_RUNS = 6
"""At most: three sanitizers, each at two levels."""


def check_c(
    program: Program, file_name: str, deadline: float, expected: Text | None = None
) -> list[Check]:
    """Return a check for each sanitizer, run in a worker of their own: the program shall have no
    network.

    With `expected`, a program that prints or returns something else has failed.
    """
    known = msgspec.json.encode(expected).decode()
    options = (("file", file_name), ("deadline", str(deadline)), ("expected", known))
    spec = WorkerSpec("c_sanitized", options)
    with contextlib.closing(Worker(spec, confined=mechanism().way)) as worker:
        outcome = worker.run(program, _RUNS * (COMPILE_SECONDS + deadline)).outcome
    if isinstance(outcome, Compiled):
        return msgspec.json.decode(outcome.note, type=list[Check])
    return [not_run("sanitizers", f"they came to no end: {describe(outcome)}")]
