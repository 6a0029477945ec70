"""Building, taking apart and copying vectors, matrices, arrays and structs."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.leaves import null_cell
from aberration.languages.spirv.types import pointee

from .arithmetic import select_leaves
from .code import literal
from .memory import pointer_of
from .writer import WRITERS, Writer


def _construct(w: Writer, found: Instruction) -> None:
    w.alias(found.result_id, [cell for value_id in found.ops for cell in w.parts(value_id)])


def _extract(w: Writer, found: Instruction) -> None:
    source, path = found.ops[0], found.ops[1:]
    offset, type_id = w.leaves.walk(w.module.type_of(source), path)
    count = w.leaves.count(type_id)
    if w.is_flat(source):
        w.alias(found.result_id, w.cells(source)[offset : offset + count])
        return
    whole = w.cells(source)[0]
    names = w.names(found.result_id)
    if w.is_flat(found.result_id):
        w.put(f"{', '.join(names)} = {', '.join(f'{whole}[{offset + k}]' for k in range(count))}")
        if w.unit.surely_known(found.result_id):
            w.known.update(names)
    else:
        w.put(f"{names[0]} = {whole}[{offset}:{offset + count}]")


def _insert(w: Writer, found: Instruction) -> None:
    part, source, path = found.ops[0], found.ops[1], found.ops[2:]
    offset, type_id = w.leaves.walk(found.type_id, path)
    after = offset + w.leaves.count(type_id)
    if w.is_flat(source):
        cells = w.cells(source)
        w.alias(found.result_id, [*cells[:offset], *w.parts(part), *cells[after:]])
        return
    whole = w.cells(source)[0]
    name = w.names(found.result_id)[0]
    w.put(f"{name} = {whole}[:{offset}] + {w.whole(part)} + {whole}[{after}:]")


def _shuffle(w: Writer, found: Instruction) -> None:
    both = [*w.cells(found.ops[0]), *w.cells(found.ops[1])]
    leaf = w.leaf_of(found.result_id)
    unused = literal(null_cell(leaf))
    w.alias(found.result_id, [both[k] if k < len(both) else unused for k in found.ops[2:]])


def _transpose(w: Writer, found: Instruction) -> None:
    cells = w.cells(found.ops[0])
    rows = w.leaves.length(w.leaves.part_type(w.module.type_of(found.ops[0])))
    w.alias(
        found.result_id, [cells[k] for row in range(rows) for k in range(row, len(cells), rows)]
    )


def _extract_dynamic(w: Writer, found: Instruction) -> None:
    cells = w.cells(found.ops[0])
    names = w.names(found.result_id)
    w.put(f"{names[0]} = ({', '.join(cells)})[{w.one(found.ops[1])}]")
    if all(w.is_known(cell) for cell in cells):
        w.known.update(names)


def _insert_dynamic(w: Writer, found: Instruction) -> None:
    cells, part, index = w.cells(found.ops[0]), w.one(found.ops[1]), w.one(found.ops[2])
    w.put(f"if {index} >= {len(cells)}: out_of_bounds()")
    names = w.names(found.result_id)
    for k, name in enumerate(names):
        w.put(f"{name} = {part} if {index} == {k} else {cells[k]}")
        if w.is_known(part) and w.is_known(cells[k]):
            w.known.add(name)


def _copy(w: Writer, found: Instruction) -> None:
    source = found.ops[0]
    if pointee(w.module, found.type_id):
        w.pointers[found.result_id] = pointer_of(w, source)
    else:
        w.values[found.result_id] = w.cells(source)


def _any_select(w: Writer, found: Instruction) -> None:
    if w.is_flat(found.result_id):
        select_leaves(w, found)
        return
    condition = w.bool_of(w.one(found.ops[0]))
    yes, no = w.whole(found.ops[1]), w.whole(found.ops[2])
    w.put(f"{w.names(found.result_id)[0]} = {yes} if {condition} else {no}")


WRITERS.update(
    {
        opcodes.OpCompositeConstruct: _construct,
        opcodes.OpCompositeExtract: _extract,
        opcodes.OpCompositeInsert: _insert,
        opcodes.OpVectorShuffle: _shuffle,
        opcodes.OpTranspose: _transpose,
        opcodes.OpVectorExtractDynamic: _extract_dynamic,
        opcodes.OpVectorInsertDynamic: _insert_dynamic,
        opcodes.OpCopyObject: _copy,
        opcodes.OpCopyLogical: _copy,
        opcodes.OpSelect: _any_select,
    }
)
