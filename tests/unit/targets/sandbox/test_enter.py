"""From inside: what a confined worker can do to the machine, and that all else is as without."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from helpers.misbehave import TESTS, misbehaving_spec, order
from helpers.processes import alive

from aberration.core.allowance import descendants
from aberration.core.errors import Starved
from aberration.core.outcome import Crash, Outcome, Text
from aberration.targets.sandbox.mechanism import reason_unsupported
from aberration.targets.worker import Worker

pytestmark = pytest.mark.skipif(bool(reason_unsupported()), reason=reason_unsupported())
LIMIT = 60.0
_ATTACH = """
import ctypes
def attach(pid):
    if ctypes.CDLL(None, use_errno=True).ptrace(16, pid, 0, 0):
        raise OSError(ctypes.get_errno(), "ptrace")
attach"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a home with a key in it, and let it be this user's."""
    folder = tmp_path / "home"
    (folder / ".ssh").mkdir(parents=True)
    (folder / ".ssh" / "id").write_text("a secret")
    monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.fixture
def worker(home: Path) -> Iterator[Worker]:
    with closing(Worker(misbehaving_spec(), confined=True)) as opened:
        yield opened


def tried(worker: Worker, text: str) -> str:
    """Return what came of a text in Python."""
    outcome = worker.run(order(f"attempt {text}"), LIMIT).outcome
    assert isinstance(outcome, Text), outcome
    return outcome.stdout.decode()


def test_nothing_is_written_outside_of_the_scratch_folder(worker: Worker, home: Path) -> None:
    places = (home, Path("/"), Path("/usr"), Path("/etc"), Path("/tmp"), Path("/var/tmp"))
    for place in (
        *places,
        Path(TESTS),
        Path(TESTS).parent,
        home.parent,
        Path("/sys"),
        Path("/dev"),
    ):
        name = place / "aberration-was-here"
        assert tried(worker, f"open({str(name)!r}, 'w')") in ("EROFS", "ENOENT", "EACCES"), place
        assert not name.exists()
    for change in ("os.unlink", "os.rmdir", "lambda one: os.truncate(one, 0)"):
        text = f"import os; ({change})({str(home / '.ssh' / 'id')!r})"
        assert tried(worker, text) in ("EROFS", "ENOENT")
    assert (home / ".ssh" / "id").read_text() == "a secret"


def test_the_scratch_folder_is_its_own_and_is_gone_with_it(worker: Worker) -> None:
    text = "import os; open('mine', 'w').write('x'); result = os.getcwd(), os.environ['TMPDIR']"
    where, temporary = eval(tried(worker, text))
    assert where == temporary
    assert tried(worker, "result = open('mine').read()") == "x"
    assert not (Path(where) / "mine").exists()
    worker.close()
    assert not Path(where).exists()


def test_what_is_private_is_out_of_sight(worker: Worker, home: Path) -> None:
    assert tried(worker, f"open({str(home / '.ssh' / 'id')!r})") == "ENOENT"
    listed = tried(worker, f"import os; result = os.listdir({str(home)!r})")
    assert listed in ("[]", "ENOENT")
    assert tried(worker, "import os; result = sorted(os.listdir('/run'))") == "[]"
    blocks = "import os, stat; result = [one for one in os.listdir('/dev') if stat.S_ISBLK("
    assert tried(worker, blocks + "os.stat(f'/dev/{one}').st_mode)]") == "[]"


def test_no_other_process_is_in_sight_or_can_be_touched(worker: Worker) -> None:
    seen = tried(worker, "import os; result = [n for n in os.listdir('/proc') if n.isdigit()]")
    assert len(eval(seen)) <= 3
    for pid in (os.getpid(), os.getppid(), worker.pid):
        assert tried(worker, f"import os; os.kill({pid}, 0)") == "ESRCH"
        attach = (
            f"import ctypes, os; c = ctypes.CDLL(None, use_errno=True); c.ptrace(16, {pid}, 0, 0)"
        )
        assert tried(worker, f"{attach}; raise OSError(ctypes.get_errno(), '')") in (
            "ESRCH",
            "EPERM",
        )
    assert tried(worker, "import os; os.kill(1, 9)") == "done"
    assert tried(worker, "result = 'alive'") == "alive"


def test_the_network_is_out_of_reach(worker: Worker) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        text = f"import socket; socket.create_connection(('127.0.0.1', {port}), 5)"
        assert tried(worker, text) in ("ENETUNREACH", "EADDRNOTAVAIL")


def test_it_has_no_rights_over_the_machine(worker: Worker) -> None:
    status = tried(worker, "result = open('/proc/self/status').read()")
    fields = dict(line.split(":\t", 1) for line in status.splitlines())
    assert {fields[name] for name in ("CapPrm", "CapEff", "CapBnd")} == {"0" * 16}
    assert fields["NoNewPrivs"] == "1"
    assert tried(worker, "open('/proc/sys/kernel/core_pattern', 'w')") in ("EROFS", "EACCES")


def test_what_fills_the_disk_gets_an_error(worker: Worker) -> None:
    fill = "for n in range(3000): open(f'part-{n}', 'wb').write(bytes(1 << 20))"
    assert tried(worker, fill) == "ENOSPC"
    assert tried(worker, "import os; [os.unlink(one) for one in os.listdir()]") == "done"
    assert tried(worker, "open('again', 'wb').write(bytes(1 << 20))") == "done"


def test_processes_without_end_are_ended_and_not_judged(worker: Worker) -> None:
    bomb = "import os, time; [os.fork() or time.sleep(60) for _ in range(5000)]"
    with pytest.raises(Starved, match="more processes than a worker may"):
        worker.run(order(f"attempt {bomb}"), LIMIT)
    assert not worker.alive


def test_what_leaves_the_group_ends_with_the_worker(worker: Worker) -> None:
    text = "import os, time\nif os.fork() == 0:\n os.setsid()\n if os.fork() == 0: time.sleep(300)"
    assert tried(worker, f"{text}\n os._exit(0)") == "done"
    inside = [worker.pid, *descendants(worker.pid)]
    assert len(inside) >= 4
    worker.close()
    deadline = time.monotonic() + 20.0
    while any(map(alive, inside)):
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize(
    "text",
    ["segfault", "kill SIGABRT", "exit 3", "raise told", "assert x < 7", "kill SIGXCPU"],
)
def test_it_ends_as_it_does_without(text: str, home: Path) -> None:
    ends = [_end(text, confined=confined) for confined in (False, True)]
    assert ends[0] == ends[1]


def _end(text: str, *, confined: bool) -> Outcome:
    with closing(Worker(misbehaving_spec(), confined=confined)) as worker:
        outcome = worker.run(order(text), LIMIT).outcome
    return (
        Crash(outcome.cause, outcome.signal, outcome.assertion)
        if isinstance(outcome, Crash)
        else outcome
    )


def test_a_signal_from_outside_is_no_outcome(worker: Worker) -> None:
    os.kill(worker.pid, signal.SIGTERM)
    with pytest.raises(Starved):
        worker.run(order("sleep 50"), LIMIT)
