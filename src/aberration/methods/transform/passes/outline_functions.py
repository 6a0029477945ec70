"""Propose to make functions of regions."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.blocks import is_loop_header
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.opcodes import OpLine, OpNoLine, OpPhi, OpTypeVoid, OpVariable
from aberration.methods.transform.analysis.region import (
    inputs_of,
    is_bare,
    outputs_of,
    region_between,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.splitting import split_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.outline_function import OutlineFunction

LEADING: Final = (OpPhi, OpVariable, OpLine, OpNoLine)
MOST_FUNCTIONS: Final = 12
"""A module with so many functions gets no more from here: the rest is left to donated ones."""

FARTHEST: Final = 256
"""Blocks from the entry on, in the text, that are looked at: those that it dominates come after
it.
"""


@fuzzer_pass(chance=(0.05, 0.4), followed_by=("add_function_calls", "inline_functions"))
def outline_functions(draw: Draw) -> Transformation | None:
    """One attempt: from any block, split after its OpPhis and variables, to one that all paths
    from it pass.
    """
    module = draw.module
    entry = draw.block()
    if len(module.functions) >= MOST_FUNCTIONS:
        return None
    if entry is None or not module.reachable(entry) or is_loop_header(entry):
        return None
    start = module.layout_index(entry)
    ends = [
        block
        for block in entry.function.blocks[start : start + FARTHEST]
        if module.dominates(entry, block)
        and module.post_dominates(block, entry)
        and not is_loop_header(block)
    ]
    exit_block = draw.rng.choose(ends) if ends else None
    if exit_block is None or not region_between(module, entry, exit_block):
        return None
    if not is_bare(entry):
        first = next(each for each in entry.instructions if each.op not in LEADING)
        lower = split_before(draw, first)
        if lower is None:
            return None
        entry, exit_block = lower, lower if exit_block is entry else exit_block
    return _step(draw, entry, exit_block)


def _step(draw: Draw, entry: Block, exit_block: Block) -> Transformation | None:
    module = draw.module
    region = region_between(module, entry, exit_block)
    inputs, outputs = inputs_of(module, region, exit_block), outputs_of(module, region, exit_block)
    if inputs is None or outputs is None:
        return None
    returned = (
        draw.struct_type([module.type_of(each) for each in outputs])
        if outputs
        else module.find(OpTypeVoid, 0)
    )
    draw.function_type(returned, [module.type_of(each) for each in inputs])
    return OutlineFunction(
        entry.id,
        exit_block.id,
        draw.fresh(),
        draw.fresh(),
        draw.fresh(),
        draw.fresh(),
        tuple([(each, draw.fresh()) for each in inputs]),
        tuple([(each, draw.fresh()) for each in outputs]),
    )
