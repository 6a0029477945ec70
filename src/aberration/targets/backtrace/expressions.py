"""Expressions in call frame information (DWARF 5, section 2.5): those that linkers and libraries
write by hand.

The entries of a procedure linkage table have one, and the frame below a signal handler; nothing
else does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from aberration.targets.backtrace.call_frames import Cursor
from aberration.targets.backtrace.elf import Elf

Read = Callable[[int], int | None]
_MASK: Final = (1 << 64) - 1
# DW_OP_*: and, minus, mul, or, plus, shl, shr, xor, eq, ge, gt, le, lt, ne. Comparisons are of
# signed values by the standard; what linkers write compares offsets that are small (`(rip & 15) >=
# 11`).
_PAIRS: Final[dict[int, Callable[[int, int], int]]] = {
    0x1A: lambda a, b: a & b,
    0x1C: lambda a, b: a - b,
    0x1E: lambda a, b: a * b,
    0x21: lambda a, b: a | b,
    0x22: lambda a, b: a + b,
    # A number shifted by 2^40 places would fill the memory: what is read may be damaged.
    0x24: lambda a, b: a << (b & 63),
    0x25: lambda a, b: a >> (b & 63),
    0x27: lambda a, b: a ^ b,
    0x29: lambda a, b: int(a == b),
    0x2A: lambda a, b: int(a >= b),
    0x2B: lambda a, b: int(a > b),
    0x2C: lambda a, b: int(a <= b),
    0x2D: lambda a, b: int(a < b),
    0x2E: lambda a, b: int(a != b),
}
# DW_OP_const1u to const8s
_CONSTANTS: Final = {
    0x08: "B",
    0x09: "b",
    0x0A: "H",
    0x0B: "h",
    0x0C: "I",
    0x0D: "i",
    0x0E: "Q",
    0x0F: "q",
}


def evaluate(
    elf: Elf, at: int, registers: Sequence[int | None], read: Read, first: int | None = None
) -> int | None:
    """Return the value of the expression at `at`, with `first` on the stack; None where something
    is not known.

    Raise `ValueError` for an operation that has no business there.
    """
    cursor = Cursor(elf, at)
    size = cursor.read_unsigned()
    end = cursor.at + size
    # For the rule of a register the CFA is pushed before the expression begins (DWARF 5, 6.4.2.3).
    stack: list[int] = [] if first is None else [first]
    while cursor.at < end:
        code = cursor.number("B")
        if code in _PAIRS:
            right, left = stack.pop(), stack.pop()
            stack.append(_PAIRS[code](left, right) & _MASK)
            continue
        value = _value_pushed(code, cursor, stack, registers, read)
        if value is None:
            return None
        stack.append(value & _MASK)
    return stack[-1]


def _value_pushed(
    code: int, cursor: Cursor, stack: list[int], registers: Sequence[int | None], read: Read
) -> int | None:
    """Return what an operation puts on the stack; None where memory or a register is not known."""
    # DW_OP_lit0 to lit31
    if 0x30 <= code <= 0x4F:
        return code - 0x30
    # DW_OP_breg0 to breg31
    if 0x70 <= code <= 0x8F:
        offset, base = (
            cursor.read_signed(),
            registers[code - 0x70] if code - 0x70 < len(registers) else None,
        )
        return None if base is None else base + offset
    if code in _CONSTANTS:
        return cursor.number(_CONSTANTS[code])
    match code:
        # deref
        case 0x06:
            return read(stack.pop())
        # constu
        case 0x10:
            return cursor.read_unsigned()
        # consts
        case 0x11:
            return cursor.read_signed()
        # dup
        case 0x12:
            return stack[-1]
        # plus_uconst
        case 0x23:
            return stack.pop() + cursor.read_unsigned()
    raise ValueError(f"an operation {code:#x}")
