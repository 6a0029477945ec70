from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from aberration.core.allowance import Share, Shares
from aberration.core.errors import Starved
from aberration.core.process import (
    Finished,
    crash_of,
    execute,
    first_line,
    plain_environment,
    write_new,
)


def run(folder: Path, script: str, limit: float = 20.0, stdin: bytes = b"") -> Finished:
    command = [sys.executable, "-I", "-S", "-c", script]
    return execute(command, folder, limit, plain_environment(folder), stdin=stdin)


def test_output_status_and_streams_are_kept(tmp_path: Path) -> None:
    finished = run(tmp_path, "import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)")
    assert (finished.status, finished.stdout, finished.stderr) == (7, b"out\n", b"err\n")
    assert not finished.timed_out
    assert finished.signal == ""


def test_stdin_is_empty_unless_given(tmp_path: Path) -> None:
    script = "import sys; print(len(sys.stdin.buffer.read()))"
    assert run(tmp_path, script).stdout == b"0\n"
    assert run(tmp_path, script, stdin=b"abcde").stdout == b"5\n"


def test_a_signal_has_its_name(tmp_path: Path) -> None:
    finished = run(tmp_path, "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    assert finished.status < 0
    assert finished.signal == "SIGSEGV"


def test_a_signal_passed_on_by_a_driver_has_its_name() -> None:
    assert Finished(134, b"", b"", 0.1).signal == "SIGABRT"


def test_the_limit_ends_the_process_and_its_children(tmp_path: Path) -> None:
    script = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-I', '-S', '-c', 'import time; "
        "time.sleep(60)'])\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(60)"
    )
    finished = run(tmp_path, script, limit=1.0)
    assert finished.timed_out
    assert _ends_soon(int(finished.stdout))


def test_without_time_on_a_processor_a_process_is_not_past_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []

    def waiting_in_vain(pid: int) -> Shares:
        started.append(pid)
        return {(pid, pid): Share(0.0, 0.0, 1, ready=True)}

    monkeypatch.setattr("aberration.core.allowance.shares_of", waiting_in_vain)
    assert run(tmp_path, "import time; time.sleep(0.6); print(1)", limit=0.4).stdout == b"1\n"
    with pytest.raises(Starved, match="too busy"):
        run(tmp_path, "import time; time.sleep(60)", limit=0.05)
    assert not Path(f"/proc/{started[-1]}").exists()


def test_what_cannot_be_started_is_no_exception(tmp_path: Path) -> None:
    finished = execute([str(tmp_path / "missing")], tmp_path, 1.0, {})
    assert finished.status == 127
    assert "missing" in finished.log


@pytest.mark.parametrize(
    ("status", "log", "cause"),
    [
        (-11, b"", "signal"),
        (-6, b"opt: fold.cpp:12: int f(): Assertion `x > 0' failed.\n", "assertion"),
        (-6, b"terminate called after throwing an instance of 'std::bad_alloc'\n", "memory"),
        (70, b"something odd", "exit"),
    ],
)
def test_the_cause_of_a_crash(status: int, log: bytes, cause: str) -> None:
    crash = crash_of(Finished(status, b"", log, 0.1), "compile")
    assert (crash.cause, crash.stage) == (cause, "compile")


def test_the_environment_is_plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_PRELOAD", "")
    environment = plain_environment(tmp_path, {"EXTRA": "1"})
    assert sorted(environment) == ["EXTRA", "HOME", "LC_ALL", "PATH", "TMPDIR"]


def test_the_first_line_of_a_version() -> None:
    assert first_line([sys.executable, "--version"]).startswith("Python 3.")
    assert first_line([str(Path(os.sep) / "no" / "such" / "program")]) == ""


def _ends_soon(pid: int) -> bool:
    until = time.monotonic() + 10
    while _lives(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not _lives(pid)


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


def test_a_file_is_written_anew(tmp_path: Path) -> None:
    """One that is cut to nothing and written again is put on the disk at once, which takes
    milliseconds.
    """
    path = tmp_path / "in"
    with write_new(path, b"one two").open("rb") as old:
        assert write_new(path, b"3").read_bytes() == b"3"
        assert old.read() == b"one two"
