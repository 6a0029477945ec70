"""A process that takes more than it may, and its parent's last words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from aberration.core.outcome import Crash
from aberration.targets.death import outcome_of_death
from aberration.targets.runners.memory_watch import STATUS, resident

WATCHED = """
import subprocess, sys
from aberration.targets.runners.memory_watch import watch
child = subprocess.Popen([sys.executable, "-c", sys.argv[2]])
watch(child.pid, int(sys.argv[1]))
sys.exit(child.wait())
"""
GROWS = "import time; kept = bytearray(b'x') * (256 << 20); time.sleep(60)"
GRANDCHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {GROWS!r}])"
MODEST = "kept = bytearray(b'x') * (16 << 20)"
RESERVES = "import mmap; kept = mmap.mmap(-1, 8 << 30, prot=mmap.PROT_READ)"


def watched(code: str, limit: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WATCHED, str(limit), code]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("code", [GROWS, GRANDCHILD])
def test_too_much_is_the_end_of_all_and_told(code: str) -> None:
    done = watched(code, 128)
    assert done.returncode == STATUS
    outcome = outcome_of_death(done.returncode, done.stderr, 1.0)
    assert isinstance(outcome, Crash)
    assert outcome.cause == "memory"


@pytest.mark.parametrize("code", [MODEST, RESERVES])
def test_what_is_little_or_only_reserved_is_let_be(code: str) -> None:
    assert watched(code, 128).returncode == 0


def test_a_process_that_is_gone_has_nothing() -> None:
    done = subprocess.Popen([sys.executable, "-c", ""])
    assert resident(done.pid) > 0
    done.wait()
    assert resident(done.pid) == 0
    assert not Path(f"/proc/{done.pid}").exists()
