"""The filter of system calls, as the kernel reads it."""

from __future__ import annotations

import errno
import struct

import pytest

from aberration.targets.sandbox.filters import Calls, filter_without_sockets

ONE, OTHER = Calls(0xC000003E, (41,)), Calls(0x40000003, (102, 359))
ALLOW, ERROR = 0x7FFF0000, 0x00050000


def answer(steps: bytes, architecture: int, number: int) -> int:
    """Return what a filter answers for a call, by the instructions of classic BPF that it has."""
    program = list(struct.iter_unpack("=HBBI", steps))
    at, loaded = 0, 0
    while True:
        code, when_true, when_false, value = program[at]
        at += 1
        match code:
            case 0x20:
                loaded = {0: number, 4: architecture}[value]
            case 0x15:
                at += when_true if loaded == value else when_false
            case 0x35:
                at += when_true if loaded >= value else when_false
            case 0x06:
                return int(value)
            case _:
                raise AssertionError(code)


@pytest.mark.parametrize(
    ("architecture", "number", "wanted"),
    [
        (ONE.architecture, 41, ERROR | errno.EACCES),
        (ONE.architecture, 53, ALLOW),
        (ONE.architecture, 0, ALLOW),
        (ONE.architecture, 359, ALLOW),
        (ONE.architecture, 425, ERROR | errno.ENOSYS),
        (ONE.architecture, 41 | 0x40000000, ERROR | errno.ENOSYS),
        (OTHER.architecture, 359, ERROR | errno.EACCES),
        (OTHER.architecture, 102, ERROR | errno.EACCES),
        (OTHER.architecture, 41, ALLOW),
        (OTHER.architecture, 425, ERROR | errno.ENOSYS),
        (0xC00000F3, 1, ERROR | errno.ENOSYS),
    ],
)
def test_sockets_are_refused_and_all_else_is_let_through(
    architecture: int, number: int, wanted: int
) -> None:
    assert answer(filter_without_sockets((ONE, OTHER)), architecture, number) == wanted
