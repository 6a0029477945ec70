"""Calls side by side."""

import threading
from functools import partial

import pytest

from aberration.core.side_by_side import side_by_side


def test_results_come_in_order_whatever_ends_first() -> None:
    second_is_done = threading.Event()

    def first() -> int:
        assert second_is_done.wait(60.0)
        return 1

    def second() -> int:
        second_is_done.set()
        return 2

    assert list(side_by_side([first, second], 2)) == [1, 2]


def test_no_more_than_asked_for_run_at_once() -> None:
    running, most = [0], [0]
    lock = threading.Lock()

    def call(number: int) -> int:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        with lock:
            running[0] -= 1
        return number

    assert list(side_by_side([partial(call, number) for number in range(40)], 3)) == [*range(40)]
    assert 1 <= most[0] <= 3
    assert list(side_by_side([partial(call, number) for number in range(3)], 1)) == [0, 1, 2]
    assert not list(side_by_side([], 2))


def test_what_fails_is_raised_and_nothing_is_begun_after_it() -> None:
    begun: list[int] = []

    def call(number: int) -> int:
        begun.append(number)
        if number == 1:
            raise ValueError("no")
        return number

    results = side_by_side([partial(call, number) for number in range(2)], 1)
    assert next(results) == 0
    with pytest.raises(ValueError, match="no"):
        next(results)


def test_who_takes_no_further_result_waits_for_nobody() -> None:
    end, begun, third = threading.Event(), threading.Event(), threading.Event()

    def endless() -> bool:
        begun.set()
        return end.wait(60.0)

    def first() -> bool:
        return True

    def last() -> bool:
        third.set()
        return True

    results = side_by_side([first, endless, last], 1)
    assert next(results) is True
    assert begun.wait(60.0)
    results.close()
    end.set()
    assert not third.wait(0.2)
