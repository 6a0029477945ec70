"""The processor time of a process and of all that it started."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

PROC: Final = Path("/proc")
_PARENT, _OWN, _WAITED = 1, slice(11, 13), slice(13, 15)
"""Fields behind the name: proc(5), `/proc/PID/stat`, fields 4, 14 to 15 and 16 to 17."""


class _Process(msgspec.Struct, frozen=True):
    pid: int
    parent: int
    ticks: int


def processor_seconds(root: int, proc: Path = PROC) -> float:
    """Return the seconds of processor, user and system, of a process, of those below it, and of
    those that they have waited for; 0 where it is gone.

    What a process started that ended before it is counted where it was waited for.
    """
    known = {one.pid: one for one in _processes(proc)}
    below: dict[int, list[_Process]] = {}
    for one in known.values():
        below.setdefault(one.parent, []).append(one)
    ticks, left = 0, [known[root]] if root in known else []
    while left:
        one = left.pop()
        ticks += one.ticks
        left += below.get(one.pid, [])
    return ticks / os.sysconf("SC_CLK_TCK")


def _processes(proc: Path) -> Iterator[_Process]:
    for folder in proc.iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            text = (folder / "stat").read_text(errors="replace")
        except OSError:
            continue
        # The name may hold spaces and brackets: the last bracket ends it.
        fields = text.rpartition(")")[2].split()
        spent = sum(int(field) for part in (_OWN, _WAITED) for field in fields[part])
        yield _Process(int(folder.name), int(fields[_PARENT]), spent)
