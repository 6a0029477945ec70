"""In which round of the loops around it an instruction is executed, and by which calls.

Invocations execute the same dynamic instance of an instruction only in the same iterations of the
loops around it, and by the same call sites (SPIR-V specification, 2.2, Dynamic Instance).
"""

from __future__ import annotations

from aberration.languages.spirv.blocks import is_loop_header, merge_instruction
from aberration.languages.spirv.instruction import Block, Instruction

from .writer import NativeWriter


def declare_rounds(w: NativeWriter) -> None:
    """Declare the counters of a function's loops, where somebody asks for them."""
    for header in w.blocks if w.unit.alike else ():
        if is_loop_header(header):
            w.declare(_counter(header), "uint64_t", False, "0")


def count_round(w: NativeWriter, block: Block, target: Block) -> None:
    """Count an edge into the header of a loop: from outside it begins anew."""
    if not w.unit.alike or not is_loop_header(target):
        return
    again = w.module.dominates(target, block)
    w.put(f"{_counter(target)}{'++' if again else ' = 0'};")


def instance(w: NativeWriter, found: Instruction) -> str:
    """Return a number of C that is the same in all executions that may be the same dynamic instance
    of an instruction.
    """
    text = f"INSTANCE(own->path, {w.unit.site(found)})"
    for header in w.blocks:
        if found.block is not None and is_loop_header(header) and _holds(w, header, found.block):
            text = f"INSTANCE({text}, {_counter(header)})"
    return text


def _holds(w: NativeWriter, header: Block, block: Block) -> bool:
    """Say whether a block is in the loop of a header, which is left by its merge block alone."""
    merge = merge_instruction(header)
    after = None if merge is None else w.module.block(merge.ops[0])
    if not w.module.dominates(header, block):
        return False
    return after is None or not w.module.dominates(after, block)


def _counter(header: Block) -> str:
    return f"round{header.id}"
