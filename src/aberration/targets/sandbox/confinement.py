"""How one worker is confined, as its parent decides it."""

from __future__ import annotations

from typing import Literal

import msgspec

Way = Literal["", "namespaces", "landlock"]
"""What confines a worker: Linux namespaces, Landlock with a filter of system calls, or nothing."""

MOST_PROCESSES = 512
"""Processes of one worker at a time: a compiler has a few, a browser a few dozen."""
SCRATCH_MIB = 1024
"""What a worker may keep in its scratch folder, and once more in `/dev/shm`."""


class Confinement(msgspec.Struct, frozen=True):
    """All is read-only but the folder `scratch`, which is new, empty and of bounded size.

    The folders `hidden` are empty but for the files and folders `kept` in them. With `network` the
    worker keeps that of the machine. It never has more than `processes` processes, and sees no
    others. By Landlock (`way`) it sees the others, and can do nothing to them.
    """

    scratch: str
    hidden: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    network: bool = False
    processes: int = MOST_PROCESSES
    scratch_mib: int = SCRATCH_MIB
    way: Way = "namespaces"
