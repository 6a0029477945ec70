"""Modules without hints for loops: unrolling them, SwiftShader has bugs that are known
(docs/bugs.md, `spirv-opt-unroll-no-preheader` and its kin), and would end.
"""

from __future__ import annotations

from msgspec.structs import replace

from aberration.core.program import Program
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpLoopMerge
from aberration.targets.mutants.rewriting import instructions


def without_loop_hints(program: Program) -> Program:
    """Return the program with no control at its loops; it means the same."""
    module = Module.parse(program.source)
    for merge in instructions(module, OpLoopMerge):
        module.set_operands(merge, [*merge.ops[:2], 0])
    return replace(program, source=module.to_bytes())
