"""Operand kinds and layouts for the assembler and the disassembler, from the machine-readable
grammar.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from . import opcodes
from .description import (
    SET_FILES,
    Description,
    InstructionEntry,
    KindEntry,
    Operand,
    core_description,
    set_description,
)
from .literals import NumberType

Slots = tuple[Operand, ...]

UNSIGNED = NumberType(floating=False, width=32)
FLOAT = NumberType(floating=True, width=32)
SET_PREFIXES = ("NonSemantic.ClspvReflection.", "NonSemantic.VkspReflection.")
NON_SEMANTIC = "NonSemantic."

# Specification, section 3.49.7 (OpSpecConstantOp), and what SPIRV-Tools takes beyond it.
CONSTANT_OPERATIONS = """
AccessChain InBoundsAccessChain PtrAccessChain InBoundsPtrAccessChain VectorShuffle CompositeExtract
CompositeInsert ConvertFToU ConvertFToS ConvertSToF ConvertUToF UConvert SConvert FConvert
QuantizeToF16 ConvertPtrToU ConvertUToPtr PtrCastToGeneric GenericCastToPtr Bitcast SNegate FNegate
IAdd FAdd ISub FSub IMul FMul UDiv SDiv FDiv UMod SRem SMod FRem FMod LogicalEqual LogicalNotEqual
LogicalOr LogicalAnd LogicalNot Select IEqual INotEqual UGreaterThan SGreaterThan UGreaterThanEqual
SGreaterThanEqual ULessThan SLessThan ULessThanEqual SLessThanEqual ShiftRightLogical
ShiftRightArithmetic ShiftLeftLogical BitwiseOr BitwiseXor BitwiseAnd Not CooperativeMatrixLengthKHR
CooperativeMatrixLengthNV
"""


class OperandLayout(msgspec.Struct, frozen=True):
    """The operands of an instruction in order; result type and result stand among them."""

    name: str
    number: int
    slots: Slots


class Kind(msgspec.Struct, frozen=True):
    """An operand kind; for enumerants their names, numbers and parameters."""

    category: str
    bases: Slots = ()
    names: dict[int, str] = {}
    numbers: dict[str, int] = {}
    parameters: dict[int, Slots] = {}

    def parameters_of(self, value: int) -> list[Operand]:
        """Return the operands that `value` brings with it: those of its bits, from the lowest."""
        if self.category != "BitEnum":
            return list(self.parameters.get(value, ()))
        return [
            slot for bit in sorted(self.parameters) if bit & value for slot in self.parameters[bit]
        ]


class Table(msgspec.Struct, frozen=True):
    """The core instructions, or one extended instruction set."""

    by_number: dict[int, OperandLayout]
    by_name: dict[str, OperandLayout]
    kinds: dict[str, Kind]


def layout_of(entry: InstructionEntry) -> OperandLayout:
    return OperandLayout(entry.opname, entry.opcode, tuple(entry.operands))


def kind_of(entry: KindEntry) -> Kind:
    names: dict[int, str] = {}
    numbers: dict[str, int] = {}
    for enumerant in entry.enumerants:
        names.setdefault(enumerant.number, enumerant.enumerant)
        numbers.update(dict.fromkeys([enumerant.enumerant, *enumerant.aliases], enumerant.number))
    parameters = {
        each.number: tuple(each.parameters) for each in entry.enumerants if each.parameters
    }
    bases = tuple(Operand(base) for base in entry.bases)
    return Kind(entry.category, bases, names, numbers, parameters)


def table_of(description: Description, kinds: dict[str, Kind]) -> Table:
    by_number: dict[int, OperandLayout] = {}
    by_name: dict[str, OperandLayout] = {}
    for entry in description.instructions:
        layout = layout_of(entry)
        by_number.setdefault(entry.opcode, layout)
        by_name.update(dict.fromkeys([entry.opname, *entry.aliases], layout))
    return Table(
        by_number,
        by_name,
        kinds | {entry.kind: kind_of(entry) for entry in description.operand_kinds},
    )


@cache
def core_table() -> Table:
    return table_of(core_description(), {})


def constant_operation(name: str) -> OperandLayout | None:
    """Return the instruction that OpSpecConstantOp may carry under `name` (without "Op")."""
    return core_table().by_name[f"Op{name}"] if name in CONSTANT_OPERATIONS.split() else None


@cache
def set_table(name: str) -> Table:
    """Return the extended instruction set imported as `name`; one without a known grammar is
    empty.
    """
    for prefix in SET_PREFIXES:
        if name.startswith(prefix):
            name = prefix
    if name not in SET_FILES:
        return Table({}, {}, core_table().kinds)
    return table_of(set_description(name), core_table().kinds)


def decode_string(words: Iterable[int]) -> str:
    """Return the text of a nul-terminated string; bytes that are not UTF-8 become lone
    surrogates.
    """
    data = b"".join(word.to_bytes(4, "little") for word in words)
    return data.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")


def encode_string(text: str) -> list[int]:
    data = text.encode("utf-8", "surrogateescape")
    data += bytes(4 - len(data) % 4)
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


class Declarations:
    """What earlier instructions declared that later operands depend on."""

    __slots__ = ("numbers", "sets", "value_types")

    def __init__(self) -> None:
        self.numbers: dict[int, NumberType] = {}
        self.value_types: dict[int, int] = {}
        self.sets: dict[int, str] = {}

    def record(self, op: int, type_id: int, result_id: int, ops: list[int]) -> None:
        """Note an instruction, given its operand words after type and result."""
        if type_id:
            self.value_types[result_id] = type_id
        elif op == opcodes.OpTypeInt and len(ops) == 2:
            self.numbers[result_id] = NumberType(floating=False, width=ops[0], signed=ops[1] != 0)
        elif op == opcodes.OpTypeFloat and ops:
            self.numbers[result_id] = NumberType(
                floating=True, width=ops[0], encoding=ops[1] if ops[1:] else -1
            )
        elif op == opcodes.OpExtInstImport:
            self.sets[result_id] = decode_string(ops)

    def literal_type(self, op: int, type_id: int, ops: list[int]) -> NumberType | None:
        """Return the type of a literal whose width the instruction decides."""
        if op == opcodes.OpSwitch:
            return self.numbers.get(self.value_types.get(ops[0], 0)) if ops else None
        return self.numbers.get(type_id)
