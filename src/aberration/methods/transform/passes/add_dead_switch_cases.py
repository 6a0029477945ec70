"""Propose cases that switches never pick."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.opcodes import OpSwitch
from aberration.methods.transform.analysis.switches import cases_of, selection_merge, switch_of
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_dead_switch_case import (
    AddDeadSwitchCase,
    can_fall_to,
    is_dead_literal,
)

MOST_CASES: Final = 12
"""A switch with so many gets no more."""


@fuzzer_pass(
    chance=(0.1, 0.4),
    followed_by=(
        "add_function_calls",
        "add_loads",
        "add_stores",
        "obfuscate_constants",
        "peel_switch_cases",
        "replace_branches_from_dead_blocks_with_exits",
    ),
)
def add_dead_switch_cases(draw: Draw) -> Transformation | None:
    """One attempt: any switch; the case leads to the merge block, or falls through to another
    one.
    """
    module = draw.module
    switch = draw.instruction((OpSwitch,))
    block = None if switch is None else switch.block
    header = None if block is None else switch_of(module, block.id)
    target = None if header is None else _target(draw, header)
    if header is None or target is None or not can_fall_to(module, header, target):
        return None
    literal = _literal(draw, header)
    if len(cases_of(module, header.terminator)) >= MOST_CASES or not is_dead_literal(
        module, header, literal
    ):
        return None
    zeros = [draw.zero_constant(phi.type_id, irrelevant=True) for phi in phis(target)]
    return (
        AddDeadSwitchCase(draw.fresh(), header.id, literal, target.id, tuple(zeros))
        if all(zeros)
        else None
    )


def _target(draw: Draw, header: Block) -> Block | None:
    """Return the merge block or that of a case."""
    labels = [label for _, label in cases_of(draw.module, header.terminator)]
    merge = selection_merge(header)
    if merge is not None and (not labels or draw.rng.below(2)):
        return draw.module.block(merge.ops[0])
    return draw.module.block(draw.rng.choose(labels))


def _literal(draw: Draw, header: Block) -> int:
    """Return any number: mostly a small one, or one beside that of another case."""
    rng = draw.rng
    cases = cases_of(draw.module, header.terminator)
    kind = rng.below(4)
    if kind == 0 and cases:
        return (rng.choose(cases)[0][0] + rng.below(3) - 1) & 0xFFFFFFFF
    if kind == 1:
        return rng.bits() & 0xFFFFFFFF
    return (rng.below(20) - 4) & 0xFFFFFFFF
