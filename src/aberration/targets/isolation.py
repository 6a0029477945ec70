"""Limits that a worker lays upon itself, and so upon every process that it spawns."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import socket
from pathlib import Path
from typing import Final

# linux/sched.h
_CLONE_NEWUSER: Final = 0x10000000
_CLONE_NEWNET: Final = 0x40000000
_SOMEWHERE: Final = ("127.0.0.1", "192.0.2.1")
"""This machine, and an address that is nobody's (RFC 5737)."""
_NO_WAY: Final = (errno.ENETUNREACH, errno.EADDRNOTAVAIL, errno.EACCES)


def leave_network() -> str:
    """Move this process into a network namespace with nothing in it; return why that failed, or
    nothing. Nothing is to be done where no socket can be made (`sandbox/filters.py`), or none leads
    anywhere, not even to this machine: in a sandbox there is no network to leave, nor the right to.
    """
    if not _reaches_something():
        return ""
    library = ctypes.CDLL(None, use_errno=True)
    if not hasattr(library, "unshare"):
        return "this system has no unshare()"
    user, group = os.getuid(), os.getgid()
    # With the rights to it (root in a container) no user namespace is needed.
    if library.unshare(_CLONE_NEWNET) == 0:
        return ""
    if library.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) != 0:
        return f"unshare: {os.strerror(ctypes.get_errno())}"
    return map_identity(user, group)


def _reaches_something() -> bool:
    """Ask the kernel for a way to this machine, and to another one; nothing is sent."""
    return any(map(_has_way, _SOMEWHERE))


def _has_way(address: str) -> bool:
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
            end.connect((address, 9))
    except OSError as error:
        return error.errno not in _NO_WAY
    return True


def limit_file_size(size: int) -> None:
    """Let no process from here on write a file larger than `size` bytes (SIGXFSZ kills the one
    that tries).
    """
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size if hard < 0 else min(size, hard), hard))


def map_identity(user: int, group: int) -> str:
    """Stay who we were inside the new user namespace."""
    try:
        # The kernel lets an unprivileged process write `gid_map` only after that
        # (user_namespaces(7)).
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    except OSError as error:
        return f"user namespace: {error.strerror}"
    return ""
