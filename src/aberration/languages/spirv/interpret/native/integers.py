"""Integers and booleans, leaf by leaf."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.instruction import Instruction

from .cells import Cell
from .writer import NativeWriter, Write

_INTEGER: Final = {
    op.OpIAdd: "ADD",
    op.OpISub: "SUB",
    op.OpIMul: "MUL",
    op.OpUDiv: "UDIV",
    op.OpUMod: "UMOD",
    op.OpSDiv: "SDIV",
    op.OpSRem: "SREM",
    op.OpSMod: "SMOD",
    op.OpSNegate: "NEG",
    op.OpNot: "NOT",
    op.OpBitwiseAnd: "AND",
    op.OpBitwiseOr: "OR",
    op.OpBitwiseXor: "XOR",
    op.OpShiftLeftLogical: "SHL",
    op.OpShiftRightLogical: "SHR",
    op.OpShiftRightArithmetic: "SAR",
    op.OpBitReverse: "REVERSE",
    op.OpULessThan: "ULT",
    op.OpULessThanEqual: "ULE",
    op.OpUGreaterThan: "UGT",
    op.OpUGreaterThanEqual: "UGE",
    op.OpSLessThan: "SLT",
    op.OpSLessThanEqual: "SLE",
    op.OpSGreaterThan: "SGT",
    op.OpSGreaterThanEqual: "SGE",
    op.OpIEqual: "EQ",
    op.OpINotEqual: "NE",
}
_BOOLEAN: Final = {
    op.OpLogicalAnd: "AND",
    op.OpLogicalOr: "OR",
    op.OpLogicalEqual: "EQ",
    op.OpLogicalNotEqual: "NE",
    op.OpLogicalNot: "NOT",
}
_PAIRS: Final = {
    op.OpIAddCarry: ("ADD", "CARRY"),
    op.OpISubBorrow: ("SUB", "BORROW"),
    op.OpUMulExtended: ("MUL", "UHIGH"),
    op.OpSMulExtended: ("MUL", "SHIGH"),
}


def apply(w: NativeWriter, name: str, result: Cell, operands: list[Cell], width: int) -> None:
    """Assign the result of an operation on integers of some width."""
    cells = w.as_one_kind(operands, width)
    kind = cells[0].kind
    target = result
    if kind != "J" and result.kind in ("J", "E"):
        # All operands are surely known, but the result is not believed to be.
        cells = [w.as_loose(cell, width) for cell in cells]
        kind = "J"
    w.put(
        f"{name}_{kind}({', '.join([target.text, *(cell.text for cell in cells)])}, "
        f"{width}, {w.site})"
    )


def _integer(w: NativeWriter, found: Instruction) -> None:
    width = w.leaf_of(found.ops[0]).width
    operands = [w.operand_cells(value_id) for value_id in found.ops]
    for k, result in enumerate(w.results(found)):
        apply(w, _INTEGER[found.op], result, [cells[k] for cells in operands], width)


def _count(w: NativeWriter, found: Instruction) -> None:
    """The result may be narrower or wider than the operand."""
    source = w.leaf_of(found.ops[0])
    operand = w.operand_cells(found.ops[0])
    for cell, result in zip(operand, w.results(found), strict=True):
        loose = w.as_kind(cell, result.kind, source.width)
        if loose.kind == "L" and result.kind == "U":
            w.put(f"{result.text} = (uint32_t)bits_counted({loose.text});")
        else:
            w.put(f"COUNT_{loose.kind}({result.text}, {loose.text}, {source.width}, {w.site})")


def _boolean(w: NativeWriter, found: Instruction) -> None:
    operands = [w.operand_cells(value_id) for value_id in found.ops]
    for k, result in enumerate(w.results(found)):
        combine(w, _BOOLEAN[found.op], result, [cells[k] for cells in operands])


def combine(w: NativeWriter, name: str, result: Cell, operands: list[Cell]) -> None:
    """Assign the result of an operation on booleans."""
    cells = [w.as_kind(cell, result.kind, 1) for cell in w.as_one_kind(operands, 1)]
    w.put(f"{name}_{result.kind}({', '.join([result.text, *(cell.text for cell in cells)])})")


def _any_all(w: NativeWriter, found: Instruction) -> None:
    name = "OR" if found.op == op.OpAny else "AND"
    cells = w.operand_cells(found.ops[0])
    result = w.results(found)[0]
    first = w.as_kind(cells[0], result.kind, 1)
    w.put(f"{result.text} = {first.text};")
    for cell in cells[1:]:
        combine(w, name, result, [Cell(result.text, result.kind), cell])


def _pair(w: NativeWriter, found: Instruction) -> None:
    width = w.leaf_of(found.ops[0]).width
    left, right = w.operand_cells(found.ops[0]), w.operand_cells(found.ops[1])
    made = w.place_for(found)
    loose = w.is_loose(found.result_id)
    kind = "J" if loose else "L" if width > 32 else "U"
    for half, name in enumerate(_PAIRS[found.op]):
        for k, pair in enumerate(zip(left, right, strict=True)):
            result = Cell(w.temporary(kind), kind)
            apply(w, name, result, list(pair), width)
            at = made.leaf(half * len(left) + k)
            w.put(f"STORE_{kind}(m, {at}, {result.text}) z[{at}] = 1;")


def _bit_field(w: NativeWriter, found: Instruction) -> None:
    width = w.leaf_of(found.result_id).width
    inserts = found.op == op.OpBitFieldInsert
    name = "INSERT" if inserts else "FIELD_S" if found.op == op.OpBitFieldSExtract else "FIELD_U"
    split = 2 if inserts else 1
    values = [w.operand_cells(value_id) for value_id in found.ops[:split]]
    scalars = [w.operand_cells(value_id)[0] for value_id in found.ops[split:]]
    for k, result in enumerate(w.results(found)):
        apply(w, name, result, [*(cells[k] for cells in values), *scalars], width)


INTEGERS: Final[dict[int, Write]] = {
    **dict.fromkeys(_INTEGER, _integer),
    **dict.fromkeys(_BOOLEAN, _boolean),
    **dict.fromkeys(_PAIRS, _pair),
    op.OpBitCount: _count,
    op.OpAny: _any_all,
    op.OpAll: _any_all,
    op.OpBitFieldInsert: _bit_field,
    op.OpBitFieldSExtract: _bit_field,
    op.OpBitFieldUExtract: _bit_field,
}
