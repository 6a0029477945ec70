"""Propose to inline calls."""

from __future__ import annotations

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpBranch, OpFunctionCall
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.splitting import split_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.inline_function import (
    InlineFunction,
    can_be_inlined,
    copied_parameters,
    ids_of,
)


@fuzzer_pass(chance=(0.1, 0.9), followed_by=("outline_functions",))
def inline_functions(draw: Draw) -> Transformation | None:
    """One attempt: any call; its block is split after it, unless it ends there."""
    call = draw.instruction((OpFunctionCall,))
    if call is None:
        return None
    callee = draw.module.function(call.ops[0])
    if callee is None or not can_be_inlined(draw.module, callee) or not _ends_block(draw, call):
        return None
    needed = sorted(ids_of(callee) + copied_parameters(draw.module, call, callee))
    return InlineFunction(call.result_id, tuple((old, draw.fresh()) for old in needed))


def _ends_block(draw: Draw, call: Instruction) -> bool:
    block = call.block
    if block is None:
        return False
    position = draw.module.position(call)
    if position == len(block.instructions) - 2 and block.terminator.op == OpBranch:
        return True
    return split_before(draw, block.instructions[position + 1]) is not None
