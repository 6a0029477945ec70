"""Writes what computes values: arithmetic, functions, vectors and matrices, composites, calls."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.undefined import refuse

from .access import write
from .table import CORE, LIBRARY, Operation
from .writer import WRITERS, Writer


def componentwise(w: Writer, found: Instruction, operation: Operation, operand_ids: list[int]) -> None:
    """Write an operation on each component; an operand of one component serves all of them."""
    result = w.letters(found.result_id)
    operands = [w.cells(value_id) for value_id in operand_ids]
    letters = [w.letters(value_id)[0] for value_id in operand_ids]
    cells: list[str] = []
    for k in range(len(result)):
        row = [leaves[k % len(leaves)] for leaves in operands]
        row = [_viewed(w, operation, row, letters, j, result[0]) for j in range(len(row))]
        w.check(operation, row)
        gives = {"s": "i", "r": result[0], "=": result[0]}.get(operation.gives, operation.gives)
        cell = operation.expression.format(*row)
        cells.append(cell if gives == result[0] else f"({cell}).view({_TYPE[result[0]]})")
    w.assign(found.result_id, cells)


_TYPE: Final = {"i": "SIGNED", "u": "UNSIGNED", "f": "SINGLE"}


def _viewed(w: Writer, operation: Operation, row: list[str], letters: list[str], j: int, result: str) -> str:
    want = {"s": "i", "u": "u", "r": result, "=": letters[0], ".": letters[j]}[operation.views[j]]
    return w.view(row[j], letters[j], want)


def _core(w: Writer, found: Instruction) -> None:
    componentwise(w, found, CORE[found.op], found.ops)


def _select(w: Writer, found: Instruction) -> None:
    condition, yes, no = (w.cells(value_id) for value_id in found.ops)
    if w.module.pointee(found.type_id):
        raise refuse("a choice between pointers, in many lanes", found)
    cells = []
    for k, letter in enumerate(w.letters(found.result_id)):
        function = "select_bool" if letter == "b" else "select"
        cells.append(f"{function}({condition[k % len(condition)]}, {yes[k]}, {no[k]})")
    w.assign(found.result_id, cells)


def _bitcast(w: Writer, found: Instruction) -> None:
    have, want = w.letters(found.ops[0]), w.letters(found.result_id)
    if w.module.pointee(found.type_id) or len(have) != len(want):
        raise refuse("a bit cast between sizes, in many lanes", found)
    cells = [
        cell if x == y else f"{cell}.view({_TYPE[y]})"
        for cell, x, y in zip(w.cells(found.ops[0]), have, want, strict=True)
    ]
    w.assign(found.result_id, cells)
    if want[0] == "f" and have[0] != "f":
        for cell in w.cells(found.result_id):
            w.put(f"S.nan = S.nan or hit({cell} != {cell})")


# ---- vectors and matrices


def _dot(left: list[str], right: list[str]) -> str:
    return " + ".join(f"{x} * {y}" for x, y in zip(left, right, strict=True))


def _columns(w: Writer, value_id: int) -> list[list[str]]:
    cells = w.cells(value_id)
    rows = w.leaves.length(w.leaves.part_type(w.module.type_of(value_id)))
    return [cells[k : k + rows] for k in range(0, len(cells), rows)]


def _product(w: Writer, found: Instruction) -> None:
    left, right = found.ops
    if found.op == op.OpDot:
        cells = [_dot(w.cells(left), w.cells(right))]
    elif found.op == op.OpVectorTimesMatrix:
        cells = [_dot(w.cells(left), column) for column in _columns(w, right)]
    elif found.op == op.OpOuterProduct:
        cells = [f"{x} * {y}" for y in w.cells(right) for x in w.cells(left)]
    elif found.op in (op.OpVectorTimesScalar, op.OpMatrixTimesScalar):
        cells = [f"{x} * {w.cells(right)[0]}" for x in w.cells(left)]
    else:
        rows = [list(row) for row in zip(*_columns(w, left), strict=True)]
        columns = [w.cells(right)] if found.op == op.OpMatrixTimesVector else _columns(w, right)
        cells = [_dot(row, column) for column in columns for row in rows]
    w.assign(found.result_id, cells)


def _transpose(w: Writer, found: Instruction) -> None:
    columns = _columns(w, found.ops[0])
    w.assign(found.result_id, [cell for row in zip(*columns, strict=True) for cell in row])


def _any_all(w: Writer, found: Instruction) -> None:
    sign = " | " if found.op == op.OpAny else " & "
    w.assign(found.result_id, [sign.join(w.cells(found.ops[0]))])


# ---- pairs


def _pair(w: Writer, found: Instruction) -> None:
    letter = "i" if found.op == op.OpSMulExtended else "u"
    rows = [
        tuple(w.view(cell, w.letters(value_id)[0], letter) for cell, value_id in zip(pair, found.ops, strict=True))
        for pair in zip(*(w.cells(value_id) for value_id in found.ops), strict=True)
    ]
    low, high = _PAIRS[found.op]
    cells = [template.format(*row) for template in (low, high) for row in rows]
    wanted = w.letters(found.result_id)
    w.assign(
        found.result_id,
        [cell if want == letter else f"({cell}).view({_TYPE[want]})" for cell, want in zip(cells, wanted, strict=True)],
    )


_PAIRS: Final = {
    op.OpIAddCarry: ("{0} + {1}", "carry({0}, {1})"),
    op.OpISubBorrow: ("{0} - {1}", "borrow({0}, {1})"),
    op.OpUMulExtended: ("{0} * {1}", "high_product({0}, {1})"),
    op.OpSMulExtended: ("{0} * {1}", "high_signed_product({0}, {1})"),
}


# ---- composites


def _copy(w: Writer, found: Instruction) -> None:
    if not w.module.pointee(found.type_id):
        w.assign(found.result_id, w.cells(found.ops[0]))


def _construct(w: Writer, found: Instruction) -> None:
    w.assign(found.result_id, [cell for value_id in found.ops for cell in w.cells(value_id)])


def _extract(w: Writer, found: Instruction) -> None:
    offset, part = w.leaves.walk(w.module.type_of(found.ops[0]), found.ops[1:])
    w.assign(found.result_id, w.cells(found.ops[0])[offset : offset + w.leaves.count(part)])


def _insert(w: Writer, found: Instruction) -> None:
    offset, part = w.leaves.walk(found.type_id, found.ops[2:])
    whole = w.cells(found.ops[1])
    end = offset + w.leaves.count(part)
    w.assign(found.result_id, [*whole[:offset], *w.cells(found.ops[0]), *whole[end:]])


def _shuffle(w: Writer, found: Instruction) -> None:
    both = [*w.cells(found.ops[0]), *w.cells(found.ops[1])]
    unused = w.unit.literal(w.letters(found.result_id)[0], 0)
    w.assign(found.result_id, [both[index] if index < len(both) else unused for index in found.ops[2:]])


def _index(w: Writer, index_id: int, length: int) -> str:
    """Check the index of a component."""
    cell = w.cells(index_id)[0]
    w.leave(f"beyond({cell}, {length})")
    return cell


def _extract_dynamic(w: Writer, found: Instruction) -> None:
    cells = w.cells(found.ops[0])
    index = _index(w, found.ops[1], len(cells))
    w.put(f"d = inside({index}, beyond({index}, {len(cells)}))")
    w.assign(found.result_id, [f"pick({w.letters(found.result_id)!r}, d, [{', '.join(cells)}])"])


def _insert_dynamic(w: Writer, found: Instruction) -> None:
    cells = w.cells(found.ops[0])
    index = _index(w, found.ops[2], len(cells))
    letter = w.letters(found.result_id)[0]
    w.put(f"d = place({letter!r}, {index}, {w.cells(found.ops[1])[0]}, [{', '.join(cells)}])")
    w.assign(found.result_id, [f"d[{k}]" for k in range(len(cells))])


# ---- functions of GLSL.std.450

_VECTOR: Final = {
    GlslStd450.LENGTH: "length",
    GlslStd450.DISTANCE: "distance",
    GlslStd450.CROSS: "cross",
    GlslStd450.NORMALIZE: "normalize",
    GlslStd450.FACE_FORWARD: "face_forward",
    GlslStd450.REFLECT: "reflect",
    GlslStd450.REFRACT: "refract",
}
_EACH: Final = {
    GlslStd450.DETERMINANT: ("determinant", "v"),
    GlslStd450.MATRIX_INVERSE: ("matrix_inverse", "v"),
    GlslStd450.PACK_SNORM4X8: ("pack_snorm4x8", "v"),
    GlslStd450.PACK_UNORM4X8: ("pack_unorm4x8", "v"),
    GlslStd450.PACK_SNORM2X16: ("pack_snorm2x16", "v"),
    GlslStd450.PACK_UNORM2X16: ("pack_unorm2x16", "v"),
    GlslStd450.PACK_HALF2X16: ("pack_half2x16", "v"),
    GlslStd450.UNPACK_SNORM4X8: ("unpack_snorm4x8", "s"),
    GlslStd450.UNPACK_UNORM4X8: ("unpack_unorm4x8", "s"),
    GlslStd450.UNPACK_SNORM2X16: ("unpack_snorm2x16", "s"),
    GlslStd450.UNPACK_UNORM2X16: ("unpack_unorm2x16", "s"),
    GlslStd450.UNPACK_HALF2X16: ("unpack_half2x16", "s"),
}


_TWO_RESULTS: Final = {
    GlslStd450.MODF: "modf",
    GlslStd450.MODF_STRUCT: "modf",
    GlslStd450.FREXP: "frexp",
    GlslStd450.FREXP_STRUCT: "frexp",
}


def _library(w: Writer, found: Instruction) -> None:
    number, operands = found.ops[1], found.ops[2:]
    if not w.unit.is_standard(found.ops[0]):
        raise refuse("an extended instruction set other than GLSL.std.450", found)
    operation = LIBRARY.get(number)
    if operation is not None:
        componentwise(w, found, operation, operands)
    elif number in _VECTOR:
        _vector(w, found, operands)
    elif number in _EACH:
        _each(w, found, operands)
    elif number in _TWO_RESULTS:
        _two_results(w, found, operands)
    elif number == GlslStd450.LDEXP:
        _ldexp(w, found, operands)
    else:
        raise refuse(f"function {number} of GLSL.std.450, in many lanes", found)


def _lists(w: Writer, operands: list[int]) -> list[str]:
    return [f"[{', '.join(w.cells(value_id))}]" for value_id in operands]


def _vector(w: Writer, found: Instruction, operands: list[int]) -> None:
    name = _VECTOR[found.ops[1]]
    lists = _lists(w, operands)
    cells = [cell for value_id in operands for cell in w.cells(value_id)]
    w.leave_if("S.nan", f"not_numbers({', '.join(cells)})")
    if name == "face_forward":
        w.leave_if("S.nan", f"not_numbers(dot({lists[2]}, {lists[1]}))")
    if name == "normalize":
        w.leave(f"length({lists[0]}) == 0")
    w.put(f"d = {name}({', '.join(lists)})")
    count = len(w.letters(found.result_id))
    whole = name in ("length", "distance")
    w.leave_if("S.nan", "not_numbers(d)" if whole else "not_numbers(*d)")
    w.assign(found.result_id, ["d"] if whole else [f"d[{k}]" for k in range(count)])


def _each(w: Writer, found: Instruction, operands: list[int]) -> None:
    name, kinds = _EACH[found.ops[1]]
    shape = w.letters(found.result_id)
    given = [
        f"[{', '.join(w.view(cell, letter, 'u') if letter == 'i' else cell for cell in w.cells(value_id))}]"
        for value_id in operands
        for letter in w.letters(value_id)[:1]
    ]
    w.put(f"d, s = each({name}, {shape!r}, {kinds!r}, m, [{', '.join(given)}])")
    w.leave("s")
    w.put("S.nan = True")
    w.assign(found.result_id, [f"d[{k}]" for k in range(len(shape))])


def _two_results(w: Writer, found: Instruction, operands: list[int]) -> None:
    """Modf and Frexp: the second result goes through a pointer, or both into a struct."""
    number = found.ops[1]
    name = _TWO_RESULTS[number]
    shape = "ff" if name == "modf" else "fi"
    count = len(w.letters(operands[0]))
    for k, cell in enumerate(w.cells(operands[0])):
        w.put(f"y{k}, s = each({name}, {shape!r}, 's', m, [[{cell}]])")
        w.leave("s")
    w.put("S.nan = True")
    first, second = ([f"y{k}[{part}]" for k in range(count)] for part in range(2))
    if number in (GlslStd450.MODF_STRUCT, GlslStd450.FREXP_STRUCT):
        kinds = w.letters(found.result_id)[count:]
    else:
        place = w.places.of(operands[1])
        kinds = w.unit.letters(place.type_id)
    second = [w.view(cell, shape[1], kind) for cell, kind in zip(second, kinds, strict=True)]
    if number in (GlslStd450.MODF_STRUCT, GlslStd450.FREXP_STRUCT):
        w.assign(found.result_id, [*first, *second])
    else:
        w.assign(found.result_id, first)
        write(w, w.places.of(operands[1]), second)


def _ldexp(w: Writer, found: Instruction, operands: list[int]) -> None:
    cells = []
    letter = w.letters(operands[1])[0]
    for k, (cell, exponent) in enumerate(zip(w.cells(operands[0]), w.cells(operands[1]), strict=True)):
        w.put(f"y{k}, s = each(ldexp, 'f', 'ss', m, [[{cell}], [{w.view(exponent, letter, 'u')}]])")
        w.leave("s")
        cells.append(f"y{k}[0]")
    w.put("S.nan = True")
    w.assign(found.result_id, cells)


# ---- derivatives

_DERIVATIVES: Final = {
    op.OpDPdx: (1,),
    op.OpDPdy: (2,),
    op.OpFwidth: (1, 2),
    op.OpDPdxFine: (1,),
    op.OpDPdyFine: (2,),
    op.OpFwidthFine: (1, 2),
    op.OpDPdxCoarse: (1,),
    op.OpDPdyCoarse: (2,),
    op.OpFwidthCoarse: (1, 2),
}


def _derivative(w: Writer, found: Instruction) -> None:
    w.leave("torn(m)")
    cells = []
    for cell in w.cells(found.ops[0]):
        parts = [f"differ(S, {cell}, {distance})" for distance in _DERIVATIVES[found.op]]
        cells.append(parts[0] if len(parts) == 1 else f"np.abs({parts[0]}) + np.abs({parts[1]})")
    w.assign(found.result_id, cells)


WRITERS.update(dict.fromkeys(CORE, _core))
WRITERS.update(dict.fromkeys(_PAIRS, _pair))
WRITERS.update(dict.fromkeys(_DERIVATIVES, _derivative))
WRITERS.update(
    dict.fromkeys(
        (
            op.OpDot,
            op.OpVectorTimesScalar,
            op.OpMatrixTimesScalar,
            op.OpVectorTimesMatrix,
            op.OpMatrixTimesVector,
            op.OpMatrixTimesMatrix,
            op.OpOuterProduct,
        ),
        _product,
    )
)
WRITERS.update(
    {
        op.OpSelect: _select,
        op.OpBitcast: _bitcast,
        op.OpTranspose: _transpose,
        op.OpAny: _any_all,
        op.OpAll: _any_all,
        op.OpCopyObject: _copy,
        op.OpCopyLogical: _copy,
        op.OpCompositeConstruct: _construct,
        op.OpCompositeExtract: _extract,
        op.OpCompositeInsert: _insert,
        op.OpVectorShuffle: _shuffle,
        op.OpVectorExtractDynamic: _extract_dynamic,
        op.OpVectorInsertDynamic: _insert_dynamic,
        op.OpExtInst: _library,
    }
)
