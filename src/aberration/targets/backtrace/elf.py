"""What a stack needs of an ELF file (System V gABI, LSB 5.0): segments, call frames, names of
functions.
"""

from __future__ import annotations

import mmap
import struct
from bisect import bisect_right
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec

# PT_LOAD, PT_GNU_EH_FRAME
_LOAD: Final = 1
_EH_FRAME: Final = 0x6474E550
# SHT_SYMTAB, SHT_DYNSYM
_SYMTAB, _DYNSYM = 2, 11
# STT_FUNC; STT_GNU_IFUNC, chosen by the loader (`memcpy` of glibc)
_FUNCTION, _INDIRECT = 2, 10
_PROLOGUE: Final = b"\x55\x48\x89\xe5"
_BETWEEN: Final = b"\xcc\xc3\x90\x00\x0b"
"""The last byte of int3, ret, nop, a long nop, and ud2."""
# A function of more than 64 KiB has no name then, which is better than a wrong one.
_LONGEST: Final = 1 << 16
_HEADER: Final = struct.Struct("<16xHHIQQQIHHHHHH")
_SEGMENT: Final = struct.Struct("<IIQQQQQQ")
_SECTION: Final = struct.Struct("<IIQQQQIIQQ")
_SYMBOL: Final = struct.Struct("<IBBHQQ")


class Segment(msgspec.Struct, frozen=True):
    """Bytes of the file from `offset` on, which lie at `address` when loaded."""

    kind: int
    offset: int
    address: int
    size: int


class Elf:
    """One file of 64 bits, little endian; raise `ValueError` for another one.

    Addresses are those of the file, before it is loaded anywhere.
    """

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            # A driver has 100 MiB and more, of which a stack needs a few pages.
            self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if self.data[:6] != b"\x7fELF\x02\x01":
            raise ValueError("no ELF file of 64 bits")
        header = _HEADER.unpack_from(self.data)
        self._segments_at, self._sections_at = header[4], header[5]
        self._segment_count, self._section_count = header[9], header[11]

    @cached_property
    def segments(self) -> list[Segment]:
        """Return the program headers."""
        found = []
        for number in range(self._segment_count):
            kind, _, offset, address, _, size, _, _ = _SEGMENT.unpack_from(
                self.data, self._segments_at + number * _SEGMENT.size
            )
            found.append(Segment(kind, offset, address, size))
        return found

    def address_at(self, offset: int) -> int | None:
        """Return the address of a byte of the file."""
        for segment in self.segments:
            if segment.kind == _LOAD and segment.offset <= offset < segment.offset + segment.size:
                return segment.address + offset - segment.offset
        return None

    def offset_of(self, address: int) -> int:
        """Return where in the file an address lies; raise `ValueError` if nowhere."""
        for segment in self.segments:
            if (
                segment.kind == _LOAD
                and segment.address <= address < segment.address + segment.size
            ):
                return segment.offset + address - segment.address
        raise ValueError("an address outside of the file")

    @cached_property
    def frame_table(self) -> Segment | None:
        """Return the sorted table of call frames (`.eh_frame_hdr`), where the file has one."""
        return next((segment for segment in self.segments if segment.kind == _EH_FRAME), None)

    def function_at(self, address: int) -> str:
        """Return the name of the function that holds an address, as the linker knows it;
        nothing where nobody says.
        """
        starts, functions = self._functions
        place = bisect_right(starts, address) - 1
        if place < 0:
            return ""
        start, size, name = functions[place]
        # Assembly often states no size: only its first byte is surely it.
        return self._text(name) if address < start + max(size, 1) else ""

    def prologue_before(self, address: int) -> int | None:
        """Return where the function of an address seems to begin, for code with frame pointers and
        no call frames.

        `push %rbp; mov %rsp, %rbp` is what such a function begins with, behind a return or what
        fills a hole.
        """
        try:
            end = self.offset_of(address)
        except ValueError:
            return None
        place = end + 1
        while (place := self.data.rfind(_PROLOGUE, max(1, end - _LONGEST), place)) > 0:
            # The same bytes may stand in data, or in the middle of another instruction.
            if self.data[place - 1] in _BETWEEN:
                return self.address_at(place)
        return None

    @cached_property
    def _functions(self) -> tuple[list[int], list[tuple[int, int, int]]]:
        """Return the starts of functions, and for each its start, size, and where its name lies."""
        known: dict[int, tuple[int, int, int]] = {}
        for kind, offset, size, strings in self._symbol_tables():
            for place in range(offset, offset + size, _SYMBOL.size):
                name, info, _, section, value, length = _SYMBOL.unpack_from(self.data, place)
                if (
                    section
                    # An index of 0 is a symbol that another file defines.
                    and (info & 15) in (_FUNCTION, _INDIRECT)
                    and (kind == _SYMTAB or value not in known)
                ):
                    known[value] = (value, length, strings + name)
        ordered = [known[start] for start in sorted(known)]
        return [start for start, _, _ in ordered], ordered

    def _symbol_tables(self) -> list[tuple[int, int, int, int]]:
        """Return kind, offset and size of the symbol tables, and where their strings begin; the
        fuller one last.
        """
        if not self._sections_at:
            return []
        sections = [
            _SECTION.unpack_from(self.data, self._sections_at + number * _SECTION.size)
            for number in range(self._section_count)
        ]
        tables = [section for section in sections if section[1] in (_SYMTAB, _DYNSYM)]
        found = [
            # sh_type, sh_offset, sh_size; sh_link is the section that holds the names.
            (section[1], section[4], section[5], sections[section[6]][4])
            for section in tables
        ]
        return sorted(found, key=lambda table: table[0] == _SYMTAB)

    def _text(self, offset: int) -> str:
        end = self.data.find(b"\0", offset)
        return self.data[offset:end].decode("utf-8", "replace")
