"""Executors as processes: executors that die are replaced, and a run that kills them is given
up.
"""

import os
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
import pytest
from helpers import wordplay

from aberration.campaign.configuration import FuzzConfiguration, MethodSettings
from aberration.campaign.local import LocalExecutors, record_of_lost_run, suspects
from aberration.campaign.plan import MethodSlot, Setting, plan_run
from aberration.campaign.pulse import Limits
from aberration.campaign.records import ExecutorJob
from aberration.campaign.seeds import SeedPool
from aberration.core.errors import InternalError

pytestmark = pytest.mark.usefixtures("plugin")


def job(method: str = "wordplay") -> ExecutorJob:
    settings = MethodSettings(variants=2, options={"words": "w1 w2"})
    configuration = FuzzConfiguration(
        methods=(method,), targets=("good",), method={method: settings}
    )
    slot = MethodSlot(method, 1, 2, 0, 0, True, 1, 0, (("good",),), language="c")
    seeds = SeedPool((wordplay.program("alpha"),))
    return ExecutorJob(configuration, Setting(0, (slot,)), seeds, (wordplay.target("good"),))


@pytest.fixture
def executors(tmp_path: Path) -> Iterator[LocalExecutors]:
    made = LocalExecutors(job(), 2, tmp_path / "executors.log")
    yield made
    made.close(1.0)


def test_all_runs_come_once(executors: LocalExecutors) -> None:
    assert sorted(record.run for record in executors.records(range(7), lambda: False)) == list(
        range(7)
    )


def test_after_stop_no_run_is_begun(executors: LocalExecutors) -> None:
    taken: list[int] = []
    taken.extend(record.run for record in executors.records(count(), lambda: len(taken) >= 3))
    assert 3 <= len(taken) <= 3 + 4


def test_an_executor_that_is_killed_is_replaced(executors: LocalExecutors) -> None:
    taken: list[int] = []
    for record in executors.records(range(8), lambda: False):
        if not taken:
            os.kill(executors.executors[0].served.process.pid, signal.SIGKILL)
        taken.append(record.run)
        assert not record.defects
    assert sorted(taken) == list(range(8))


def test_executors_that_cannot_work_end_the_campaign(tmp_path: Path) -> None:
    broken = LocalExecutors(job("no-such-method"), 1, tmp_path / "executors.log")
    try:
        with pytest.raises(InternalError, match="answer nothing"):
            list(broken.records(count(), lambda: False))
    finally:
        broken.close(1.0)
    assert b"no-such-method" in (tmp_path / "executors.log").read_bytes()


def test_a_run_that_kills_its_executors_is_our_defect() -> None:
    record = record_of_lost_run(job(), 3)
    assert (record.run, record.tests[0].index, record.tests[0].status) == (3, 6, "defect")
    assert record.defects[0].message == "the executor that made this run died or hung, twice"


def test_who_makes_a_run_ahead_may_have_died_of_either() -> None:
    assert suspects([4, 5], ()) == [4, 5]
    assert suspects([4, 5], {4}) == [4]
    assert suspects([4, 5], {5}) == [4]


@pytest.mark.parametrize(
    ("word", "limits"), [("endless", Limits(spin=3.0)), ("stuck", Limits(stuck=3.0))]
)
def test_a_run_that_hangs_is_given_up(word: str, limits: Limits, tmp_path: Path) -> None:
    given = msgspec.structs.replace(job(), pool=SeedPool((wordplay.program(word),)))
    pool = LocalExecutors(given, 1, tmp_path / "executors.log", limits=limits)
    try:
        (record,) = pool.records(range(1), lambda: False)
    finally:
        pool.close(0.0)
    assert record.defects[0].message == "the executor that made this run died or hung, twice"
    assert (tmp_path / "executors.log").read_bytes().count(b"executor ended in run 0") == 2


def test_only_the_runs_that_kill_are_given_up(tmp_path: Path) -> None:
    deadly = wordplay.program("deadly")
    seeds = SeedPool((*(wordplay.program(name) for name in "abcd"), deadly))
    given = msgspec.structs.replace(job(), pool=seeds)
    slot = msgspec.structs.replace(given.setting.methods[0], seeds=5)
    given = msgspec.structs.replace(given, setting=Setting(0, (slot,)))
    drawn = {run: plan_run(given.setting, run).seed_index for run in range(12)}
    assert 4 in drawn.values()
    pool = LocalExecutors(given, 2, tmp_path / "executors.log")
    try:
        records = {record.run: record for record in pool.records(range(12), lambda: False)}
    finally:
        pool.close(1.0)
    assert {run for run, record in records.items() if record.defects} == {
        run for run, seed in drawn.items() if seed == 4
    }
    assert len(records) == 12
