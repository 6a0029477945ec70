"""Floats, leaf by leaf: arithmetic, comparisons, sums of products."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.instruction import Instruction

from .cells import Cell
from .integers import combine
from .writer import NativeWriter, Write

_ARITHMETIC: Final = {
    op.OpFAdd: "ADD",
    op.OpFSub: "SUB",
    op.OpFMul: "MUL",
    op.OpFDiv: "DIV",
    op.OpFRem: "REM",
    op.OpFMod: "MOD",
}
# Ordered and unordered ones differ for NaN alone, and who compares one is undefined here in either
# way.
_COMPARISONS: Final = {
    op.OpFOrdEqual: "EQ",
    op.OpFUnordEqual: "EQ",
    op.OpFOrdNotEqual: "NE",
    op.OpFUnordNotEqual: "NE",
    op.OpFOrdLessThan: "LT",
    op.OpFUnordLessThan: "LT",
    op.OpFOrdLessThanEqual: "LE",
    op.OpFUnordLessThanEqual: "LE",
    op.OpFOrdGreaterThan: "GT",
    op.OpFUnordGreaterThan: "GT",
    op.OpFOrdGreaterThanEqual: "GE",
    op.OpFUnordGreaterThanEqual: "GE",
}
_TESTS: Final = {
    op.OpIsNan: "IS_NAN",
    op.OpIsInf: "IS_INF",
    op.OpOrdered: "ORDERED",
    op.OpUnordered: "UNORDERED",
}


def product(w: NativeWriter, target: str, kind: str, left: Cell, right: Cell, freedom: str) -> None:
    """Assign a product; a square, whose operands are one value, is never negative."""
    # As two intervals [-1, 1] times [-1, 1] is [-1, 1]; that both are the same number is known here
    # alone.
    if left.text == right.text:
        w.put(f"SQR_{kind}({target}, {left.text}, {freedom}, {w.site})")
    else:
        w.put(f"MUL_{kind}({target}, {left.text}, {right.text}, {freedom}, {w.site})")


def sum_of_products(
    w: NativeWriter, result: Cell, pairs: list[tuple[Cell, Cell]], freedom: str
) -> None:
    """Assign a sum of products, each of which is rounded, as is each sum."""
    if len(pairs) == 1:
        product(w, result.text, result.kind, *pairs[0], freedom)
        return
    total = w.temporary(result.kind)
    product(w, total, result.kind, *pairs[0], freedom)
    for k, pair in enumerate(pairs[1:], 1):
        term = w.temporary(result.kind)
        product(w, term, result.kind, *pair, freedom)
        target = result.text if k == len(pairs) - 1 else w.temporary(result.kind)
        w.put(f"ADD_{result.kind}({target}, {total}, {term}, {freedom}, {w.site})")
        total = target


def _arithmetic(w: NativeWriter, found: Instruction) -> None:
    name, freedom = _ARITHMETIC[found.op], w.freedom(found)
    left, right = w.operand_cells(found.ops[0]), w.operand_cells(found.ops[1])
    for result, x, y in zip(w.results(found), left, right, strict=True):
        if name == "MUL":
            product(w, result.text, result.kind, x, y, freedom)
        else:
            w.put(f"{name}_{result.kind}({result.text}, {x.text}, {y.text}, {freedom}, {w.site})")


def _negate(w: NativeWriter, found: Instruction) -> None:
    cells = w.operand_cells(found.ops[0])
    for result, cell in zip(w.results(found), cells, strict=True):
        w.put(f"NEG_{result.kind}({result.text}, {cell.text})")


def _comparison(w: NativeWriter, found: Instruction) -> None:
    left, right = w.operand_cells(found.ops[0]), w.operand_cells(found.ops[1])
    for result, x, y in zip(w.results(found), left, right, strict=True):
        freedom = w.freedom_of(found, x.kind)
        if x.text == y.text:
            # An interval compared with itself overlaps and decides nothing, the number in it is
            # equal to itself on every implementation. Only a NaN is not, which SELF_X looks for.
            same = int(_COMPARISONS[found.op] in ("EQ", "LE", "GE"))
            w.put(f"SELF_X({result.text}, {x.text}, {same}, {w.site})")
            continue
        w.put(f"{_COMPARISONS[found.op]}_X({result.text}, {x.text}, {y.text}, {freedom}, {w.site})")


def _test(w: NativeWriter, found: Instruction) -> None:
    operands = [w.operand_cells(value_id) for value_id in found.ops]
    for k, result in enumerate(w.results(found)):
        texts = ", ".join([result.text, *(cells[k].text for cells in operands)])
        w.put(f"{_TESTS[found.op]}_X({texts}, {w.site})")


def _times_scalar(w: NativeWriter, found: Instruction) -> None:
    freedom = w.freedom(found)
    left, scalar = w.operand_cells(found.ops[0]), w.operand_cells(found.ops[1])[0]
    for result, cell in zip(w.results(found), left, strict=True):
        product(w, result.text, result.kind, cell, scalar, freedom)


def _dot(w: NativeWriter, found: Instruction) -> None:
    pairs = list(zip(w.operand_cells(found.ops[0]), w.operand_cells(found.ops[1]), strict=True))
    sum_of_products(w, w.results(found)[0], pairs, w.freedom(found))


def _columns(w: NativeWriter, value_id: int) -> list[list[Cell]]:
    cells = w.operand_cells(value_id)
    rows = w.leaves.length(w.leaves.part_type(w.module.type_of(value_id)))
    return [cells[k : k + rows] for k in range(0, len(cells), rows)]


def _matrix_product(w: NativeWriter, found: Instruction) -> None:
    freedom = w.freedom(found)
    # Leaves lie column by column; a product takes rows of the left one.
    rows = [list(row) for row in zip(*_columns(w, found.ops[0]), strict=True)]
    by_vector = found.op == op.OpMatrixTimesVector
    columns = [w.operand_cells(found.ops[1])] if by_vector else _columns(w, found.ops[1])
    sums = [(row, column) for column in columns for row in rows]
    for result, (row, column) in zip(w.results(found), sums, strict=True):
        sum_of_products(w, result, list(zip(row, column, strict=True)), freedom)


def _vector_times_matrix(w: NativeWriter, found: Instruction) -> None:
    freedom = w.freedom(found)
    vector, columns = w.operand_cells(found.ops[0]), _columns(w, found.ops[1])
    for result, column in zip(w.results(found), columns, strict=True):
        sum_of_products(w, result, list(zip(vector, column, strict=True)), freedom)


def _outer_product(w: NativeWriter, found: Instruction) -> None:
    freedom = w.freedom(found)
    left, right = w.operand_cells(found.ops[0]), w.operand_cells(found.ops[1])
    pairs = [(x, y) for y in right for x in left]
    for result, (x, y) in zip(w.results(found), pairs, strict=True):
        product(w, result.text, result.kind, x, y, freedom)


FLOATS_TABLE: Final[dict[int, Write]] = {
    **dict.fromkeys(_ARITHMETIC, _arithmetic),
    **dict.fromkeys(_COMPARISONS, _comparison),
    **dict.fromkeys(_TESTS, _test),
    op.OpFNegate: _negate,
    op.OpVectorTimesScalar: _times_scalar,
    op.OpMatrixTimesScalar: _times_scalar,
    op.OpDot: _dot,
    op.OpMatrixTimesVector: _matrix_product,
    op.OpMatrixTimesMatrix: _matrix_product,
    op.OpVectorTimesMatrix: _vector_times_matrix,
    op.OpOuterProduct: _outer_product,
}
__all__ = ["FLOATS_TABLE", "combine", "product", "sum_of_products"]
