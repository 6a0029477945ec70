"""Each in a process of its own: what a worker lays upon itself cannot be taken back."""

from __future__ import annotations

import errno
import subprocess
import sys

CONNECT = """
import socket
from aberration.targets.isolation import leave_network
reason = leave_network()
try:
    socket.create_connection(("192.0.2.1", 9), timeout=2)
    told = "connected"
except OSError as error:
    told = type(error).__name__ + " " + str(error.errno)
print(reason or "left")
print(told)
print(open(__import__("os").devnull).read() == "")
"""
TWICE = """
import ctypes
from aberration.targets.isolation import leave_network
print(leave_network() or "left")
# In a new user namespace without a map a process has no rights, as in a sandbox.
ctypes.CDLL(None).unshare(0x10000000)
print(leave_network() or "left")
"""
WRITE = """
import signal, subprocess, tempfile
from aberration.targets.isolation import limit_file_size
limit_file_size(1000)
with tempfile.NamedTemporaryFile() as stream:
    print(subprocess.run(["head", "-c", "5000", "/dev/zero"],
    stdout=stream).returncode == -signal.SIGXFSZ)
    print(stream.seek(0, 2))
"""
UNREACHABLE = errno.ENETUNREACH


def lines(script: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.splitlines()


def test_a_process_without_network_reaches_nothing_or_says_why() -> None:
    reason, told, alive = lines(CONNECT)
    assert alive == "True"
    if reason == "left":
        assert told == f"OSError {UNREACHABLE}"
    else:
        assert reason.startswith(("unshare: ", "user namespace: ", "this system"))


def test_a_process_that_has_no_network_need_not_leave_it() -> None:
    first, again = lines(TWICE)
    assert first != "left" or again == "left"


def test_no_process_writes_a_larger_file() -> None:
    killed, size = lines(WRITE)
    assert (killed, size) == ("True", "1000")
