"""Processor time of a process and of what it started."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from experiments.rediscovery.processor import processor_seconds

TICKS = os.sysconf("SC_CLK_TCK")


def _process(proc: Path, pid: int, parent: int, ticks: tuple[int, int, int, int]) -> None:
    (proc / str(pid)).mkdir()
    between = " ".join(["0"] * 9)
    own = " ".join(map(str, ticks))
    (proc / str(pid) / "stat").write_text(f"{pid} (a ) b) S {parent} {between} {own} 20 0\n")


def test_counts_what_is_below_and_what_was_waited_for_and_nobody_else(tmp_path: Path) -> None:
    _process(tmp_path, 10, 1, (1 * TICKS, 2 * TICKS, 4 * TICKS, 8 * TICKS))
    _process(tmp_path, 11, 10, (16 * TICKS, 0, 0, 0))
    _process(tmp_path, 12, 11, (0, 32 * TICKS, 0, 0))
    _process(tmp_path, 13, 1, (64 * TICKS, 64 * TICKS, 0, 0))
    (tmp_path / "14").mkdir()
    (tmp_path / "self").mkdir()
    assert processor_seconds(10, tmp_path) == 63.0
    assert processor_seconds(99, tmp_path) == 0.0


def test_a_real_child_counts_after_it_has_ended() -> None:
    before = processor_seconds(os.getpid())
    burn = "import time\nwhile time.process_time() < 0.2: pass"
    subprocess.run([sys.executable, "-c", burn], check=True)
    assert processor_seconds(os.getpid()) - before >= 0.15
