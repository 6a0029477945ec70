"""The calls of Linux that the sandbox needs and Python 3.11 has not: unshare(2), mount(2),
mount_setattr(2), prctl(2), capset(2), seccomp(2) and those of landlock(7).

Each raises `OSError`, also where the system has no such call.
"""

from __future__ import annotations

import ctypes
import os
import struct
from typing import Final

# linux/sched.h
NEW_MOUNTS: Final = 0x00020000
NEW_IPC: Final = 0x08000000
NEW_USER: Final = 0x10000000
NEW_PROCESSES: Final = 0x20000000
NEW_NETWORK: Final = 0x40000000
# linux/mount.h
READ_ONLY: Final = 0x1
NO_SUID: Final = 0x2
NO_DEVICES: Final = 0x4
NO_EXEC: Final = 0x8
REMOUNT: Final = 0x20
BIND: Final = 0x1000
RECURSIVE: Final = 0x4000
PRIVATE: Final = 0x40000
# Of mount_setattr(2), the same number on all machines that are newer than it.
_MOUNT_SETATTR: Final = 442
_AT_FDCWD: Final = -100
_AT_RECURSIVE: Final = 0x8000
_SIZE: Final = 32
# linux/prctl.h
_SET_DUMPABLE: Final = 4
_CAPBSET_DROP: Final = 24
_SET_NO_NEW_PRIVS: Final = 38
_SET_CHILD_SUBREAPER: Final = 36
_SET_SECCOMP: Final = 22
_MODE_FILTER: Final = 2
# Of landlock(7), the same numbers on all machines.
_CREATE_RULESET: Final = 444
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446
_ASK_VERSION: Final = 1
_PATH_BENEATH: Final = 1
_CAPABILITY_VERSION_3: Final = 0x20080522
_CAPABILITIES: Final = 64


def unshare(flags: int) -> None:
    """Leave the namespaces of these kinds for new ones (unshare(2))."""
    _check(_library().unshare(flags), "unshare")


def mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    """Mount something (mount(2))."""
    words = (source.encode(), target.encode(), kind.encode())
    _check(_library().mount(*words, ctypes.c_ulong(flags), data.encode()), f"mount {target}")


def make_read_only(target: str) -> None:
    """Let nothing be written, and no program gain rights, in a folder and all that is mounted in it
    (mount_setattr(2), Linux 5.12).
    """
    wanted = struct.pack("<QQQQ", READ_ONLY | NO_SUID, 0, 0, 0)
    done = _library().syscall(
        ctypes.c_long(_MOUNT_SETATTR),
        ctypes.c_long(_AT_FDCWD),
        target.encode(),
        ctypes.c_long(_AT_RECURSIVE),
        wanted,
        ctypes.c_long(_SIZE),
    )
    _check(done, f"mount_setattr {target}")


def drop_rights() -> None:
    """Give up all capabilities for good: neither this process nor what it starts has any."""
    library = _library()
    # prctl(2): numbers that this kernel does not know yet fail, and there is nothing to give up.
    for number in range(_CAPABILITIES):
        library.prctl(_CAPBSET_DROP, ctypes.c_ulong(number), 0, 0, 0)
    header = struct.pack("<II", _CAPABILITY_VERSION_3, 0)
    _check(library.capset(header, bytes(24)), "capset")
    _check(library.prctl(_SET_NO_NEW_PRIVS, ctypes.c_ulong(1), 0, 0, 0), "prctl")


def forbid_tracing() -> None:
    """Let no process of the same user trace this one, or read its memory (PR_SET_DUMPABLE)."""
    _check(_library().prctl(_SET_DUMPABLE, ctypes.c_ulong(0), 0, 0, 0), "prctl")


def become_reaper() -> None:
    """Let what loses its parent below this process become its child (PR_SET_CHILD_SUBREAPER)."""
    _check(_library().prctl(_SET_CHILD_SUBREAPER, ctypes.c_ulong(1), 0, 0, 0), "prctl")


def filter_calls(steps: bytes) -> None:
    """Let each system call of this process, and of all that it starts, go through a filter of
    steps of 8 bytes (struct sock_filter).
    """
    kept = ctypes.create_string_buffer(steps, len(steps))
    # struct sock_fprog: a count, and a pointer where pointers may stand.
    program = struct.pack("@HP", len(steps) // 8, ctypes.addressof(kept))
    _check(_library().prctl(_SET_SECCOMP, ctypes.c_ulong(_MODE_FILTER), program, 0, 0), "seccomp")


def landlock_version() -> int:
    """Return the version of Landlock; raise `OSError` where the kernel has none."""
    return _call(_CREATE_RULESET, "Landlock", None, ctypes.c_long(0), ctypes.c_long(_ASK_VERSION))


def new_ruleset(files: int, networks: int, scopes: int) -> int:
    """Return the descriptor of rules that forbid these rights but where they are granted."""
    wanted = struct.pack("=QQQ", files, networks, scopes)
    size = ctypes.c_long(len(wanted))
    return _call(_CREATE_RULESET, "landlock_create_ruleset", wanted, size, ctypes.c_long(0))


def allow_beneath(ruleset: int, handle: int, rights: int) -> None:
    """Grant rights to a file, or to all below a folder."""
    rule = struct.pack("=Qi", rights, handle)
    kind = ctypes.c_long(_PATH_BENEATH)
    _call(_ADD_RULE, "landlock_add_rule", ctypes.c_long(ruleset), kind, rule, ctypes.c_long(0))


def keep_to_ruleset(ruleset: int) -> None:
    """Keep this process, and all that it starts, to rules; it must gain no rights any more."""
    _call(_RESTRICT_SELF, "landlock_restrict_self", ctypes.c_long(ruleset), ctypes.c_long(0))


def _call(number: int, name: str, *arguments: object) -> int:
    done = int(_library().syscall(ctypes.c_long(number), *arguments))
    _check(min(done, 0), name)
    return done


def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check(done: int, what: str) -> None:
    if done != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
