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
from aberration.targets.sandbox.confinement import Way
from aberration.targets.sandbox.mechanism import reason_unsupported
from aberration.targets.worker import Worker

WAYS: tuple[Way, ...] = ("namespaces", "landlock")
LIMIT = 60.0
NAMESPACES_ONLY = pytest.mark.parametrize("way", WAYS[:1], indirect=True)
_ATTACH = """
import ctypes
def attach(pid):
    if ctypes.CDLL(None, use_errno=True).ptrace(16, pid, 0, 0):
        raise OSError(ctypes.get_errno(), "ptrace")
attach"""


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> Way:
    """Return each way to confine a worker that this machine has."""
    asked: Way = request.param
    reason = reason_unsupported(asked)
    if reason:
        pytest.skip(f"{asked}: {reason}")
    return asked


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a home with a key in it, and let it be this user's."""
    folder = tmp_path / "home"
    (folder / ".ssh").mkdir(parents=True)
    (folder / ".ssh" / "id").write_text("a secret")
    monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.fixture
def worker(home: Path, way: Way) -> Iterator[Worker]:
    with closing(Worker(misbehaving_spec(), confined=way)) as opened:
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
        assert tried(worker, text) in ("EROFS", "ENOENT", "EACCES")
    assert (home / ".ssh" / "id").read_text() == "a secret"


def test_the_scratch_folder_is_its_own_and_is_gone_with_it(worker: Worker, way: Way) -> None:
    text = "import os; open('mine', 'w').write('x'); result = os.getcwd(), os.environ['TMPDIR']"
    where, temporary = eval(tried(worker, text))
    assert where == temporary
    assert tried(worker, "result = open('mine').read()") == "x"
    assert (Path(where) / "mine").exists() == (way == "landlock")
    worker.close()
    assert not Path(where).exists()


def test_what_is_private_is_out_of_sight(worker: Worker, home: Path) -> None:
    secret = tried(worker, f"open({str(home / '.ssh' / 'id')!r})")
    assert secret in ("ENOENT", "EACCES")
    listed = tried(worker, f"import os; result = os.listdir({str(home)!r})")
    assert listed in ("[]", "ENOENT", "EACCES")
    run = tried(worker, "import os; result = sorted(os.listdir('/run'))")
    assert run in ("[]", "EACCES")
    blocks = "import os, stat; result = [one for one in os.listdir('/dev') if stat.S_ISBLK("
    assert tried(worker, blocks + "os.stat(f'/dev/{one}').st_mode)]") in ("[]", "EACCES")


@NAMESPACES_ONLY
def test_no_other_process_is_in_sight(worker: Worker) -> None:
    seen = tried(worker, "import os; result = [n for n in os.listdir('/proc') if n.isdigit()]")
    assert len(eval(seen)) <= 3
    assert tried(worker, "import os; os.kill(1, 9)") == "done"
    assert tried(worker, "result = 'alive'") == "alive"


def test_no_other_process_can_be_touched(worker: Worker) -> None:
    for pid in (os.getpid(), os.getppid(), worker.pid):
        # Signal 0 asks whether one could be sent.
        assert tried(worker, f"import os; os.kill({pid}, 0)") in ("ESRCH", "EPERM")
        attach = (
            f"import ctypes, os; c = ctypes.CDLL(None, use_errno=True); c.ptrace(16, {pid}, 0, 0)"
        )
        assert tried(worker, f"{attach}; raise OSError(ctypes.get_errno(), '')") in (
            "ESRCH",
            "EPERM",
        )
        for name in ("environ", "mem"):
            told = tried(worker, f"open('/proc/{pid}/{name}', 'rb').read(1)")
            assert told in ("ENOENT", "EACCES", "EPERM"), (pid, name)


def test_the_network_is_out_of_reach(worker: Worker) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        text = f"import socket; socket.create_connection(('127.0.0.1', {port}), 5)"
        assert tried(worker, text) in ("ENETUNREACH", "EADDRNOTAVAIL", "EACCES")


def test_there_is_no_network_to_leave(worker: Worker) -> None:
    leave = "from aberration.targets.isolation import leave_network; result = leave_network()"
    assert tried(worker, leave) == ""


@pytest.mark.parametrize("way", WAYS[1:], indirect=True)
@pytest.mark.parametrize("family", ["AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK", "AF_PACKET"])
def test_without_a_network_of_its_own_it_gets_no_socket(worker: Worker, family: str) -> None:
    for kind in ("SOCK_STREAM", "SOCK_DGRAM", "SOCK_RAW"):
        text = f"import socket; socket.socket(socket.{family}, socket.{kind})"
        assert tried(worker, text) == "EACCES"
    pair = "import socket; a, b = socket.socketpair(); a.send(b'x'); result = b.recv(1)"
    assert tried(worker, pair) == "b'x'"


def test_it_has_no_rights_over_the_machine(worker: Worker) -> None:
    status = tried(worker, "result = open('/proc/self/status').read()")
    fields = dict(line.split(":\t", 1) for line in status.splitlines())
    assert {fields[name] for name in ("CapPrm", "CapEff", "CapBnd")} == {"0" * 16}
    assert fields["NoNewPrivs"] == "1"
    assert tried(worker, "open('/proc/sys/kernel/core_pattern', 'w')") in ("EROFS", "EACCES")


@NAMESPACES_ONLY
def test_what_fills_the_disk_gets_an_error(worker: Worker) -> None:
    fill = "for n in range(3000): open(f'part-{n}', 'wb').write(bytes(1 << 20))"
    assert tried(worker, fill) == "ENOSPC"
    assert tried(worker, "import os; [os.unlink(one) for one in os.listdir()]") == "done"
    assert tried(worker, "open('again', 'wb').write(bytes(1 << 20))") == "done"


@pytest.mark.parametrize("way", WAYS[1:], indirect=True)
def test_what_fills_a_disk_that_others_use_is_ended(worker: Worker, way: Way) -> None:
    del way
    # Of a sparse file the disk holds nothing; only what is written counts.
    sparse = "f = open('sparse', 'wb'); f.truncate(1 << 33); import time; time.sleep(1.5)"
    assert tried(worker, sparse) in ("done", "EFBIG")
    fill = "import time\nfor n in range(1200): open(f'part-{n}', 'wb').write(bytes(1 << 20))"
    with pytest.raises(Starved, match="more files than a worker may"):
        worker.run(order(f"attempt {fill}\ntime.sleep(60)"), LIMIT)


def test_processes_without_end_are_ended_and_not_judged(worker: Worker) -> None:
    bomb = "import os, time; [os.fork() or time.sleep(60) for _ in range(5000)]"
    with pytest.raises(Starved, match="more processes than a worker may"):
        worker.run(order(f"attempt {bomb}"), LIMIT)
    assert not worker.alive


def test_what_leaves_the_group_ends_with_the_worker(worker: Worker) -> None:
    text = "import os, time\nif os.fork() == 0:\n os.setsid()\n if os.fork() == 0: time.sleep(300)"
    assert tried(worker, f"{text}\n os._exit(0)") == "done"
    inside = [worker.pid, *descendants(worker.pid)]
    assert len(inside) >= 3
    worker.close()
    deadline = time.monotonic() + 20.0
    while any(map(alive, inside)):
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize(
    "text",
    ["segfault", "kill SIGABRT", "exit 3", "raise told", "assert x < 7", "kill SIGXCPU"],
)
def test_it_ends_as_it_does_without(text: str, way: Way, home: Path) -> None:
    ends = [_end(text, confined) for confined in ("", way)]
    assert ends[0] == ends[1]


def _end(text: str, confined: Way) -> Outcome:
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
