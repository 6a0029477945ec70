"""How the caller's registers are found at an instruction: the call frame information of
`.eh_frame`.

(DWARF 5, section 6.4; LSB 5.0, chapter 10.6, for the encodings and the sorted table.)
"""

from __future__ import annotations

import struct
from typing import Final

import msgspec

from aberration.targets.backtrace.elf import Elf

# Register numbers of the x86-64 psABI (figure 3.36), not those of the processor: 7 is rsp, and 16
# is no register but the column of the return address.
RETURN: Final = 16
STACK: Final = 7
# Compilers nest `remember_state` once or twice; a damaged file must not take all memory.
_REMEMBERED: Final = 64

Rule = tuple[str, int]
"""Where a register of the caller is: `at` CFA + n, `is` CFA + n, in `register` n, by the expression
`at_expression` or `is_expression` n bytes into the file, the `same`, or `unknown`: of the return
address in the outermost call.
"""


class Rules(msgspec.Struct):
    """The rules at one instruction: the canonical frame address (register and offset, or an
    expression), the others.
    """

    register: int = STACK
    offset: int = 0
    expression: int = 0
    registers: dict[int, Rule] = {}

    def copy(self) -> Rules:
        """Return the same rules, to be changed."""
        return Rules(self.register, self.offset, self.expression, dict(self.registers))


class FrameEntry(msgspec.Struct, frozen=True):
    """The description of one function, from `start` to `end`."""

    start: int
    end: int
    common: CommonEntry
    program: tuple[int, int]

    @property
    def is_signal(self) -> bool:
        """True for the frame of a signal handler: the instruction in it is not behind a call."""
        return "S" in self.common.augmentation


class CommonEntry(msgspec.Struct, frozen=True):
    """What descriptions have in common."""

    augmentation: str
    code_factor: int
    data_factor: int
    encoding: int
    program: tuple[int, int]


class Cursor:
    """Reads numbers from the bytes of a file."""

    def __init__(self, elf: Elf, at: int) -> None:
        self._data = elf.data
        self._elf = elf
        self.at = at

    def number(self, form: str) -> int:
        """Return a number of fixed size, in the notation of `struct`."""
        (value,) = struct.unpack_from(f"<{form}", self._data, self.at)
        self.at += struct.calcsize(f"<{form}")
        return int(value)

    def read_unsigned(self) -> int:
        """Return an unsigned LEB128."""
        return self._leb128()[0]

    def read_signed(self) -> int:
        """Return a signed LEB128."""
        value, bits = self._leb128()
        # The sign is the highest bit of the last group of seven, not of a byte or word.
        return value - (1 << bits) if value >> (bits - 1) else value

    def _leb128(self) -> tuple[int, int]:
        """Return a number as it is written, and how many bits are given."""
        value = shift = 0
        while True:
            byte = self.number("B")
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value, shift

    def text(self) -> str:
        """Return the bytes up to a zero."""
        end = self._data.find(b"\0", self.at)
        found = self._data[self.at : end].decode("latin-1")
        self.at = end + 1
        return found

    def pointer(self, encoding: int, table: int = 0) -> int:
        """Return an encoded address; `table` is what addresses relative to data are relative to."""
        here = self._elf.address_at(self.at)
        # DW_EH_PE_*: the low four bits are the form of the number, the next three what it is
        # relative to; the highest (indirect, 0x80) stands only at personality routines, which
        # nobody asks for here.
        value = self._plain(encoding & 0x0F)
        match encoding & 0x70:
            case 0x00:
                return value
            # DW_EH_PE_pcrel: relative to the place where the number itself lies.
            case 0x10 if here is not None:
                return value + here
            # DW_EH_PE_datarel: in `.eh_frame_hdr`, relative to the beginning of that section.
            case 0x30:
                return value + table
        raise ValueError(f"an address in the encoding {encoding:#x}")

    def _plain(self, form: int) -> int:
        match form:
            case 0x00 | 0x04:
                return self.number("Q")
            case 0x01:
                return self.read_unsigned()
            case 0x09:
                return self.read_signed()
        return self.number({0x02: "H", 0x03: "I", 0x0A: "h", 0x0B: "i", 0x0C: "q"}[form])


