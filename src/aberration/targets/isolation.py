"""Limits that a worker lays upon itself, and so upon every process that it spawns."""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import socket
import struct
from pathlib import Path
from typing import Final

# linux/sched.h
_CLONE_NEWUSER: Final = 0x10000000
_CLONE_NEWNET: Final = 0x40000000

# linux/sockios.h, linux/if.h: `struct ifreq` is a name of 16 bytes and a union of 24, which holds
# the flags of an interface as a short.
_SIOCGIFFLAGS: Final = 0x8913
_IFF_UP: Final = 0x1
_REQUEST: Final = struct.Struct("16sh22x")


def leave_network() -> str:
    """Move this process into a network namespace with nothing in it; return why that failed, or
    nothing. A process that has none already, as in the sandbox, stays where it is: it may not have
    the right to leave once more.
    """
    if not has_network():
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


def has_network() -> bool:
    """Tell whether an interface is up, the loopback one too: programs of this machine listen
    there (netdevice(7)).
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        return any(_is_up(asked, name) for _, name in socket.if_nameindex())


def _is_up(asked: socket.socket, interface: str) -> bool:
    try:
        answer = fcntl.ioctl(asked, _SIOCGIFFLAGS, _REQUEST.pack(interface.encode(), 0))
    except OSError:
        return True  # not known: then it is left, or the reason why not is told
    return bool(_REQUEST.unpack(answer)[1] & _IFF_UP)


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
