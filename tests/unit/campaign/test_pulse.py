"""What hangs is told from what is slow."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from aberration.campaign.pulse import Limits, Pulse, Signs, signs_of

LIMITS = Limits(spin=100.0, stuck=50.0)


class Life:
    """A process as a test wants it, on a clock of its own."""

    def __init__(self) -> None:
        self.now = 0.0
        self.signs: Signs | None = Signs(0.0, 0, ready=False)
        self.pulse = Pulse(1, LIMITS, clock=lambda: self.now, read=lambda _: self.signs)

    def trouble_after(self, seconds: float, used: float, switches: int, *, ready: bool) -> str:
        """Let it live like this for a while, looked at each second."""
        begun, at = self.signs, self.now
        assert begun is not None
        told = ""
        while self.now < at + seconds and not told:
            self.now += 1.0
            part = (self.now - at) / seconds
            self.signs = Signs(
                begun.used + used * part, begun.switches + int(switches * part), ready=ready
            )
            told = self.pulse.trouble()
        return told


def test_one_that_waits_for_a_compiler_is_slow() -> None:
    assert Life().trouble_after(5000.0, used=0.0, switches=20_000, ready=False) == ""


def test_one_that_gets_no_processor_is_slow() -> None:
    assert Life().trouble_after(5000.0, used=0.0, switches=0, ready=True) == ""


def test_one_without_a_sign_of_life_hangs() -> None:
    life = Life()
    assert "no sign of life" in life.trouble_after(5000.0, used=0.0, switches=0, ready=False)
    assert 50.0 < life.now < 55.0


def test_one_that_goes_in_a_circle_hangs() -> None:
    life = Life()
    told = life.trouble_after(500.0, used=500.0, switches=500, ready=True)
    assert "processor time for one run" in told
    assert 100.0 < life.now < 105.0


def test_each_run_has_its_own_time() -> None:
    life = Life()
    for _ in range(20):
        assert life.trouble_after(90.0, used=90.0, switches=90, ready=True) == ""
        life.pulse.renew()


def test_nothing_is_said_of_what_cannot_be_read() -> None:
    life = Life()
    life.signs = None
    life.now = 5000.0
    assert life.pulse.trouble() == ""
    life.pulse.renew()
    life.now = 10_000.0
    assert life.pulse.trouble() == ""


@pytest.mark.parametrize(
    ("text", "ready"), [("while True: pass", True), ("input()", False)], ids=["busy", "asleep"]
)
def test_signs_are_those_of_the_system(text: str, ready: bool) -> None:
    command = [sys.executable, "-c", f"print(flush=True)\n{text}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        until = time.monotonic() + 60.0
        before = now = signs_of(process.pid)
        while time.monotonic() < until and before is not None and now is not None:
            if now.ready == ready and (not ready or now.used > before.used):
                break
            time.sleep(0.05)
            now = signs_of(process.pid)
        assert now is not None
        assert now.ready == ready
        process.kill()
    assert signs_of(process.pid) is None
