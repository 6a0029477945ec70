"""What is done after an instruction was written, where numbers have bounds: relaxed precision, and
tracing.

A result that is decorated RelaxedPrecision may have the digits and the range of 16 bits (SPIR-V
specification, 2.14): that holds for copies and loads, too. Integers and booleans tell their
smallest and largest values.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction

from .cells import Cell
from .writer import NativeWriter

_LOADS: Final = (opcodes.OpLoad, opcodes.OpAtomicLoad)


def note(w: NativeWriter, found: Instruction) -> None:
    """Relax and trace a result."""
    if not w.unit.bounds or found.result_id not in w.values:
        return
    relaxed = w.unit.relaxed
    if found.result_id in relaxed or (
        relaxed and found.op in _LOADS and w.unit.analysis.root_of(found.ops[0]) in relaxed
    ):
        _relax(w, found)
    trace(w, found.result_id)


def _relax(w: NativeWriter, found: Instruction) -> None:
    cells = []
    for k, (cell, leaf) in enumerate(
        zip(w.values[found.result_id], w.leaves.of(found.type_id), strict=True)
    ):
        if cell.kind in ("B", "E") or leaf.width != 32:
            cells.append(cell)
            continue
        name = f"l{found.result_id}_{k}"
        w.declare(name, w.unit.types[cell.kind], w.stays(found))
        w.put(f"{name} = {cell.text};")
        w.put(f"RELAX_{cell.kind}({name}, {int(leaf.signed)}, {w.site})")
        cells.append(Cell(name, cell.kind))
    w.values[found.result_id] = cells


def trace(w: NativeWriter, result_id: int) -> None:
    """Note the value of an integer or boolean."""
    number = w.unit.traced.get(result_id)
    if number is None or result_id not in w.values:
        return
    (cell,) = w.values[result_id]
    leaf = w.leaf_of(result_id)
    signed = int(leaf.kind == "int" and leaf.signed)
    w.put(f"TRACE_{cell.kind}({number}, {cell.text}, {signed})")
