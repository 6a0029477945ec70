"""Runs that are made ahead come in order, and one that is to be alone is alone."""

from collections.abc import Callable
from queue import Queue
from threading import Event

import pytest

from aberration.campaign.ahead import MadeRun, prepared_runs
from aberration.campaign.cutting import CutShort, Cutter
from aberration.campaign.executor import PreparedRun
from aberration.campaign.plan import RunPlan
from aberration.campaign.records import ExecutorRequest
from aberration.core.method import Request

SECONDS = 60.0


def prepared(run: int) -> PreparedRun:
    plan = RunPlan(run, "transform", run, 1, run, None, (), ())
    return PreparedRun(plan, "", Request(run_seed=run, variants=1))


def reader(*requests: ExecutorRequest) -> Callable[[], ExecutorRequest | None]:
    rest = [*requests]
    return lambda: rest.pop(0) if rest else None


def numbers(asked: list[MadeRun]) -> list[int]:
    return [one.request.run for one in asked]


def test_runs_come_in_order_with_their_tests() -> None:
    read = reader(*map(ExecutorRequest, (4, 2, 9)))
    asked = list(prepared_runs(read, prepared, Cutter()))
    assert numbers(asked) == [4, 2, 9]
    assert [one.prepared and one.prepared.plan.run for one in asked] == [4, 2, 9]


def test_the_next_run_is_made_while_this_one_is_executed() -> None:
    second = Event()

    def prepare(run: int) -> PreparedRun:
        if run == 1:
            second.set()
        return prepared(run)

    runs = prepared_runs(reader(ExecutorRequest(0), ExecutorRequest(1)), prepare, Cutter())
    next(runs)
    assert second.wait(SECONDS)


def test_nothing_is_made_beside_a_run_that_is_to_be_alone() -> None:
    made: list[int] = []

    def prepare(run: int) -> PreparedRun:
        made.append(run)
        return prepared(run)

    requests = (ExecutorRequest(0), ExecutorRequest(1, alone=True), ExecutorRequest(2))
    runs = prepared_runs(reader(*requests), prepare, Cutter())
    first, alone = next(runs), next(runs)
    assert (first.prepared is None, alone.prepared) == (False, None)
    assert made == [0]
    assert numbers(list(runs)) == [2]
    assert made == [0, 2]


def test_what_goes_wrong_in_the_making_is_handed_over() -> None:
    def prepare(run: int) -> PreparedRun:
        raise MemoryError(f"run {run}")

    (asked,) = prepared_runs(reader(ExecutorRequest(3)), prepare, Cutter())
    assert isinstance(asked.failure, MemoryError)


def test_who_is_asked_to_end_waits_for_no_request() -> None:
    cutter, requests = Cutter(), Queue[ExecutorRequest | None]()
    requests.put(ExecutorRequest(0))
    runs = prepared_runs(requests.get, prepared, cutter)
    next(runs)
    cutter.take(0, None)
    with pytest.raises(CutShort):
        next(runs)
    requests.put(None)
