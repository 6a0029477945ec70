"""Modules that hold every instruction of the grammar with random operands of the right kinds.

They parse and mean nothing; they exercise the reader and the writer of assembly text.
"""

from __future__ import annotations

import random
import struct

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.description import SET_FILES, Operand
from aberration.languages.spirv.literals import NumberType
from aberration.languages.spirv.operands import (
    CONSTANT_OPERATIONS,
    Kind,
    OperandLayout,
    core_table,
    encode_string,
    set_table,
)

# Imported names end in a version where the set has one; SPIRV-Tools knows no instruction of the
# last.
SETS = [f"{name}5" if name.endswith(".") else name for name in SET_FILES] + ["NonSemantic.Unknown"]
STRINGS = ["main", 'a "quoted" \\ line\nand another', "é", "", "abc", "abcd"]
INTEGERS = [
    NumberType(floating=False, width=width, signed=signed)
    for width in (8, 16, 32, 64)
    for signed in (False, True)
]
FLOATS = [NumberType(floating=True, width=width) for width in (16, 32, 64)]
NUMBERS = INTEGERS + FLOATS + [NumberType(floating=True, width=8, encoding=4215)]
FIRST_NUMBER, FIRST_VALUE, FIRST_RESULT = 100, 200, 1000
REFUSED = {
    # OpExtInstImport refuses unknown names; spirv-as cannot read all masks of the other two that
    # spirv-dis prints.
    opcodes.OpExtInstImport,
    opcodes.OpCooperativeMatrixLoadTensorNV,
    opcodes.OpCooperativeMatrixStoreTensorNV,
}
APART = {opcodes.OpExtInst, opcodes.OpExtInstWithForwardRefsKHR, opcodes.OpSpecConstantOp} | REFUSED


def instruction(op: int, *words: int) -> list[int]:
    return [len(words) + 1 << 16 | op, *words]


def prelude() -> list[int]:
    """Imports of all sets as ids from 1, number types from FIRST_NUMBER, a value of each from
    FIRST_VALUE.
    """
    words: list[int] = []
    for index, name in enumerate(SETS):
        words += instruction(opcodes.OpExtInstImport, index + 1, *encode_string(name))
    for index, number in enumerate(NUMBERS):
        op = opcodes.OpTypeFloat if number.floating else opcodes.OpTypeInt
        detail = (
            ([number.encoding] if number.encoding >= 0 else [])
            if number.floating
            else [int(number.signed)]
        )
        words += instruction(op, FIRST_NUMBER + index, number.width, *detail)
        words += instruction(opcodes.OpUndef, FIRST_NUMBER + index, FIRST_VALUE + index)
    return words


class Synthesis:
    """Draws operands; `number` is the type of the literals of the instruction under way."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.result = FIRST_RESULT
        self.number = NUMBERS[0]
        self.kinds: dict[str, Kind] = core_table().kinds

    def module(self) -> bytes:
        words = prelude()
        for layout in core_table().by_number.values():
            if layout.number not in APART:
                words += self.instruction(layout)
        for index, name in enumerate(SETS):
            for layout in set_table(name).by_number.values():
                words += self.extended(index + 1, name, layout)
        words += instruction(opcodes.OpExtInst, 3, self.fresh(), len(SETS), 77, 5, 6)
        for name in CONSTANT_OPERATIONS.split():
            words += self.constant_operation(core_table().by_name[f"Op{name}"])
        header = (0x07230203, 0x10600, 0, self.result + 1, 0)
        return struct.pack(f"<{5 + len(words)}I", *header, *words)

    def instruction(self, layout: OperandLayout) -> list[int]:
        return instruction(layout.number, *self.operands(layout.number, list(layout.slots)))

    def extended(self, imported: int, name: str, layout: OperandLayout) -> list[int]:
        self.kinds = set_table(name).kinds
        operands = self.operands(opcodes.OpExtInst, list(layout.slots))
        self.kinds = core_table().kinds
        return instruction(opcodes.OpExtInst, 3, self.fresh(), imported, layout.number, *operands)

    def constant_operation(self, layout: OperandLayout) -> list[int]:
        operands = self.operands(layout.number, list(layout.slots[2:]))
        return instruction(opcodes.OpSpecConstantOp, 3, self.fresh(), layout.number, *operands)

    def fresh(self) -> int:
        self.result += 1
        return self.result

    def operands(self, op: int, slots: list[Operand]) -> list[int]:
        words: list[int] = []
        for slot in slots:
            count = (
                self.random.randint(0, {"": 1, "?": 1, "*": 3}[slot.quantifier])
                if slot.quantifier
                else 1
            )
            for _ in range(count):
                words += self.operand(op, slot.kind, first=not words)
            if slot.quantifier == "?" and not count:
                break
        return words

    def operand(self, op: int, name: str, *, first: bool) -> list[int]:
        kind = self.kinds[name]
        if kind.category == "Composite":
            return [
                word for base in kind.bases for word in self.operand(op, base.kind, first=False)
            ]
        if kind.category == "Id":
            return [self.identifier(op, name, first=first)]
        if kind.category == "Literal":
            return self.literal(op, name)
        value = self.enumerant(kind)
        return [value, *self.operands(op, kind.parameters_of(value))]

    def identifier(self, op: int, name: str, *, first: bool) -> int:
        if name == "IdResult":
            return self.fresh()
        if name == "IdResultType" and op in (opcodes.OpConstant, opcodes.OpSpecConstant):
            return FIRST_NUMBER + self.choose_number(NUMBERS)
        if op == opcodes.OpSwitch and first:
            return FIRST_VALUE + self.choose_number(INTEGERS)
        return self.random.randint(1, 99)

    def choose_number(self, numbers: list[NumberType]) -> int:
        self.number = self.random.choice(numbers)
        return NUMBERS.index(self.number)

    def literal(self, op: int, name: str) -> list[int]:
        if name == "LiteralString":
            return encode_string(self.random.choice(STRINGS))
        if name == "LiteralContextDependentNumber" or op == opcodes.OpSwitch:
            return self.typed_literal()
        return [self.random.getrandbits(31 if name == "LiteralFloat" else 32)]

    def typed_literal(self) -> list[int]:
        width = self.number.width
        bits = self.random.choice(
            [self.random.getrandbits(width), 0, 1, 1 << (width - 1), (1 << width) - 1]
        )
        if self.number.signed and bits >> (width - 1):
            bits |= (1 << 64) - (1 << width)
        return [bits >> 32 * index & 0xFFFFFFFF for index in range(self.number.words)]

    def enumerant(self, kind: Kind) -> int:
        values = list(kind.names)
        if kind.category != "BitEnum":
            return self.random.choice(values)
        mask = 0
        for value in self.random.sample(values, min(len(values), self.random.randint(0, 3))):
            mask |= value
        return mask if mask or 0 in kind.names else values[0]