def entry_at(elf: Elf, address: int) -> FrameEntry | None:
    """Return the description of the function that holds an address; None where the file has none.

    The table is the one that the linker sorts: pairs of signed 32-bit numbers, relative to itself.
    """
    # A version other than 1 of `.eh_frame_hdr` has another layout (LSB 5.0, 10.6.2).
    table = elf.frame_table
    if table is None or elf.data[table.offset : table.offset + 4][0] != 1:
        return None
    _, pointer, counts, form = elf.data[table.offset : table.offset + 4]
    cursor = Cursor(elf, table.offset + 4)
    cursor.pointer(pointer, table.address)
    count = cursor.pointer(counts, table.address)
    # datarel | sdata4, the only form of table that can be searched: its rows have one size.
    if form != 0x3B or not count:
        return None
    low, high = 0, count
    while high - low > 1:
        middle = (low + high) // 2
        # `low` always is a row that begins at or before the address, so the loop ends on the last
        # such.
        (start,) = struct.unpack_from("<i", elf.data, cursor.at + 8 * middle)
        low, high = (middle, high) if start + table.address <= address else (low, middle)
    (place,) = struct.unpack_from("<i", elf.data, cursor.at + 8 * low + 4)
    # The table has beginnings only: an address in a gap between functions finds the one before.
    found = _entry(elf, elf.offset_of(place + table.address))
    return found if found.start <= address < found.end else None


def _entry(elf: Elf, at: int) -> FrameEntry:
    cursor = Cursor(elf, at)
    end = cursor.number("I") + cursor.at
    here = cursor.at
    # In `.eh_frame` the pointer to the common entry counts back from the field itself; in
    # `.debug_frame` it would be an offset into the section.
    common = _common(elf, here - cursor.number("I"))
    start = cursor.pointer(common.encoding)
    # A length has the form of an address and is relative to nothing.
    length = cursor.pointer(common.encoding & 0x0F)
    # The data of an augmentation (a pointer to tables of exception handling) says nothing of
    # registers.
    if common.augmentation.startswith("z"):
        size = cursor.read_unsigned()
        cursor.at += size
    return FrameEntry(start, start + length, common, (cursor.at, end))


def _common(elf: Elf, at: int) -> CommonEntry:
    cursor = Cursor(elf, at)
    end = cursor.number("I") + cursor.at
    # The field that would point to a common entry is 0: it is what says that this is one.
    cursor.number("I")
    version = cursor.number("B")
    augmentation = cursor.text()
    code, data = cursor.read_unsigned(), cursor.read_signed()
    # Version 1 has the register of the return address in a byte.
    _ = cursor.number("B") if version == 1 else cursor.read_unsigned()
    encoding = 0
    if augmentation.startswith("z"):
        size = cursor.read_unsigned()
        behind = cursor.at + size
        # What a letter puts here can only be passed over by who knows its size, so the letters are
        # read in their order even where only R (the encoding of addresses) is wanted. S has no
        # data.
        for letter in augmentation[1:]:
            if letter == "R":
                encoding = cursor.number("B")
            elif letter == "L":
                cursor.number("B")
            elif letter == "P":
                cursor.pointer(cursor.number("B") & 0x0F)
        cursor.at = behind
    return CommonEntry(augmentation, code, data, encoding, (cursor.at, end))


def rules_at(elf: Elf, entry: FrameEntry, address: int) -> Rules:
    """Return the rules that hold at an instruction of a function; raise `ValueError` for what
    no compiler writes.
    """
    rules = Rules()
    # First the initial rules, those of the common entry: what they give is what `restore` goes back
    # to, so the function's own program has to work on another copy than it keeps.
    _Program(elf, entry, rules, rules).run(entry.common.program, None)
    _Program(elf, entry, rules, rules.copy()).run(entry.program, address)
    return rules


