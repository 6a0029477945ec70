"""Variables, access chains, loads and stores."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.types import pointee, pointee_of

from .cells import Cell, kind_of
from .places import (
    check,
    copy_cells,
    leaf_cells,
    load_leaves,
    pointer_of,
    store_leaves,
    store_value,
    temporary_leaf,
)
from .pointer import OWN, NativePointer
from .writer import Aggregate, NativeWriter, Write
from .written import is_local


def _variable(w: NativeWriter, found: Instruction) -> None:
    type_id = pointee(w.module, found.type_id)
    leaves = w.leaves.of(type_id)
    pointer = w.pointers[found.result_id] = NativePointer(found.result_id)
    initial = found.ops[1] if len(found.ops) > 1 else 0
    if is_local(w.unit.analysis, found):
        pointer.cells = _locals(w, found)
        if initial:
            for target, cell, leaf in zip(
                pointer.cells, leaf_cells(w, initial, leaves), leaves, strict=True
            ):
                w.copy(target, cell, leaf.width)
        return
    pointer.offset = w.unit.allocate(len(leaves))
    pointer.marked = True
    if initial:
        store_value(w, str(pointer.offset), initial)
    elif leaves:
        w.put(f"memset(z + {pointer.offset}, 0, {len(leaves)});")


def _locals(w: NativeWriter, found: Instruction) -> list[Cell]:
    """Declare the C variables that a variable consists of. They live as long as the function."""
    leaves = w.leaves.of(pointee(w.module, found.type_id))
    unset = found.result_id in w.unit.written.unset
    loose, cells = w.is_loose(found.result_id), []
    for k, leaf in enumerate(leaves):
        kind, name = kind_of(leaf, loose), f"x{found.result_id}_{k}"
        w.declare(name, w.unit.types[kind], False)
        flag = f"{name}k" if unset and not w.unit.bounds else ""
        if flag:
            w.declare(flag, "int", False, "0")
        elif unset:
            w.put(f"NEVER_{kind}({name}, {w.site})")
        cells.append(Cell(name, kind, flag))
    return cells


def _chain(w: NativeWriter, found: Instruction) -> None:
    base = pointer_of(w, found.ops[0])
    type_id = pointee_of(w.module, found.ops[0])
    offset = 0
    terms: list[tuple[Cell, int, int, int]] = []
    limit = base.limit
    for index_id in found.ops[1:]:
        length, runtime = (
            w.leaves.length(type_id),
            w.leaves.type(type_id).op == opcodes.OpTypeRuntimeArray,
        )
        if w.leaves.is_constant(index_id):
            index = int(w.leaves.constant(index_id)[0] or 0)
            if index >= length and not runtime:
                w.put(f"TRAP(OUT_OF_BOUNDS, {w.site})")
                index = 0
            step, type_id = w.leaves.part(type_id, index)
            offset += step
            continue
        type_id = w.leaves.part_type(type_id)
        stride = w.leaves.count(type_id)
        cell = w.operand_cells(index_id)[0]
        free = base.whole and not terms and offset == 0 and stride == 1 and len(found.ops) == 2
        if free and not runtime and cell.kind != "J":
            limit = (cell.text, length, w.site)
        elif not runtime and cell.kind != "J":
            w.put(f"if ({cell.text} >= {length}) TRAP(OUT_OF_BOUNDS, {w.site})")
        terms.append((cell, stride, 0 if runtime else length, w.leaf_of(index_id).width))
    pointer = base.at_offset(offset)
    pointer.whole = base.whole and offset == 0 and not terms
    pointer.limit = limit
    pointer.blame = w.site
    w.pointers[found.result_id] = pointer
    if terms:
        _move(w, found, pointer, terms)


def _move(
    w: NativeWriter,
    found: Instruction,
    pointer: NativePointer,
    terms: list[tuple[Cell, int, int, int]],
) -> None:
    """Compute where a chain with variable indices leads."""
    name = f"o{found.result_id}"
    w.declare(name, "uint64_t", w.stays(found))
    firm = [f"(uint64_t){cell.text} * {stride}" for cell, stride, _, _ in terms if cell.kind != "J"]
    before = pointer.dynamic or "0"
    w.put(f"{name} = {' + '.join([before, *firm])};")
    loose = [term for term in terms if term[0].kind == "J"]
    if pointer.weak or loose:
        _move_loosely(w, found, pointer, loose)
    pointer.dynamic = name


def _move_loosely(
    w: NativeWriter,
    found: Instruction,
    pointer: NativePointer,
    loose: list[tuple[Cell, int, int, int]],
) -> None:
    """Note all places that a chain may lead to, where an index may have several values."""
    name = f"o{found.result_id}"
    w.declare(f"{name}w", "Weak", w.stays(found))
    if pointer.weak:
        w.put(f"{name}w = {pointer.weak}; {name}w.place += {name} - {pointer.dynamic};")
    else:
        w.put(f"ONE_PLACE({name}w, {name})")
    for cell, stride, length, width in loose:
        bound = (
            f"{length}u" if length else f"({pointer.end} - {pointer.offset} - {name}) / {stride}u"
        )
        w.put(f"LOOSE_INDEX({name}, {name}w, {cell.text}, {stride}, {bound}, {width}, {w.site})")
    pointer.weak = f"{name}w"


def _load(w: NativeWriter, found: Instruction) -> None:
    pointer = pointer_of(w, found.ops[0])
    if w.is_flat(found.result_id):
        load_leaves(w, pointer, w.results(found))
        return
    leaves = w.leaves.of(found.type_id)
    made = w.place_for(found)
    if _is_plain(pointer) and leaves:
        check(w, pointer, len(leaves))
        _copy_plain(w, made.place, pointer, len(leaves))
        return
    cells = [temporary_leaf(w, kind_of(leaf, w.is_loose(found.result_id))) for leaf in leaves]
    load_leaves(w, pointer, cells)
    own = NativePointer(found.result_id, OWN, int(made.place))
    own.marked = True
    store_leaves(w, own, cells, leaves)


def _is_plain(pointer: NativePointer) -> bool:
    """Say whether copying cells is all that has to be done: nothing to note or to check."""
    return pointer.cells is None and not (pointer.weak or pointer.logged)


def _copy_plain(w: NativeWriter, place: str, source: NativePointer, count: int) -> None:
    w.put(f"COPY(m + {place}, {source.space} + {source.place()}, {count})")
    if source.marked:
        w.put(f"memmove(z + {place}, {source.marks} + {source.place()}, {count});")
    else:
        w.put(f"memset(z + {place}, 1, {count});")


def _store(w: NativeWriter, found: Instruction) -> None:
    pointer = pointer_of(w, found.ops[0])
    leaves = w.leaves.of(pointee_of(w.module, found.ops[0]))
    if not w.is_flat(found.ops[1]) and _is_plain(pointer) and pointer.space == OWN and leaves:
        check(w, pointer, len(leaves))
        copy_cells(w, pointer.place(), w.aggregate(found.ops[1]), len(leaves))
        return
    store_leaves(w, pointer, leaf_cells(w, found.ops[1], leaves), leaves)


def _copy_memory(w: NativeWriter, found: Instruction) -> None:
    target, source = pointer_of(w, found.ops[0]), pointer_of(w, found.ops[1])
    leaves = w.leaves.of(pointee_of(w.module, found.ops[0]))
    if _is_plain(target) and _is_plain(source) and target.space == OWN and leaves:
        check(w, source, len(leaves))
        check(w, target, len(leaves))
        kept = Aggregate("m", str(w.unit.allocate(len(leaves))))
        _copy_plain(w, kept.place, source, len(leaves))
        copy_cells(w, target.place(), kept, len(leaves))
        return
    root = w.unit.analysis.root_of(found.ops[1])
    cells = [temporary_leaf(w, kind_of(leaf, w.is_loose(root))) for leaf in leaves]
    load_leaves(w, source, cells)
    store_leaves(w, target, cells, leaves)


def _array_length(w: NativeWriter, found: Instruction) -> None:
    variable = w.unit.interface.variables[pointer_of(w, found.ops[0]).root]
    length = w.unit.interface.array_length(variable, w.unit.inputs)
    w.values[found.result_id] = [w.unit.number("U", length)]


MEMORY: Final[dict[int, Write]] = {
    opcodes.OpVariable: _variable,
    opcodes.OpAccessChain: _chain,
    opcodes.OpInBoundsAccessChain: _chain,
    opcodes.OpLoad: _load,
    opcodes.OpStore: _store,
    opcodes.OpCopyMemory: _copy_memory,
    opcodes.OpArrayLength: _array_length,
}
