"""Integers, floats, booleans, comparisons, conversions: leaf by leaf, as templates of Python
expressions.

`{m}` is the mask of the operand's width, `{s}` its sign bit, `{w}` the width; `{a}`, `{b}` ... are
the operands.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.leaves import Leaf

from .code import is_literal
from .writer import WRITERS, Writer

_LETTERS: Final = "abcd"
_INTEGER: Final = {
    op.OpIAdd: "{a} + {b} & {m}",
    op.OpISub: "{a} - {b} & {m}",
    op.OpIMul: "{a} * {b} & {m}",
    op.OpUDiv: "{a} // {b}",
    op.OpUMod: "{a} % {b}",
    # Two operands below the sign bit are not negative: then Python's operators are those of
    # unsigned numbers.
    op.OpSDiv: "{a} // {b} if {a} < {s} > {b} else s_div({a}, {b}, {s})",
    op.OpSRem: "{a} % {b} if {a} < {s} > {b} else no_remainder({a}, {b})",
    op.OpSMod: "{a} % {b} if {a} < {s} > {b} else no_remainder({a}, {b})",
    op.OpSNegate: "-{a} & {m}",
    op.OpNot: "{a} ^ {m}",
    op.OpBitwiseAnd: "{a} & {b}",
    op.OpBitwiseOr: "{a} | {b}",
    op.OpBitwiseXor: "{a} ^ {b}",
    op.OpBitReverse: "bit_reverse({a}, {w})",
    op.OpBitCount: "({a}).bit_count()",
    # The comparison itself fails for None: `<` is not defined for it, other than `==`.
    op.OpULessThan: "{a} < {b}",
    op.OpULessThanEqual: "{a} <= {b}",
    op.OpUGreaterThan: "{a} > {b}",
    op.OpUGreaterThanEqual: "{a} >= {b}",
    # With the sign bit turned, the order of unsigned numbers is that of signed ones.
    op.OpSLessThan: "{a} ^ {s} < {b} ^ {s}",
    op.OpSLessThanEqual: "{a} ^ {s} <= {b} ^ {s}",
    op.OpSGreaterThan: "{a} ^ {s} > {b} ^ {s}",
    op.OpSGreaterThanEqual: "{a} ^ {s} >= {b} ^ {s}",
}
_EQUAL: Final = {
    # `==` gives an answer for None too; `^` raises. So the plain form is for what is surely
    # written.
    op.OpIEqual: ("{a} == {b}", "not {a} ^ {b}"),
    op.OpINotEqual: ("{a} != {b}", "({a} ^ {b}) != 0"),
}
_BOOLEAN: Final = {
    # Not `and`: SPIR-V evaluates both sides, and None must not hide behind a false one.
    op.OpLogicalAnd: "{a} & {b}",
    op.OpLogicalOr: "{a} | {b}",
    op.OpLogicalEqual: "not {a} ^ {b}",
    op.OpLogicalNotEqual: "{a} ^ {b}",
    op.OpLogicalNot: "not {a} ^ False",
}
FLOAT: Final = {
    op.OpFAdd: "{a} + {b}",
    op.OpFSub: "{a} - {b}",
    op.OpFMul: "{a} * {b}",
    op.OpFDiv: "{a} / {b}",
}
_NEEDS_NUMBERS: Final = {
    # Of two numbers one of `<=` and `>` holds; of a NaN neither.
    "==": "{a} == {b} if {a} <= {b} or {a} > {b} else nan()",
    "!=": "{a} != {b} if {a} <= {b} or {a} > {b} else nan()",
    "<": "{a} < {b} or not {a} >= {b} and nan()",
    "<=": "{a} <= {b} or not {a} > {b} and nan()",
    ">": "{a} > {b} or not {a} <= {b} and nan()",
    ">=": "{a} >= {b} or not {a} < {b} and nan()",
}
FLOAT_COMPARISONS: Final = {
    op.OpFOrdEqual: "==",
    op.OpFUnordEqual: "==",
    op.OpFOrdNotEqual: "!=",
    op.OpFUnordNotEqual: "!=",
    op.OpFOrdLessThan: "<",
    op.OpFUnordLessThan: "<",
    op.OpFOrdLessThanEqual: "<=",
    op.OpFUnordLessThanEqual: "<=",
    op.OpFOrdGreaterThan: ">",
    op.OpFUnordGreaterThan: ">",
    op.OpFOrdGreaterThanEqual: ">=",
    op.OpFUnordGreaterThanEqual: ">=",
}
_TESTS: Final = {
    op.OpIsNan: "is_nan({a})",
    op.OpIsInf: "is_inf({a})",
    op.OpOrdered: "is_ordered({a}, {b})",
    op.OpUnordered: "not is_ordered({a}, {b})",
}
_SHIFTS: Final = {
    op.OpShiftLeftLogical: "{a} << {b} & {m}",
    op.OpShiftRightLogical: "{a} >> {b}",
    # Python's `>>` keeps the sign of a negative number: so the operand becomes one first.
    op.OpShiftRightArithmetic: "({a} ^ {s}) - {s} >> {b} & {m}",
}


def fill_template(leaf: Leaf, template: str, cells: list[str]) -> str:
    """Fill a template."""
    names = dict(zip(_LETTERS, cells, strict=False))
    return template.format(m=(1 << leaf.width) - 1, s=1 << (leaf.width - 1), w=leaf.width, **names)


def rows_of(w: Writer, found: Instruction) -> list[tuple[str, list[str]]]:
    """Return for each leaf of the result its name and the operands; results are known from here
    on.
    """
    operands = [w.cells(value_id) for value_id in found.ops]
    names = w.names(found.result_id)
    w.known.update(names)
    return [(name, [cells[k] for cells in operands]) for k, name in enumerate(names)]


def _integer(w: Writer, found: Instruction) -> None:
    leaf = w.leaf_of(found.ops[0])
    template = _INTEGER[found.op]
    for name, cells in rows_of(w, found):
        w.put(f"{name} = {fill_template(leaf, template, cells)}")


def _equal(w: Writer, found: Instruction) -> None:
    plain, careful = _EQUAL[found.op]
    for name, cells in rows_of(w, found):
        template = plain if all(w.is_known(cell) for cell in cells) else careful
        w.put(f"{name} = {template.format(a=cells[0], b=cells[1])}")


def _boolean(w: Writer, found: Instruction) -> None:
    for name, cells in rows_of(w, found):
        if found.op == op.OpLogicalNot and w.is_known(cells[0]):
            w.put(f"{name} = not {cells[0]}")
        else:
            w.put(f"{name} = {fill_template(BIT, _BOOLEAN[found.op], cells)}")


BIT: Final = Leaf("bool", 1)


def _shift(w: Writer, found: Instruction) -> None:
    leaf = w.leaf_of(found.ops[0])
    text = _SHIFTS[found.op]
    for name, cells in rows_of(w, found):
        amount = cells[1]
        if is_literal(amount) and int(amount) >= leaf.width:
            w.put("too_wide()")
            w.put(f"{name} = 0")
        elif is_literal(amount):
            w.put(f"{name} = {fill_template(leaf, text, cells)}")
        else:
            result = fill_template(leaf, text, cells)
            w.put(f"{name} = {result} if {amount} < {leaf.width} else too_wide()")


def round_to(w: Writer, name: str, width: int, expression: str) -> None:
    """Assign a float result."""
    if width == 32:
        # R is the cell of `runtime.single`: without a call, as most lines of a shader are this one.
        w.put(f"R[0] = {expression}; {name} = R[0]")
    elif width == 16:
        w.put(f"{name} = half({expression})")
    else:
        w.put(f"{name} = {expression}")


def _float(w: Writer, found: Instruction) -> None:
    width = w.leaf_of(found.result_id).width
    template = FLOAT[found.op]
    for name, cells in rows_of(w, found):
        round_to(w, name, width, template.format(a=cells[0], b=cells[1]))


def _float_negate(w: Writer, found: Instruction) -> None:
    for name, cells in rows_of(w, found):
        w.put(f"{name} = -{cells[0]}")


def _float_remainder(w: Writer, found: Instruction) -> None:
    width = w.leaf_of(found.result_id).width
    function = "f_rem" if found.op == op.OpFRem else "f_mod"
    for name, cells in rows_of(w, found):
        round_to(
            w,
            name,
            # The function has rounded already: no second time.
            width if width != 32 else 64,
            f"{function}{'' if width == 32 else '_wide'}({', '.join(cells)})",
        )


def _float_comparison(w: Writer, found: Instruction) -> None:
    template = _NEEDS_NUMBERS[FLOAT_COMPARISONS[found.op]]
    for name, cells in rows_of(w, found):
        w.put(f"{name} = {template.format(a=cells[0], b=cells[1])}")


def _test(w: Writer, found: Instruction) -> None:
    for name, cells in rows_of(w, found):
        w.put(f"{name} = {fill_template(BIT, _TESTS[found.op], cells)}")


# ---- by scalars and matrices


def _times_scalar(w: Writer, found: Instruction) -> None:
    width = w.leaf_of(found.result_id).width
    left, scalar = w.cells(found.ops[0]), w.one(found.ops[1])
    names = w.names(found.result_id)
    for name, cell in zip(names, left, strict=True):
        round_to(w, name, width, f"{cell} * {scalar}")
    w.known.update(names)


def _sum(w: Writer, name: str, width: int, pairs: list[tuple[str, str]]) -> None:
    """Assign a sum of products, each product and each sum rounded."""
    for k, (x, y) in enumerate(pairs):
        round_to(w, name if k == 0 else "t", width, f"{x} * {y}")
        if k:
            round_to(w, name, width, f"{name} + t")


def _dot(w: Writer, found: Instruction) -> None:
    pairs = list(zip(w.cells(found.ops[0]), w.cells(found.ops[1]), strict=True))
    names = w.names(found.result_id)
    _sum(w, names[0], w.leaf_of(found.result_id).width, pairs)
    w.known.update(names)


def _columns(w: Writer, value_id: int) -> list[list[str]]:
    cells = w.cells(value_id)
    rows = w.leaves.length(w.leaves.part_type(w.module.type_of(value_id)))
    return [cells[k : k + rows] for k in range(0, len(cells), rows)]


def _matrix_product(w: Writer, found: Instruction) -> None:
    width = w.leaf_of(found.result_id).width
    by_vector = found.op == op.OpMatrixTimesVector
    rows = [list(row) for row in zip(*_columns(w, found.ops[0]), strict=True)]
    columns = [w.cells(found.ops[1])] if by_vector else _columns(w, found.ops[1])
    names = w.names(found.result_id)
    w.known.update(names)
    sums = [(row, column) for column in columns for row in rows]
    for name, (row, column) in zip(names, sums, strict=True):
        _sum(w, name, width, list(zip(row, column, strict=True)))


def _vector_times_matrix(w: Writer, found: Instruction) -> None:
    width = w.leaf_of(found.result_id).width
    vector, columns = w.cells(found.ops[0]), _columns(w, found.ops[1])
    names = w.names(found.result_id)
    w.known.update(names)
    for name, column in zip(names, columns, strict=True):
        _sum(w, name, width, list(zip(vector, column, strict=True)))


def _outer_product(w: Writer, found: Instruction) -> None:
    width = w.leaf_of(found.result_id).width
    left, right = w.cells(found.ops[0]), w.cells(found.ops[1])
    names = w.names(found.result_id)
    w.known.update(names)
    for name, (x, y) in zip(names, [(x, y) for y in right for x in left], strict=True):
        round_to(w, name, width, f"{x} * {y}")


# ---- booleans of vectors


def _any_all(w: Writer, found: Instruction) -> None:
    name = w.names(found.result_id)[0]
    sign = " | " if found.op == op.OpAny else " & "
    w.put(f"{name} = {sign.join(w.cells(found.ops[0]))}")
    w.known.add(name)


def select_leaves(w: Writer, found: Instruction) -> None:
    condition, yes, no = (w.cells(value_id) for value_id in found.ops)
    names = w.names(found.result_id)
    for k, name in enumerate(names):
        test = w.bool_of(condition[k % len(condition)])
        w.put(f"{name} = {yes[k]} if {test} else {no[k]}")
        if w.is_known(yes[k]) and w.is_known(no[k]):
            w.known.add(name)


# ---- pairs of results


def _pair(w: Writer, found: Instruction) -> None:
    leaf = w.leaf_of(found.ops[0])
    templates = _PAIRS[found.op]
    left, right = w.cells(found.ops[0]), w.cells(found.ops[1])
    name = w.names(found.result_id)[0]
    rows = [[x, y] for x, y in zip(left, right, strict=True)]
    cells = [fill_template(leaf, template, row) for template in templates for row in rows]
    w.put(f"{name} = ({', '.join(cells)},)")


_PAIRS: Final = {
    op.OpIAddCarry: ("{a} + {b} & {m}", "{a} + {b} >> {w}"),
    op.OpISubBorrow: ("{a} - {b} & {m}", "1 if {a} < {b} else 0"),
    op.OpUMulExtended: ("{a} * {b} & {m}", "{a} * {b} >> {w}"),
    op.OpSMulExtended: (
        "{a} * {b} & {m}",
        "(({a} ^ {s}) - {s}) * (({b} ^ {s}) - {s}) >> {w} & {m}",
    ),
}


# ---- bit fields


def _bit_field(w: Writer, found: Instruction) -> None:
    width = w.leaf_of(found.result_id).width
    function = {op.OpBitFieldInsert: "field_insert", op.OpBitFieldSExtract: "field_s_extract"}.get(
        found.op, "field_u_extract"
    )
    split = 2 if found.op == op.OpBitFieldInsert else 1
    values = [w.cells(value_id) for value_id in found.ops[:split]]
    scalars = [w.one(value_id) for value_id in found.ops[split:]]
    names = w.names(found.result_id)
    for k, name in enumerate(names):
        w.put(
            f"{name} = "
            f"{function}({', '.join([*(cells[k] for cells in values), *scalars])}, "
            f"{width})"
        )
    w.known.update(names)


WRITERS.update(dict.fromkeys(_INTEGER, _integer))
WRITERS.update(dict.fromkeys(_EQUAL, _equal))
WRITERS.update(dict.fromkeys(_BOOLEAN, _boolean))
WRITERS.update(dict.fromkeys(_SHIFTS, _shift))
WRITERS.update(dict.fromkeys(FLOAT, _float))
WRITERS.update(dict.fromkeys(FLOAT_COMPARISONS, _float_comparison))
WRITERS.update(dict.fromkeys(_TESTS, _test))
WRITERS.update(dict.fromkeys(_PAIRS, _pair))
WRITERS.update(
    {
        op.OpFNegate: _float_negate,
        op.OpFRem: _float_remainder,
        op.OpFMod: _float_remainder,
        op.OpVectorTimesScalar: _times_scalar,
        op.OpMatrixTimesScalar: _times_scalar,
        op.OpDot: _dot,
        op.OpMatrixTimesVector: _matrix_product,
        op.OpMatrixTimesMatrix: _matrix_product,
        op.OpVectorTimesMatrix: _vector_times_matrix,
        op.OpOuterProduct: _outer_product,
        op.OpAny: _any_all,
        op.OpAll: _any_all,
        op.OpBitFieldInsert: _bit_field,
        op.OpBitFieldSExtract: _bit_field,
        op.OpBitFieldUExtract: _bit_field,
    }
)
