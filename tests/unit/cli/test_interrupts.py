import os
import signal
import subprocess
import sys

import pytest

from aberration.cli.interrupts import AT_ONCE, GRACE, ending_gently, termination_as_interrupt


def test_termination_interrupts_and_is_itself_again() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), termination_as_interrupt():
        os.kill(os.getpid(), signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with termination_as_interrupt():
            os.kill(os.getpid(), signal.SIGTERM)
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)


def test_the_first_request_is_noted_and_the_second_ends_it() -> None:
    with ending_gently("late") as gentle:
        assert not gentle()
        os.kill(os.getpid(), signal.SIGTERM)
        assert gentle()
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= GRACE
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= AT_ONCE
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0.0


def test_where_nothing_was_begun_the_first_request_ends_it() -> None:
    with ending_gently("late") as gentle:
        with pytest.raises(KeyboardInterrupt), gentle.raising():
            os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt), gentle.raising():
            pytest.fail("asked for before")


def test_what_takes_too_long_is_ended_with_a_word() -> None:
    waits = (
        "import os, signal, time\n"
        "from aberration.cli import interrupts\n"
        "interrupts.GRACE = 0.2\n"
        "with interrupts.ending_gently('too late'):\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    time.sleep(600)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", waits], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr.strip()) == (130, "too late")


def test_handlers_are_themselves_again_after_a_gentle_end() -> None:
    before = [
        signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)
    ]
    with ending_gently("late"):
        assert signal.getsignal(signal.SIGINT) is not before[0]
    assert [
        signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)
    ] == before
