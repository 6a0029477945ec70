"""Propose chains of selections in the place of switches."""

from __future__ import annotations

from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.opcodes import OpSwitch
from aberration.methods.transform.analysis.switches import comparisons_for, switch_of
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_switch_with_conditional_branches import (
    InnerSelection,
    ReplaceSwitchWithConditionalBranches,
    chain_of,
)


@fuzzer_pass(
    chance=(0.1, 0.6), followed_by=("flatten_conditional_branches", "invert_comparison_operators")
)
def replace_switches_with_conditional_branches(draw: Draw) -> Transformation | None:
    """One attempt: any switch."""
    module = draw.module
    switch = draw.instruction((OpSwitch,))
    block = None if switch is None else switch.block
    header = None if block is None else switch_of(module, block.id)
    if header is None:
        return None
    draw.bool_type()
    chain = chain_of(module, header)
    if chain is None:
        return None
    selector_type = module.type_of(header.terminator.ops[0])
    for group in chain.groups:
        for literal in group.literals:
            draw.scalar_constant(selector_type, literal)
    comparisons = [
        tuple([draw.fresh() for _ in range(comparisons_for(group.literals))])
        for group in chain.groups
    ]
    count = len(phis(chain.merge))
    selections = [
        InnerSelection(draw.fresh(), draw.fresh(), tuple([draw.fresh() for _ in range(count)]))
        for _ in chain.groups[1:]
    ]
    return ReplaceSwitchWithConditionalBranches(header.id, tuple(comparisons), tuple(selections))
