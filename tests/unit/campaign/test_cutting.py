"""A run is cut short only where that does no harm."""

import contextlib
import os
import signal

import pytest

from aberration.campaign.cutting import CutShort, Cutter


def test_a_request_inside_is_raised_and_noted() -> None:
    cutter = Cutter()
    with pytest.raises(CutShort), cutter.allow_cut():
        cutter.take(signal.SIGUSR1, None)
    assert cutter.asked


def test_a_request_outside_waits_for_the_next_inside() -> None:
    cutter = Cutter()
    cutter.take(signal.SIGUSR1, None)
    reached = False
    with pytest.raises(CutShort), cutter.allow_cut():
        reached = True
    assert not reached


def test_a_second_request_does_not_disturb_what_cleans_up() -> None:
    cutter = Cutter()

    def work() -> None:
        try:
            cutter.take(signal.SIGUSR1, None)
        finally:
            cutter.take(signal.SIGUSR1, None)

    with pytest.raises(CutShort), cutter.allow_cut():
        work()


def test_what_handles_errors_lets_it_pass() -> None:
    cutter = Cutter()
    before = signal.signal(signal.SIGUSR1, cutter.take)
    try:
        with pytest.raises(CutShort), cutter.allow_cut(), contextlib.suppress(Exception):
            os.kill(os.getpid(), signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, before)
