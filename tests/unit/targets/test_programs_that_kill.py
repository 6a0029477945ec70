"""A C program under test that ends or stops the worker that runs it: nobody's crash and nobody's
hang, whatever it sends.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing

import pytest

from aberration.core.errors import EndedFromOutside
from aberration.core.outcome import Crash, Outcome, Text
from aberration.core.program import Program
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.pool import TargetPool
from aberration.targets.sandbox.mechanism import reason_unsupported
from aberration.targets.worker import Worker

GCC = shutil.which("gcc") or ""
# `kill(-1, ...)` outside of one would end the processes of whoever runs the tests.
pytestmark = [
    pytest.mark.skipif(not GCC, reason="there is no gcc"),
    pytest.mark.skipif(bool(reason_unsupported()), reason=reason_unsupported()),
]
SPEC = WorkerSpec("c", (("family", "gcc"), ("include", ""), ("level", ""), ("path", GCC)))


def sending(statement: str) -> Program:
    source = f"""#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {{ {statement}; sleep(1); printf("alive\\n"); return 0; }}
"""
    return Program("c", "program", source.encode())


@pytest.fixture
def worker() -> Iterator[Worker]:
    with closing(Worker(SPEC, confined="namespaces")) as opened:
        yield opened


@pytest.mark.parametrize(
    "statement",
    [
        "kill(getppid(), SIGKILL)",
        "kill(getppid(), SIGSEGV)",
        "kill(getppid(), SIGABRT)",
        "kill(0, SIGKILL)",
        "kill(-1, SIGKILL)",
        "kill(getppid(), SIGTERM)",
    ],
)
def test_what_ends_its_worker_is_not_judged(worker: Worker, statement: str) -> None:
    with pytest.raises(EndedFromOutside):
        worker.run(sending(statement), 60.0)
    assert not worker.alive


def test_what_stops_its_worker_is_not_judged(worker: Worker) -> None:
    with pytest.raises(EndedFromOutside, match="was stopped"):
        worker.run(sending("kill(getppid(), SIGSTOP)"), 2.0)


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSEGV", "SIGABRT"])
def test_its_own_end_is_its_own(worker: Worker, name: str) -> None:
    outcome = worker.run(sending(f"raise({name})"), 60.0).outcome
    assert isinstance(outcome, Crash)
    assert (outcome.signal, outcome.stage) == (name, "run")
    assert isinstance(_next(worker), Text)


def _next(worker: Worker) -> Outcome:
    return worker.run(sending("(void)0"), 60.0).outcome


def test_a_pool_gives_no_outcome_and_goes_on() -> None:
    target = Target("gcc", "executes", ("c",), (Stage("gcc", SPEC),))
    with TargetPool() as pool:
        with pytest.raises(EndedFromOutside):
            pool.run(target, sending("kill(getppid(), SIGKILL)"))
        assert isinstance(pool.run(target, sending("(void)0")).outcome, Text)
