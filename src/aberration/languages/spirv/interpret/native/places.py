"""Reading and writing leaves of memory; where a pointer leads."""

from __future__ import annotations

from aberration.languages.spirv.interpret.leaves import Leaf
from aberration.languages.spirv.interpret.undefined import refuse

from .cells import Cell, kind_of
from .pointer import LOGS, NativePointer
from .writer import CONSTANTS, Aggregate, NativeWriter


def pointer_of(w: NativeWriter, pointer_id: int) -> NativePointer:
    """Return where a pointer leads."""
    found = w.pointers.get(pointer_id)
    if found is None:
        raise refuse("a pointer that is computed", w.module.definition(pointer_id))
    return found


# ---- the invocation's own memory


def store_cell(w: NativeWriter, place: str, cell: Cell) -> None:
    """Keep a leaf in the invocation's own memory."""
    w.put(f"STORE_{cell.kind}(m, {place}, {cell.text}) z[{place}] = {cell.flag or '1'};")


def store_value(w: NativeWriter, place: str, value_id: int) -> None:
    """Keep a whole value in the invocation's own memory."""
    if w.is_flat(value_id):
        for k, cell in enumerate(w.cells(value_id)):
            store_cell(w, Aggregate("m", place).leaf(k), cell)
        return
    whole, count = w.aggregate(value_id), w.count_of(value_id)
    if count:
        copy_cells(w, place, whole, count)


def copy_cells(w: NativeWriter, place: str, source: Aggregate, count: int) -> None:
    """Copy leaves that are values to the invocation's own memory."""
    marks = "cz" if source.space == CONSTANTS else "z"
    w.put(f"COPY(m + {place}, {source.space} + {source.place}, {count})")
    w.put(f"memmove(z + {place}, {marks} + {source.place}, {count});")


def read_leaf(w: NativeWriter, target: Cell, source: Aggregate, offset: int) -> None:
    """Assign a leaf of an array or struct."""
    marks = "cz" if source.space == CONSTANTS else "z"
    fetch(w, target, source.space, marks, source.leaf(offset))


def fetch(w: NativeWriter, target: Cell, space: str, marks: str, place: str) -> None:
    """Assign a leaf of memory that may never have been written, if `marks` says so."""
    if w.unit.bounds and marks:
        w.put(f"FETCH_{target.kind}({target.text}, {space}, {marks}, {place}, {w.site})")
        return
    w.put(f"LOAD_{target.kind}({target.text}, {space}, {place}, {w.site})")
    if target.flag:
        w.put(f"{target.flag} = {f'{marks}[{place}]' if marks else '1'};")


# ---- through pointers


def check(w: NativeWriter, pointer: NativePointer, count: int) -> None:
    """Trap where an access through a pointer lies outside of its variable."""
    if pointer.limit is not None:
        index, length, site = pointer.limit
        w.put(f"if ({index} >= {length}) TRAP(OUT_OF_BOUNDS, {site})")
    if not pointer.end or not count:
        return
    last = pointer.place(count - 1)
    site = pointer.blame if pointer.blame >= 0 else w.site
    if not last.isdigit() or not pointer.end.isdigit():
        w.put(f"if ({last} >= {pointer.end}) TRAP(OUT_OF_BOUNDS, {site})")
    elif int(last) >= int(pointer.end):
        w.put(f"TRAP(OUT_OF_BOUNDS, {site})")


def load_leaves(w: NativeWriter, pointer: NativePointer, targets: list[Cell]) -> None:
    """Assign the leaves from a pointer on."""
    if pointer.cells is not None:
        for target, cell in zip(targets, pointer.cells[pointer.offset :], strict=False):
            w.copy(target, cell)
        return
    check(w, pointer, len(targets))
    marks = pointer.marks if pointer.marked else ""
    for k, target in enumerate(targets):
        if pointer.logged:
            w.put(f"note_read(&{LOGS[pointer.space]}, {pointer.place(k)}, {w.site});")
        if pointer.weak:
            where = (
                f"{pointer.space}, {marks or '0'}, {pointer.place(k)}, {pointer.weak}, "
                f"{pointer.offset + k}"
            )
            w.put(f"WEAK_LOAD_{target.kind}({target.text}, {where}, {w.site})")
        else:
            fetch(w, target, pointer.space, marks, pointer.place(k))


def store_leaves(
    w: NativeWriter, pointer: NativePointer, cells: list[Cell], leaves: tuple[Leaf, ...]
) -> None:
    """Assign leaves from a pointer on."""
    if pointer.external:
        for cell in cells:
            check_output(w, cell)
    if pointer.cells is not None:
        targets = pointer.cells[pointer.offset : pointer.offset + len(cells)]
        for target, cell, leaf in zip(targets, cells, leaves, strict=True):
            w.copy(target, cell, leaf.width)
        return
    check(w, pointer, len(cells))
    marks = pointer.marks if pointer.marked else ""
    for k, (cell, leaf) in enumerate(zip(cells, leaves, strict=True)):
        place = pointer.place(k)
        if pointer.logged:
            w.put(f"note_write(&{LOGS[pointer.space]}, {place}, {w.site});")
        kind = kind_of(leaf, w.unit.bounds and cell.kind in ("J", "E"))
        text = f"{pointer.space}, {place}, {cell.text}"
        if pointer.weak:
            extra = f"{marks or '0'}, {pointer.weak}, {pointer.offset + k}, {w.site}"
            w.put(f"WEAK_STORE_{kind}({text}, {extra})")
            if pointer.logged:
                w.put(
                    f"SHARED_WEAK({pointer.space}, {place}, {pointer.weak}, "
                    f"{pointer.offset + k}, {w.site})"
                )
                w.put(f"STORED({store_number(w)})")
        elif pointer.logged and w.unit.bounds:
            w.put(f"SHARED_STORE_{kind}({text}, {w.site})")
            w.put(f"STORED({store_number(w)})")
        else:
            w.put(f"STORE_{kind}({text})")
        if marks:
            w.put(f"{marks}[{place}] = {cell.flag or '1'};")


def store_number(w: NativeWriter) -> int:
    """Return the number of the store to shared memory that is under way."""
    pending = w.unit.pending
    if pending is None:
        raise refuse("a shader of pixels or vertices that writes to a buffer", w.origin)
    return pending.number(w.origin, w.origin.ops[0])


def check_output(w: NativeWriter, cell: Cell) -> None:
    """Trap where what leaves the shader is no number."""
    w.need([cell])
    if cell.kind in ("F", "H", "D") and not w.unit.bounds:
        w.put(f"FINITE_{cell.kind}({cell.text}, {w.site})")


def leaf_cells(w: NativeWriter, value_id: int, leaves: tuple[Leaf, ...]) -> list[Cell]:
    """Return all leaves of a value, those of an array or struct read from memory."""
    if w.is_flat(value_id):
        return w.cells(value_id)
    whole = w.aggregate(value_id)
    found = []
    for k, leaf in enumerate(leaves):
        kind = kind_of(leaf, w.is_loose(value_id))
        cell = temporary_leaf(w, kind)
        read_leaf(w, cell, whole, k)
        found.append(cell)
    return found


def temporary_leaf(w: NativeWriter, kind: str) -> Cell:
    """Return a C variable of the block, with one that tells whether it was written."""
    name = w.temporary(kind)
    if w.unit.bounds:
        return Cell(name, kind)
    w.declare(f"{name}k", "int", True)
    return Cell(name, kind, f"{name}k")
