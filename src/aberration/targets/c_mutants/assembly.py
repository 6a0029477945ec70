"""Assembly for x86-64 as gcc writes it (AT&T syntax), read line by line: as little as planting
mistakes needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

_INSTRUCTION: Final = re.compile(r"\t([a-z][a-z0-9]*)(?:\t(.*))?")
_LABEL: Final = re.compile(r"(\.?\w[\w.]*):")
_OPERANDS: Final = re.compile(r"(?:[^,(]|\([^)]*\))+")
_VARIABLE: Final = re.compile(r"[\w+.-]*[A-Za-z_]\w*[\w+.-]*\(%rip\)")
_IMMEDIATE: Final = re.compile(r"\$(-?\d+)")
_START: Final = "\t.cfi_startproc"
_END: Final = "\t.cfi_endproc"
_OLD: Final = {
    letter: (f"r{letter}x", f"e{letter}x", f"{letter}x", f"{letter}l") for letter in "abcd"
} | {name: (f"r{name}", f"e{name}", name, f"{name}l") for name in ("si", "di", "bp", "sp")}
_NEW: Final = {
    f"r{number}": (f"r{number}", f"r{number}d", f"r{number}w", f"r{number}b")
    for number in range(8, 16)
}
_NAMES: Final = _OLD | _NEW
_SIZES: Final = (8, 4, 2, 1)
_REGISTERS: Final = {f"%{name}": key for key, names in _NAMES.items() for name in names}
_ONLY_READS: Final = ("cmp", "test", "push", "j", "ret")


class Instruction(msgspec.Struct, frozen=True):
    """One instruction: mnemonic with its suffix, and operands, the destination last."""

    op: str
    operands: tuple[str, ...] = ()

    @property
    def last(self) -> str:
        """Return the last operand, or nothing."""
        return self.operands[-1] if self.operands else ""

    def __str__(self) -> str:
        return f"\t{self.op}\t{', '.join(self.operands)}" if self.operands else f"\t{self.op}"


def parse(line: str) -> Instruction | None:
    """Return the instruction of a line; None for labels, directives and comments."""
    match = _INSTRUCTION.fullmatch(line)
    if match is None:
        return None
    return Instruction(match[1], tuple(part.strip() for part in _OPERANDS.findall(match[2] or "")))


def label(line: str) -> str:
    """Return the label that stands in a line, or nothing."""
    match = _LABEL.fullmatch(line)
    return match[1] if match else ""


def in_functions(text: str, edit: Callable[[list[str]], list[str]]) -> str:
    """Return the text with every function's lines as `edit` returns them."""
    done: list[str] = []
    inside: list[str] | None = None
    for line in text.split("\n"):
        if line == _START:
            inside = []
        elif line == _END and inside is not None:
            done += [_START, *edit(inside), _END]
            inside = None
        else:
            (done if inside is None else inside).append(line)
    return "\n".join(done + (inside or []))


def windows(lines: list[str], size: int) -> Iterator[tuple[int, tuple[Instruction, ...]]]:
    """Yield every run of `size` instructions with nothing between them, and the number of its
    first line.
    """
    read = [parse(line) for line in lines]
    for at in range(len(lines) - size + 1):
        run = [instruction for instruction in read[at : at + size] if instruction is not None]
        if len(run) == size:
            yield at, tuple(run)


def immediate(operand: str) -> int | None:
    """Return the value of an immediate operand; None for other operands."""
    match = _IMMEDIATE.fullmatch(operand)
    return int(match[1]) if match else None


def is_variable(operand: str) -> bool:
    """True for an object with static storage, such as `g_12(%rip)` or `8+g_3(%rip)`; not for
    constants' labels.
    """
    return _VARIABLE.fullmatch(operand) is not None and not operand.startswith(".L")


def register(operand: str) -> str:
    """Return the register that an operand is, the same for all its widths; nothing for other
    operands.
    """
    return _REGISTERS.get(operand, "")


def resized_operand(operand: str, size: int) -> str:
    """Return the part of a register that holds its lowest `size` bytes (8, 4, 2, 1); other
    operands as they are.
    """
    names = _NAMES.get(register(operand))
    return f"%{names[_SIZES.index(size)]}" if names else operand


def writes_register(instruction: Instruction, name: str) -> bool:
    """True if an instruction may write a register (calls: those that a function may use freely)."""
    if instruction.op.startswith("call"):
        return name not in ("b", "bp", "r12", "r13", "r14", "r15")
    if (
        instruction.op.startswith(("mul", "imul", "div", "idiv", "c"))
        and len(instruction.operands) < 2
    ):
        return name in ("a", "d")
    if instruction.op.startswith("xchg"):
        return name in {register(operand) for operand in instruction.operands}
    return not instruction.op.startswith(_ONLY_READS) and register(instruction.last) == name


def is_branch(instruction: Instruction) -> bool:
    """True for a conditional jump."""
    return instruction.op.startswith("j") and instruction.op != "jmp"


def is_store(instruction: Instruction) -> bool:
    """True for a plain store of a register or an immediate into an object with static storage."""
    return instruction.op in ("movb", "movw", "movl", "movq") and is_variable(instruction.last)
