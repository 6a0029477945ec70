"""Propose to let control flow pick values."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpSelect
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.splitting import split_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_op_select_with_conditional_branch import (
    ReplaceOpSelectWithConditionalBranch,
    has_single_condition,
    header_for,
)


@fuzzer_pass(chance=(0.2, 0.9))
def replace_op_selects_with_conditional_branches(draw: Draw) -> Transformation | None:
    """One attempt: any OpSelect by a single boolean; its block is split before it, unless it
    starts one that suits.
    """
    module, rng = draw.module, draw.rng
    select = draw.instruction((OpSelect,))
    if select is None or select.block is None or not has_single_condition(module, select):
        return None
    if not module.reachable(select.block) or may_depend_on_undefined(module, select.ops[0]):
        return None
    if header_for(module, select) is None and split_before(draw, select) is None:
        return None
    first, second = draw.fresh(), draw.fresh()
    sides = ((first, second), (first, second), (first, 0), (0, second))
    return ReplaceOpSelectWithConditionalBranch(select.result_id, *sides[rng.below(4)])
