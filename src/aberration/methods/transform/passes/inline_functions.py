"""Propose to inline calls."""

from __future__ import annotations

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
    if call is None or call.block is None:
        return None
    callee = draw.module.function(call.ops[0])
    if callee is None or not can_be_inlined(draw.module, callee):
        return None
    following = call.block.instructions[draw.module.position(call) + 1]
    if following.op != OpBranch and split_before(draw, following) is None:
        return None
    needed = sorted(ids_of(callee) + copied_parameters(draw.module, call, callee))
    return InlineFunction(call.result_id, tuple((old, draw.fresh()) for old in needed))