class _Program:
    """Runs call frame instructions; `initial` are the rules that `restore` goes back to."""

    def __init__(self, elf: Elf, entry: FrameEntry, rules: Rules, initial: Rules) -> None:
        self._elf = elf
        self._common = entry.common
        self._here = entry.start
        self._rules = rules
        self._initial = initial
        self._remembered: list[Rules] = []

    def run(self, program: tuple[int, int], address: int | None) -> None:
        """Run until the instruction at `address` is passed."""
        start, end = program
        cursor = Cursor(self._elf, start)
        while cursor.at < end:
            code = cursor.number("B")
            moved = self._advance(code, cursor)
            if moved is None:
                self._define(code, cursor)
                continue
            self._here += moved
            # A row of the table holds from its place up to the next one. The rules up to here are
            # those of the row that the address is in.
            if address is not None and self._here > address:
                return

    def _advance(self, code: int, cursor: Cursor) -> int | None:
        """Return by how much an instruction moves on; None for one that does not."""
        # DW_CFA_advance_loc: the two highest bits are the instruction, the others its operand.
        if code >> 6 == 1:
            return (code & 0x3F) * self._common.code_factor
        # advance_loc1, advance_loc2, advance_loc4
        forms = {0x02: "B", 0x03: "H", 0x04: "I"}
        return cursor.number(forms[code]) * self._common.code_factor if code in forms else None

    def _define(self, code: int, cursor: Cursor) -> None:
        rules = self._rules
        factor = self._common.data_factor
        # DW_CFA_offset
        if code >> 6 == 2:
            rules.registers[code & 0x3F] = ("at", cursor.read_unsigned() * factor)
            return
        # DW_CFA_restore
        if code >> 6 == 3:
            self._restore(code & 0x3F)
            return
        match code:
            # nop, which fills an entry up to its alignment
            case 0x00:
                return
            # offset_extended
            case 0x05:
                rules.registers[cursor.read_unsigned()] = ("at", cursor.read_unsigned() * factor)
            # restore_extended
            case 0x06:
                self._restore(cursor.read_unsigned())
            # undefined: of the return address it means that nobody called
            case 0x07:
                rules.registers[cursor.read_unsigned()] = ("unknown", 0)
            # same_value
            case 0x08:
                rules.registers[cursor.read_unsigned()] = ("same", 0)
            # register
            case 0x09:
                rules.registers[cursor.read_unsigned()] = ("register", cursor.read_unsigned())
            # remember_state; an epilogue in the middle of a function goes back to what was before
            # it
            case 0x0A:
                if len(self._remembered) >= _REMEMBERED:
                    raise ValueError("call frame states without end")
                self._remembered.append(self._rules.copy())
            # restore_state
            case 0x0B:
                self._recall()
            # def_cfa
            case 0x0C:
                self._frame(cursor.read_unsigned(), cursor.read_unsigned())
            # def_cfa_register, which leaves the offset as it is
            case 0x0D:
                self._frame(cursor.read_unsigned(), rules.offset)
            # def_cfa_offset, which leaves the register; not multiplied by a factor, unlike the _sf
            # forms
            case 0x0E:
                self._frame(rules.register, cursor.read_unsigned())
            # def_cfa_expression
            case 0x0F:
                rules.expression = _block(cursor)
            # expression: the register is where it leads to; with val_expression (0x16) it is its
            # value
            case 0x10:
                rules.registers[cursor.read_unsigned()] = ("at_expression", _block(cursor))
            # offset_extended_sf
            case 0x11:
                rules.registers[cursor.read_unsigned()] = ("at", cursor.read_signed() * factor)
            # def_cfa_sf
            case 0x12:
                self._frame(cursor.read_unsigned(), cursor.read_signed() * factor)
            # def_cfa_offset_sf
            case 0x13:
                self._frame(rules.register, cursor.read_signed() * factor)
            # val_offset, val_offset_sf: the CFA plus n is the value, not the place of it
            case 0x14:
                rules.registers[cursor.read_unsigned()] = ("is", cursor.read_unsigned() * factor)
            case 0x15:
                rules.registers[cursor.read_unsigned()] = ("is", cursor.read_signed() * factor)
            case 0x16:
                rules.registers[cursor.read_unsigned()] = ("is_expression", _block(cursor))
            # DW_CFA_GNU_args_size: what is pushed for a call, which only exception handling wants
            case 0x2E:
                cursor.read_unsigned()
            case _:
                raise ValueError(f"a call frame instruction {code:#x}")

    def _frame(self, register: int, offset: int) -> None:
        self._rules.register, self._rules.offset, self._rules.expression = register, offset, 0

    def _restore(self, register: int) -> None:
        known = self._initial.registers.get(register)
        # A register that the common entry says nothing of is what it was, and has no rule at all.
        if known is None:
            self._rules.registers.pop(register, None)
        else:
            self._rules.registers[register] = known

    def _recall(self) -> None:
        if not self._remembered:
            raise ValueError("a call frame state that was not remembered")
        before = self._remembered.pop()
        rules = self._rules
        rules.register, rules.offset, rules.expression = (
            before.register,
            before.offset,
            before.expression,
        )
        rules.registers = before.registers


def _block(cursor: Cursor) -> int:
    """Skip an expression and return where it begins: at its length."""
    at = cursor.at
    size = cursor.read_unsigned()
    cursor.at += size
    return at
