"""A helper process: frames to and fro, and the worker that dies as it does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile

import pytest

from aberration.targets.runners.child import (
    HelperEnded,
    HelperSilent,
    PatientCommand,
    PipedCommand,
)

ECHO = """
import os, struct, sys
source, sink = int(sys.argv[1]), int(sys.argv[2])
def exactly(size):
    data = b""
    while len(data) < size:
        part = os.read(source, size - len(data))
        if not part: sys.exit(0)
        data += part
    return data
while True:
    lengths = exactly(8)
    frame = lengths + exactly(sum(struct.unpack("<II", lengths)))
    if b"die" in frame: os.abort()
    if b"wait" in frame: continue
    print("chatter")
    while frame: frame = frame[os.write(sink, frame):]
"""
ASKED = """
import sys
from aberration.targets.runners.child import PipedCommand
PipedCommand([sys.executable, "-c", sys.argv[1]]).ask({"word": "die"})
"""


def test_frames_come_back_whole() -> None:
    child = PipedCommand([sys.executable, "-c", ECHO])
    try:
        for size in (0, 3, 3 << 20):
            assert child.ask({"size": size, "word": "ü"}, b"x" * size) == (
                {"size": size, "word": "ü"},
                b"x" * size,
            )
    finally:
        child.close()
    with pytest.raises(ProcessLookupError):
        os.kill(child.pid, 0)


def run(code: str, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, check=False, timeout=60
    )


def test_the_worker_dies_of_the_same_signal() -> None:
    assert run(ASKED, ECHO).returncode == -signal.SIGABRT


@pytest.mark.parametrize("status", [-signal.SIGSEGV, -signal.SIGKILL, -signal.SIGABRT, 3])
def test_a_status_is_passed_on(status: int) -> None:
    done = run(f"from aberration.targets.runners.child import die_like; die_like({int(status)})")
    assert done.returncode == status
    assert done.stderr == b""


def test_an_end_without_an_answer_is_no_success() -> None:
    assert run("from aberration.targets.runners.child import die_like; die_like(0)").returncode == 1


def test_an_end_and_a_silence_are_told_to_those_who_want_to_know() -> None:
    with tempfile.TemporaryFile() as output:
        child = PatientCommand([sys.executable, "-c", ECHO], output.fileno(), 0.2)
        try:
            with pytest.raises(HelperSilent):
                child.ask({"word": "wait"})
            assert child.ask({"word": "on"}) == ({"word": "on"}, b"")
            with pytest.raises(HelperEnded) as ended:
                child.ask({"word": "die"})
            assert ended.value.status == -signal.SIGABRT
        finally:
            child.close()
