"""Propose calls."""

from __future__ import annotations

from aberration.languages.spirv.call_graph import reaches
from aberration.languages.spirv.instruction import Block, Function
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.preamble import is_entry_function
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.arguments import TRIES, draw_argument
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.function_call import FunctionCall


@fuzzer_pass(chance=(0.04, 0.2), followed_by=("inline_functions", "replace_irrelevant_ids"))
def add_function_calls(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point, and any function that may be called there."""
    module, anchor = draw.module, draw.insertion_point()
    if anchor is None or anchor.block is None:
        return None
    callee = _callee(draw, anchor.block)
    if callee is None:
        return None
    arguments = [draw_argument(draw, parameter.type_id, anchor) for parameter in callee.parameters]
    if 0 in arguments:
        return None
    return FunctionCall(draw.fresh(), callee.id, tuple(arguments), Place.of(module, anchor))


def _callee(draw: Draw, block: Block) -> Function | None:
    """Return any function that a block may call: where it is executed, only livesafe ones are."""
    module, caller = draw.module, block.function.id
    for _ in range(TRIES):
        callee = draw.rng.choose(module.functions)
        fits = block.dead or module.facts.is_livesafe(callee.id)
        if not fits or callee.id == caller or is_entry_function(module, callee.id):
            continue
        if not reaches(module, callee.id, caller):
            return callee
    return None
