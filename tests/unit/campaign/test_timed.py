"""A look never goes beyond the time there is, and one that would have been given more says
nothing.
"""

import math
import time

import pytest
from helpers import wordplay

from aberration.campaign.timed import TimedPool
from aberration.core.errors import OutOfTime
from aberration.core.outcome import Text, Timeout

GOOD = wordplay.target("good")
SLOW = wordplay.target("slow", bugs="stall")
HANG = wordplay.program("alpha", ["stall"])


def test_with_time_it_is_a_pool_as_any_other() -> None:
    for until in (None, time.monotonic() + 600.0):
        with TimedPool(2, until) as pool:
            assert pool.run(GOOD, wordplay.program("alpha")).outcome == Text(b"alpha")
            assert isinstance(pool.run(SLOW, HANG, 0.3).outcome, Timeout)


def test_a_hang_at_the_end_of_the_time_is_no_hang() -> None:
    with TimedPool(2, time.monotonic() + 0.5) as pool, pytest.raises(OutOfTime):
        pool.run(SLOW, HANG, 30.0)


def test_after_the_end_nothing_is_run() -> None:
    with TimedPool(2, -math.inf) as pool:
        for run in (pool.run, pool.run_fresh):
            with pytest.raises(OutOfTime):
                run(GOOD, wordplay.program("alpha"))
        assert pool.health == {}


def test_a_part_of_the_time_and_then_the_whole_again() -> None:
    with TimedPool(1, time.monotonic() + 1000.0) as pool:
        whole = pool.until
        with pool.share(0.5):
            assert pool.left is not None
            assert 400.0 < pool.left <= 500.0
        assert pool.until == whole
    with TimedPool(1, None) as pool, pool.share(0.5):
        assert pool.left is None
