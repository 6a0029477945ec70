"""Conversions between number types, and bits read as another type."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.leaves import Leaf
from aberration.languages.spirv.interpret.undefined import refuse
from aberration.languages.spirv.types import pointee

from .cells import FLOATS, Cell, kind_of
from .writer import NativeWriter, Write


def _to_integer(w: NativeWriter, found: Instruction) -> None:
    leaf = w.leaf_of(found.result_id)
    name = "F_TO_S" if found.op == op.OpConvertFToS else "F_TO_U"
    cells = w.operand_cells(found.ops[0])
    for result, cell in zip(w.results(found), cells, strict=True):
        freedom = w.freedom_of(found, cell.kind)
        w.put(f"{name}({result.text}, {cell.text}, {leaf.width}, {freedom}, {w.site})")


def _to_float(w: NativeWriter, found: Instruction) -> None:
    width = w.leaf_of(found.ops[0]).width
    letter = "U" if found.op == op.OpConvertUToF else "S"
    cells, freedom = w.operand_cells(found.ops[0]), w.freedom(found)
    for result, cell in zip(w.results(found), cells, strict=True):
        w.put(
            f"{letter}_TO_{result.kind}_{cell.kind}({result.text}, {cell.text}, {width}, {freedom})"
        )


def _float_convert(w: NativeWriter, found: Instruction) -> None:
    cells, freedom = w.operand_cells(found.ops[0]), w.freedom(found)
    for result, cell in zip(w.results(found), cells, strict=True):
        w.put(
            f"CONVERT_{result.kind}({result.text}, {cell.text}, {cell.kind}, {freedom}, {w.site})"
        )


def _quantize(w: NativeWriter, found: Instruction) -> None:
    cells, freedom = w.operand_cells(found.ops[0]), w.freedom(found)
    for result, cell in zip(w.results(found), cells, strict=True):
        w.put(f"QUANTIZE_F({result.text}, {cell.text}, {freedom}, {w.site})")


def _integer_convert(w: NativeWriter, found: Instruction) -> None:
    source, target = w.leaf_of(found.ops[0]), w.leaf_of(found.result_id)
    with_sign = found.op == op.OpSConvert
    cells = w.operand_cells(found.ops[0])
    for result, cell in zip(w.results(found), cells, strict=True):
        _widen(w, result, cell, source.width, target.width, with_sign)


def _widen(
    w: NativeWriter, result: Cell, cell: Cell, source: int, target: int, with_sign: bool
) -> None:
    name = "EXTEND" if with_sign and target > source else "WIDEN"
    given = w.as_kind(cell, result.kind, source)
    w.put(f"{name}_{given.kind}_{result.kind}({result.text}, {given.text}, {source}, {target})")


def with_width(w: NativeWriter, cell: Cell, source: int, target: int, with_sign: bool) -> Cell:
    """Return an integer in another width: with its sign, or without."""
    kind = integer_kind(target, cell.kind == "J")
    result = Cell(w.temporary(kind), kind)
    _widen(w, result, cell, source, target, with_sign)
    return result


def _bitcast(w: NativeWriter, found: Instruction) -> None:
    if pointee(w.module, found.type_id):
        raise refuse("a bit cast of pointers", found)
    source, target = w.leaf_of(found.ops[0]), w.leaf_of(found.result_id)
    if source.width == target.width and source.kind == target.kind:
        w.values[found.result_id] = w.cells(found.ops[0])
        return
    bits = [_bits(w, source, cell) for cell in w.operand_cells(found.ops[0])]
    if source.width > target.width:
        bits = [part for cell in bits for part in _parts(w, cell, source.width, target.width)]
    elif source.width < target.width:
        ratio = target.width // source.width
        groups = [bits[k : k + ratio] for k in range(0, len(bits), ratio)]
        bits = [_join(w, group, source.width, target.width) for group in groups]
    for result, cell in zip(w.results(found), bits, strict=True):
        if result.kind in FLOATS:
            w.put(f"{result.kind}_OF_BITS_{cell.kind}({result.text}, {cell.text}, {w.site})")
        else:
            w.copy(result, cell, target.width)


def integer_kind(width: int, loose: bool) -> str:
    """Return the kind of an integer."""
    return kind_of(Leaf("int", width), loose)


def _bits(w: NativeWriter, leaf: Leaf, cell: Cell) -> Cell:
    """Return the bits of a leaf as an integer of its width."""
    if leaf.kind == "int":
        return cell
    kind = integer_kind(leaf.width, w.unit.bounds)
    name = w.temporary(kind)
    w.put(f"{cell.kind}_TO_BITS({name}, {cell.text}, {w.site})")
    return Cell(name, kind)


def _parts(w: NativeWriter, cell: Cell, width: int, part: int) -> list[Cell]:
    """Return an integer in narrower pieces, the lowest first."""
    found = []
    for k in range(width // part):
        shifted, kind = w.temporary(cell.kind), integer_kind(part, cell.kind == "J")
        amount = w.as_kind(Cell(f"{k * part}u", "U"), cell.kind, width)
        w.put(f"SHR_{cell.kind}({shifted}, {cell.text}, {amount.text}, {width}, {w.site})")
        name = w.temporary(kind)
        w.put(f"WIDEN_{cell.kind}_{kind}({name}, {shifted}, {width}, {part})")
        found.append(Cell(name, kind))
    return found


def _join(w: NativeWriter, cells: list[Cell], width: int, whole: int) -> Cell:
    """Return integers as one wide one, the first lowest."""
    cells_of_one_kind = w.as_one_kind(cells, width)
    kind = integer_kind(whole, cells_of_one_kind[0].kind == "J")
    total = ""
    for k, cell in enumerate(cells_of_one_kind):
        wide, moved = w.temporary(kind), w.temporary(kind)
        w.put(f"WIDEN_{cell.kind}_{kind}({wide}, {cell.text}, {width}, {whole})")
        amount = w.as_kind(Cell(f"{k * width}u", "U"), kind, whole)
        w.put(f"SHL_{kind}({moved}, {wide}, {amount.text}, {whole}, {w.site})")
        if total:
            sum_ = w.temporary(kind)
            w.put(f"OR_{kind}({sum_}, {total}, {moved}, {whole}, {w.site})")
            moved = sum_
        total = moved
    return Cell(total, kind)


joined = _join
parts = _parts
CONVERSIONS: Final[dict[int, Write]] = {
    op.OpConvertFToS: _to_integer,
    op.OpConvertFToU: _to_integer,
    op.OpConvertSToF: _to_float,
    op.OpConvertUToF: _to_float,
    op.OpFConvert: _float_convert,
    op.OpQuantizeToF16: _quantize,
    op.OpSConvert: _integer_convert,
    op.OpUConvert: _integer_convert,
    op.OpBitcast: _bitcast,
}
