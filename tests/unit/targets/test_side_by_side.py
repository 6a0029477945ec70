"""Runs in new workers side by side."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import partial

import pytest
from helpers.misbehave import misbehaving_target, order

from aberration.core.outcome import Crash, Text, Timeout
from aberration.targets.pool import Health, TargetPool
from aberration.targets.side_by_side import SideBySide


@pytest.fixture
def pool() -> Iterator[TargetPool]:
    made = TargetPool(side_by_side=3)
    yield made
    made.close()


def test_runs_at_once_and_answers_in_order() -> None:
    three = SideBySide(3)
    meeting = threading.Barrier(3, timeout=10)

    def piece(number: int) -> int:
        meeting.wait()
        return number

    # One after the other they would wait for each other until the barrier breaks.
    assert three.run([partial(piece, k) for k in range(3)]) == [0, 1, 2]
    three.close()


def test_one_alone_runs_in_the_thread_that_asks() -> None:
    assert SideBySide(1).run([threading.get_ident] * 2) == [threading.get_ident()] * 2


def test_raises_what_the_first_raises() -> None:
    def fail() -> int:
        raise ValueError("no")

    two = SideBySide(2)
    with pytest.raises(ValueError, match="no"):
        two.run([lambda: 1, fail])
    two.close()


def test_each_is_a_process_of_its_own(pool: TargetPool) -> None:
    target = misbehaving_target()
    asked = [
        (target, order("count")),
        (target, order("segfault")),
        (target, order("count")),
        (target, order("count")),
    ]
    outcomes = [result.outcome for result in pool.run_fresh_each(asked, 20)]
    assert [type(one) for one in outcomes] == [Text, Crash, Text, Text]
    assert [one for one in outcomes if isinstance(one, Text)] == [Text(b"1")] * 3
    assert pool.health[target.id] == Health(runs=4, crashes=1)


def test_closing_ends_what_still_runs(pool: TargetPool) -> None:
    target = misbehaving_target()
    ended: list[object] = []

    def ask() -> None:
        try:
            ended.extend(pool.run_fresh_each([(target, order("sleep 300"))] * 2, 200))
        except Exception as error:
            ended.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    deadline = time.monotonic() + 60
    while len(pool._side_by_side._living) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert len(pool._side_by_side._living) == 2
    pool.close()
    asking.join(60)
    assert not asking.is_alive()
    assert ended
    assert not any(isinstance(getattr(one, "outcome", None), Timeout) for one in ended)
