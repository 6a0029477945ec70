"""Propose to let functions return in one place."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import last_insertion_point, phis
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.opcodes import OpBranch, OpPhi
from aberration.methods.transform.analysis.early_returns import (
    RETURNS,
    has_early_return,
    is_crossing,
    left_loops,
    returns_of,
)
from aberration.methods.transform.analysis.memory import may_be_undefined
from aberration.methods.transform.donation.livesafe import ENDS
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.early_terminators import wrapping
from aberration.methods.transform.drawing.splitting import split_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.merge_function_returns import (
    LeftLoop,
    MergeFunctionReturns,
)


@fuzzer_pass(chance=(0.1, 0.8), followed_by=("inline_functions",))
def merge_function_returns(draw: Draw) -> Transformation | None:
    """One attempt: any function with an early return, half the time after its other ends have
    been wrapped.
    """
    found = draw.instruction(RETURNS)
    function = None if found is None or found.block is None else found.block.function
    if function is None or not has_early_return(draw.module, function):
        return None
    wraps = draw.rng.bits() & 1
    for block in function.blocks if wraps else ():
        step = wrapping(draw, block.terminator) if block.terminator.op in ENDS else None
        if step is not None:
            draw.apply(step)
    entry = function.blocks[0]
    if entry.terminator.op != OpBranch and split_before(draw, last_insertion_point(entry)) is None:
        return None
    for merge_id in sorted(left_loops(draw.module, returns_of(draw.module, function))):
        merge = draw.module.block(merge_id)
        if merge is None:
            return None
        after_phis = next(each for each in merge.instructions if each.op != OpPhi)
        if not is_crossing(merge) and split_before(draw, after_phis) is None:
            return None
    draw.bool_constant(True)
    draw.bool_constant(False)
    return _step(draw, function)


def _step(draw: Draw, function: Function) -> Transformation | None:
    module = draw.module
    end, return_type = function.blocks[0].terminator, function.definition.type_id
    returns_value = not types.is_void(module, return_type)
    loops: list[LeftLoop] = []
    for merge_id in sorted(left_loops(module, returns_of(module, function))):
        merge = module.block(merge_id)
        block_phis = [] if merge is None else phis(merge)
        placeholders = tuple(
            [(phi.result_id, _placeholder(draw, phi.type_id, end)) for phi in block_phis]
        )
        value = draw.fresh() if returns_value else 0
        loops.append(LeftLoop(merge_id, draw.fresh(), value, placeholders))
    placeholder = _placeholder(draw, return_type, end) if returns_value and loops else 0
    result = draw.fresh() if returns_value else 0
    header, again, last = draw.fresh(), draw.fresh(), draw.fresh()
    return MergeFunctionReturns(function.id, header, again, last, result, placeholder, tuple(loops))


def _placeholder(draw: Draw, type_id: int, end: Instruction) -> int:
    """Return any value of the type that is available where the first block ends."""
    if not types.can_create_constant(draw.module, type_id):
        return 0
    found = draw.available_id(type_id, end)
    return (
        found if found and not may_be_undefined(draw.module, found) else draw.null_constant(type_id)
    )
