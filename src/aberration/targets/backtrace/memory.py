"""The memory of a process that stands still, and the files that are mapped into it (Linux,
proc(5)).
"""

from __future__ import annotations

import os
import struct
from bisect import bisect_right
from pathlib import Path
from typing import Final

import msgspec

_WORD: Final = struct.Struct("<Q")


class Mapping(msgspec.Struct, frozen=True):
    """A range of addresses with what it holds: `offset` in the file at `path`, which may be
    `[heap]` or nothing.
    """

    start: int
    end: int
    access: str
    offset: int
    path: str

    @property
    def is_code(self) -> bool:
        """True where instructions may lie."""
        return "x" in self.access


class Memory:
    """Reads the process `pid`, which must be stopped and traced by us."""

    def __init__(self, pid: int) -> None:
        self._handle = os.open(f"/proc/{pid}/mem", os.O_RDONLY)
        self.mappings = parse_maps(Path(f"/proc/{pid}/maps").read_text())
        self._starts = [mapping.start for mapping in self.mappings]

    def close(self) -> None:
        """Let go of it."""
        os.close(self._handle)

    def word(self, address: int) -> int | None:
        """Return eight bytes as a number, None where nothing is mapped."""
        try:
            data = os.pread(self._handle, _WORD.size, address)
        # Addresses of the upper half do not fit the offset of `pread`.
        except (OSError, OverflowError):
            return None
        return int(_WORD.unpack(data)[0]) if len(data) == _WORD.size else None

    def mapping_of(self, address: int) -> Mapping | None:
        """Return what an address lies in."""
        place = bisect_right(self._starts, address) - 1
        if place < 0 or address >= self.mappings[place].end:
            return None
        return self.mappings[place]

    def base_of(self, mapping: Mapping) -> int:
        """Return where the first byte of a mapped file lies, or would lie."""
        same = [one for one in self.mappings if one.path == mapping.path]
        # The loader maps a file in several pieces, which keep their distance.
        return min(one.start - one.offset for one in same)


def parse_maps(text: str) -> list[Mapping]:
    """Return the lines of `/proc/PID/maps`, in the order of addresses."""
    found = []
    for line in text.splitlines():
        span, access, offset, _, _, *path = line.split(maxsplit=5)
        start, _, end = span.partition("-")
        found.append(
            Mapping(int(start, 16), int(end, 16), access, int(offset, 16), path[0] if path else "")
        )
    return sorted(found, key=lambda mapping: mapping.start)
