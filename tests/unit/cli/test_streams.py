"""What a command does with standard streams that are closed, full, or read by nobody."""

import io
import os
import sys
from pathlib import Path

import pytest

from aberration.cli.streams import Dropping, drop_output, lost_output, standard_streams


def test_what_cannot_be_written_is_dropped() -> None:
    with Dropping("/dev/full", "w") as full:
        assert full.write(b"lost") == 4


def test_what_can_be_written_is(tmp_path: Path) -> None:
    with Dropping(tmp_path / "kept", "w") as kept:
        assert kept.write(b"kept") == 4
    assert (tmp_path / "kept").read_bytes() == b"kept"


def test_messages_to_a_full_disk_raise_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = os.dup(2)
    full = os.open("/dev/full", os.O_WRONLY)
    monkeypatch.setattr(sys, "stderr", sys.__stderr__)
    try:
        os.dup2(full, 2)
        with standard_streams():
            print("nobody reads this", file=sys.stderr, flush=True)
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(full)


def test_a_stream_of_somebody_else_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = io.StringIO()
    monkeypatch.setattr(sys, "stderr", theirs)
    with standard_streams():
        assert sys.stderr is theirs
    assert sys.stderr is theirs


def test_a_result_that_is_lost_is_told_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (tmp_path / "out").open("w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        error = lost_output(OSError(28, "No space left on device"))
        print("and what comes later goes nowhere", flush=True)
        drop_output()
    assert str(error) == "standard output: the result cannot be printed: No space left on device"
    assert (tmp_path / "out").read_bytes() == b""
