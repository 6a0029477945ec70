"""A filter of system calls (seccomp(2)): Landlock knows nothing of UDP, of sockets that are files,
and of those of the kernel, so that a worker without a network gets no socket at all.

Pairs of sockets are no way out, and stay. `io_uring` makes sockets without a system call of its
own, so that there is none.
"""

from __future__ import annotations

import errno
import os
import struct
from typing import Final

import msgspec

from aberration.targets.sandbox import kernel

# linux/bpf_common.h
_LOAD: Final = 0x20
_IF_EQUAL: Final = 0x15
_IF_AT_LEAST: Final = 0x35
_RETURN: Final = 0x06
# struct seccomp_data
_NUMBER: Final = 0
_ARCHITECTURE: Final = 4
# linux/seccomp.h
_ALLOW: Final = 0x7FFF0000
_ERROR: Final = 0x00050000
_IO_URING_SETUP: Final = 425
_X32: Final = 0x40000000
"""Where the numbers begin that x86-64 has twice."""


class Calls(msgspec.Struct, frozen=True):
    """An architecture as linux/audit.h numbers it, and what its calls are that make sockets."""

    architecture: int
    sockets: tuple[int, ...]


_X86_64: Final = Calls(0xC000003E, (41,))
_I386: Final = Calls(0x40000003, (102, 359))
_ARM_64: Final = Calls(0xC00000B7, (198,))
_ARM: Final = Calls(0x40000028, (281,))
_OF_MACHINES: Final = {"x86_64": (_X86_64, _I386), "aarch64": (_ARM_64, _ARM)}


def forbid_sockets() -> None:
    """Let no process from here on make a socket (EACCES); raise `OSError` where that cannot be."""
    machine = os.uname().machine
    if machine not in _OF_MACHINES:
        raise OSError(f"no filter of system calls is known for {machine}")
    kernel.filter_calls(filter_without_sockets(_OF_MACHINES[machine]))


def filter_without_sockets(known: tuple[Calls, ...]) -> bytes:
    """Return the filter as the kernel takes it (struct sock_filter): calls of architectures that
    are not known do not exist in it.
    """
    return _step(_LOAD, _ARCHITECTURE) + b"".join(map(_part, known)) + _refuse(errno.ENOSYS)


def _part(calls: Calls) -> bytes:
    tests = _step(_LOAD, _NUMBER)
    tests += _step(_IF_AT_LEAST, _X32, 0, 1) + _refuse(errno.ENOSYS)
    tests += _step(_IF_EQUAL, _IO_URING_SETUP, 0, 1) + _refuse(errno.ENOSYS)
    for number in calls.sockets:
        tests += _step(_IF_EQUAL, number, 0, 1) + _refuse(errno.EACCES)
    tests += _step(_RETURN, _ALLOW)
    return _step(_IF_EQUAL, calls.architecture, 0, len(tests) // 8) + tests


def _refuse(number: int) -> bytes:
    return _step(_RETURN, _ERROR | number)


def _step(code: int, value: int, when_true: int = 0, when_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, when_true, when_false, value)
