"""Propose to execute cases before their switches."""

from __future__ import annotations

from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.opcodes import OpSwitch
from aberration.methods.transform.analysis.switches import cases_of, comparisons_for, switch_of
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.peel_switch_case import PeelSwitchCase, peel_of


@fuzzer_pass(chance=(0.2, 0.9), followed_by=("replace_switches_with_conditional_branches",))
def peel_switch_cases(draw: Draw) -> Transformation | None:
    """One attempt: any case of any switch, if it always falls through."""
    module = draw.module
    switch = draw.instruction((OpSwitch,))
    block = None if switch is None else switch.block
    header = None if block is None else switch_of(module, block.id)
    cases = [] if header is None else cases_of(module, header.terminator)
    if header is None or not cases:
        return None
    draw.bool_type()
    peel = peel_of(module, header, draw.rng.choose(cases)[1])
    if peel is None:
        return None
    selector_type = module.type_of(header.terminator.ops[0])
    for literal in peel.literals:
        draw.scalar_constant(selector_type, literal)
    ids = tuple([draw.fresh() for _ in range(comparisons_for(peel.literals))])
    phi_ids = tuple([draw.fresh() for _ in phis(peel.following)])
    return PeelSwitchCase(header.id, peel.case, ids, draw.fresh(), phi_ids)
