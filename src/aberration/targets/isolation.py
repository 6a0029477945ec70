"""Limits that a worker lays upon itself, and so upon every process that it spawns."""

from __future__ import annotations

import ctypes
import os
import resource
from pathlib import Path
from typing import Final

# linux/sched.h
_CLONE_NEWUSER: Final = 0x10000000
_CLONE_NEWNET: Final = 0x40000000


def leave_network() -> str:
    """Move this process into a network namespace with nothing in it; return why that failed, or
    nothing.
    """
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
