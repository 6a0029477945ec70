"""Building, taking apart and copying vectors, matrices, arrays and structs."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.leaves import null_cell
from aberration.languages.spirv.types import pointee

from .cells import Cell, kind_of
from .places import pointer_of, read_leaf, store_cell, store_value
from .writer import NativeWriter, Write


def _construct(w: NativeWriter, found: Instruction) -> None:
    if w.is_flat(found.result_id):
        w.values[found.result_id] = [cell for value_id in found.ops for cell in w.cells(value_id)]
        return
    made = w.place_for(found)
    at = 0
    for value_id in found.ops:
        store_value(w, made.leaf(at), value_id)
        at += w.count_of(value_id)


def _extract(w: NativeWriter, found: Instruction) -> None:
    source, path = found.ops[0], found.ops[1:]
    offset, type_id = w.leaves.walk(w.module.type_of(source), path)
    count = w.leaves.count(type_id)
    if w.is_flat(source):
        w.values[found.result_id] = w.cells(source)[offset : offset + count]
        return
    whole = w.aggregate(source)
    if not w.is_flat(found.result_id):
        w.aggregates[found.result_id] = whole.at_offset(offset)
        return
    for k, result in enumerate(w.results(found)):
        read_leaf(w, result, whole, offset + k)


def _insert(w: NativeWriter, found: Instruction) -> None:
    part, source, path = found.ops[0], found.ops[1], found.ops[2:]
    offset, type_id = w.leaves.walk(found.type_id, path)
    after = offset + w.leaves.count(type_id)
    if w.is_flat(source):
        cells = w.cells(source)
        w.values[found.result_id] = [*cells[:offset], *w.cells(part), *cells[after:]]
        return
    made = w.place_for(found)
    store_value(w, made.place, source)
    store_value(w, made.leaf(offset), part)


def _shuffle(w: NativeWriter, found: Instruction) -> None:
    both = [*w.cells(found.ops[0]), *w.cells(found.ops[1])]
    leaf = w.leaf_of(found.result_id)
    unused = w.unit.number(kind_of(leaf), null_cell(leaf))
    w.values[found.result_id] = [both[k] if k < len(both) else unused for k in found.ops[2:]]


def _transpose(w: NativeWriter, found: Instruction) -> None:
    cells = w.cells(found.ops[0])
    rows = w.leaves.length(w.leaves.part_type(w.module.type_of(found.ops[0])))
    w.values[found.result_id] = [
        cells[k] for row in range(rows) for k in range(row, len(cells), rows)
    ]


def _index(w: NativeWriter, value_id: int, length: int) -> Cell:
    """Return an index that is surely below a length."""
    index = w.operand_cells(value_id)[0]
    if index.kind == "J":
        w.put(f"CHECK_J({index.text}, {length}, {w.leaf_of(value_id).width}, {w.site})")
    else:
        w.put(f"if ({index.text} >= {length}) TRAP(OUT_OF_BOUNDS, {w.site})")
    return index


def _is_at(w: NativeWriter, index: Cell, width: int, k: int) -> Cell:
    """Return whether an index is `k`."""
    if index.kind != "J":
        return Cell(f"({index.text} == {k})", "B")
    test, number = w.temporary("E"), w.as_loose(Cell(f"{k}u", "U"), width)
    w.put(f"EQ_J({test}, {index.text}, {number.text}, {width}, {w.site})")
    return Cell(test, "E")


def _extract_dynamic(w: NativeWriter, found: Instruction) -> None:
    cells = w.cells(found.ops[0])
    index = _index(w, found.ops[1], len(cells))
    width, leaf = w.leaf_of(found.ops[1]).width, w.leaf_of(found.result_id)
    result = w.results(found)[0]
    w.copy(result, cells[0], leaf.width)
    for k, cell in enumerate(cells[1:], 1):
        choose(
            w,
            result,
            _is_at(w, index, width, k),
            cell,
            Cell(result.text, result.kind, result.flag),
            leaf.width,
        )


def _insert_dynamic(w: NativeWriter, found: Instruction) -> None:
    cells, part = w.cells(found.ops[0]), w.one(found.ops[1])
    index = _index(w, found.ops[2], len(cells))
    width, leaf = w.leaf_of(found.ops[2]).width, w.leaf_of(found.result_id)
    for k, result in enumerate(w.results(found)):
        choose(w, result, _is_at(w, index, width, k), part, cells[k], leaf.width)


def choose(w: NativeWriter, result: Cell, condition: Cell, yes: Cell, no: Cell, width: int) -> None:
    """Assign one of two leaves."""
    yes, no = (w.as_kind(cell, result.kind, width) for cell in (yes, no))
    texts = f"{result.text}, {condition.text}, {yes.text}, {no.text}, {width}"
    w.put(f"SELECT_{result.kind}_{condition.kind}({texts})")
    if result.flag:
        w.put(f"{result.flag} = {condition.text} ? {yes.flag or '1'} : {no.flag or '1'};")


def _copy(w: NativeWriter, found: Instruction) -> None:
    source = found.ops[0]
    if pointee(w.module, found.type_id):
        w.pointers[found.result_id] = pointer_of(w, source)
    elif w.is_flat(source):
        w.values[found.result_id] = w.cells(source)
    else:
        w.aggregates[found.result_id] = w.aggregate(source)


def _select(w: NativeWriter, found: Instruction) -> None:
    conditions = w.operand_cells(found.ops[0])
    if not w.is_flat(found.result_id):
        _select_whole(w, found, conditions[0])
        return
    yes, no = w.cells(found.ops[1]), w.cells(found.ops[2])
    width = w.leaf_of(found.result_id).width
    for k, result in enumerate(w.results(found)):
        choose(w, result, conditions[k % len(conditions)], yes[k], no[k], width)


def _select_whole(w: NativeWriter, found: Instruction, condition: Cell) -> None:
    """Choose an array or struct, leaf by leaf where both may be right."""
    made = w.place_for(found)
    if condition.kind == "B":
        w.put(f"if ({condition.text}) {{")
        store_value(w, made.place, found.ops[1])
        w.put("} else {")
        store_value(w, made.place, found.ops[2])
        w.put("}")
        return
    sides = w.aggregate(found.ops[1]), w.aggregate(found.ops[2])
    loose = w.is_loose(found.result_id)
    for k, leaf in enumerate(w.leaves.of(found.type_id)):
        kind = kind_of(leaf, loose)
        cells: list[Cell] = []
        for side in sides:
            cells.append(Cell(w.temporary(kind), kind))
            read_leaf(w, cells[-1], side, k)
        result = Cell(w.temporary(kind), kind)
        choose(w, result, condition, cells[0], cells[1], leaf.width)
        store_cell(w, made.leaf(k), result)


COMPOSITES: Final[dict[int, Write]] = {
    opcodes.OpCompositeConstruct: _construct,
    opcodes.OpCompositeExtract: _extract,
    opcodes.OpCompositeInsert: _insert,
    opcodes.OpVectorShuffle: _shuffle,
    opcodes.OpTranspose: _transpose,
    opcodes.OpVectorExtractDynamic: _extract_dynamic,
    opcodes.OpVectorInsertDynamic: _insert_dynamic,
    opcodes.OpCopyObject: _copy,
    opcodes.OpCopyLogical: _copy,
    opcodes.OpSelect: _select,
}
