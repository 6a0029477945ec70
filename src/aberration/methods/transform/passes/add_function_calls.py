"""Propose calls."""

from __future__ import annotations

from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.arguments import TRIES, draw_argument
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.function_call import FunctionCall


@fuzzer_pass(chance=(0.04, 0.2), followed_by=("inline_functions", "replace_irrelevant_ids"))
def add_function_calls(draw: Draw) -> Transformation | None:
    """One attempt: any function that is no entry point, called at any insertion point that may call it."""
    module = draw.module
    callee = draw.rng.choose(module.functions)
    if module.is_entry_function(callee.id):
        return None
    anchor = _anchor(draw, callee)
    if anchor is None or anchor.block is None:
        return None
    caller = anchor.block.function.id
    if caller == callee.id or module.reaches(callee.id, caller):
        return None
    arguments = [draw_argument(draw, parameter.type_id, anchor) for parameter in callee.parameters]
    if 0 in arguments:
        return None
    return FunctionCall(draw.fresh(), callee.id, tuple(arguments), Place.of(module, anchor))


def _anchor(draw: Draw, callee: Function) -> Instruction | None:
    livesafe = draw.module.facts.is_livesafe(callee.id)
    for _ in range(TRIES):
        anchor = draw.insertion_point()
        if anchor is not None and anchor.block is not None and (livesafe or anchor.block.dead):
            return anchor
    return None
