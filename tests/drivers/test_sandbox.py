"""A C program that tries what it must not do to the machine that compiles and runs it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from aberration.core.outcome import Text, Timeout
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover
from aberration.targets.sandbox.mechanism import reason_unsupported

pytestmark = pytest.mark.skipif(bool(reason_unsupported()), reason=reason_unsupported())
_TRIES = r"""
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

static void tell(const char *what, int done) { printf("%s %s\n", what, done < 0 ? "no" : "yes"); }

int main(void) {
  tell("home", open("@HOME@/written", O_CREAT | O_WRONLY, 0600));
  tell("checkout", open("@CHECKOUT@/written", O_CREAT | O_WRONLY, 0600));
  tell("tmp", open("/tmp/aberration-written", O_CREAT | O_WRONLY, 0600));
  tell("system", open("/usr/aberration-written", O_CREAT | O_WRONLY, 0600));
  tell("above", open("../../../written", O_CREAT | O_WRONLY, 0600));
  tell("key", open("@HOME@/.ssh/id", O_RDONLY));
  tell("delete", unlink("@HOME@/.ssh/id"));
  tell("kill", kill(@PID@, SIGKILL));
  tell("trace", ptrace(PTRACE_ATTACH, @PID@, 0, 0));
  int wire = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in place = {0};
  place.sin_family = AF_INET;
  place.sin_port = htons(@PORT@);
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  tell("connect", connect(wire, (struct sockaddr *)&place, sizeof place));
  int seen = 0;
  DIR *processes = opendir("/proc");
  for (struct dirent *one; (one = readdir(processes));) seen += atoi(one->d_name) > 0;
  tell("others", seen <= 6 ? -1 : 0);
  tell("scratch", open("written", O_CREAT | O_WRONLY, 0600));
  return 7;
}
"""
_REFUSED = ("home", "checkout", "tmp", "system", "above", "key", "delete", "kill", "trace")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    (folder / ".ssh").mkdir(parents=True)
    (folder / ".ssh" / "id").write_text("a secret")
    monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.fixture
def pool() -> Iterator[TargetPool]:
    with TargetPool() as made:
        yield made


def compiler() -> Target:
    """Return the fastest C compiler here."""
    known = {target.id: target for target in discover() if target.available}
    return next(known[name] for name in ("tcc", "gcc-12:-O0", "clang-14:-O0") if name in known)


def test_a_program_changes_nothing_and_sees_nothing(home: Path, pool: TargetPool) -> None:
    checkout = Path(__file__).parent
    with socket.create_server(("127.0.0.1", 0)) as server:
        values = {
            "HOME": home,
            "CHECKOUT": checkout,
            "PID": os.getpid(),
            "PORT": server.getsockname()[1],
        }
        text = _TRIES
        for name, value in values.items():
            text = text.replace(f"@{name}@", str(value))
        outcome = pool.run(compiler(), Program("c", "program", text.encode())).outcome
    assert isinstance(outcome, Text), outcome
    told = dict(line.split() for line in outcome.stdout.decode().splitlines())
    assert told == {**dict.fromkeys((*_REFUSED, "connect", "others"), "no"), "scratch": "yes"}
    assert outcome.exit_status == 7
    assert (home / ".ssh" / "id").read_text() == "a secret"
    assert not any((folder / "written").exists() for folder in (home, checkout, home.parent))


def test_what_a_program_leaves_is_not_there_for_the_next(pool: TargetPool) -> None:
    leaves = b"""
#include <fcntl.h>
#include <stdio.h>
int main(void) {
  printf("%d", open("/dev/shm/left", O_RDONLY) < 0);
  fflush(stdout);
  open("/dev/shm/left", O_CREAT | O_WRONLY, 0600);
  return 0;
}
"""
    program = Program("c", "program", leaves)
    for _ in range(2):
        assert pool.run_fresh(compiler(), program).outcome == Text(b"1", 0)


def test_a_program_that_does_not_end_is_a_timeout_and_the_next_one_runs(pool: TargetPool) -> None:
    endless = Program("c", "program", b"int main(void) { for (;;) { } }\n")
    target = compiler()
    assert isinstance(pool.run(target, endless).outcome, Timeout)
    assert pool.run(target, Program("c", "program", b"int main(void) { return 5; }\n")).outcome == (
        Text(b"", 5)
    )


def test_compilers_of_each_family_work_in_it(pool: TargetPool) -> None:
    program = Program("c", "program", b'int puts(const char *); int main(void) { puts("x"); }\n')
    families: dict[str, Target] = {}
    for target in discover():
        if "c" in target.languages and target.available and target.kind == "executes":
            families.setdefault(target.family or target.id, target)
    assert families
    for target in families.values():
        assert pool.run(target, program).outcome == Text(b"x\n", 0), target.id
