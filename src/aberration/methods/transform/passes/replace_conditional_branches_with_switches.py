"""Propose switches in the place of conditional branches."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.opcodes import OpBranchConditional
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_conditional_branch_with_switch import (
    ReplaceConditionalBranchWithSwitch,
    may_become_switch,
)

VALUES: Final = (
    (1, 0),
    (0, 1),
    (0xFFFFFFFF, 0),
    (0, 0xFFFFFFFF),
    (0x80000000, 0x7FFFFFFF),
    (2, 3),
    (0, 0x80000000),
)
LISTED: Final = (((True,), False), ((False,), True), ((True, False), False), ((False, True), True))
"""Sides with a case of their own, and the one that is the default."""


@fuzzer_pass(
    chance=(0.05, 0.35),
    followed_by=(
        "add_dead_switch_cases",
        "obfuscate_constants",
        "peel_switch_cases",
        "replace_switches_with_conditional_branches",
    ),
)
def replace_conditional_branches_with_switches(draw: Draw) -> Transformation | None:
    """One attempt: any conditional branch; mostly with a small number or an extreme one for
    each side.
    """
    branch = draw.instruction((OpBranchConditional,))
    header = None if branch is None else branch.block
    if header is None or not may_become_switch(draw.module, header):
        return None
    rng = draw.rng
    selector_type = draw.int_type(32, bool(rng.bits() & 1))
    values = rng.choose(VALUES) if rng.below(4) else (rng.bits() & 0xFFFFFFFF, rng.below(8))
    for value in values:
        draw.scalar_constant(selector_type, (value,))
    listed, default = rng.choose(LISTED)
    return ReplaceConditionalBranchWithSwitch(
        draw.fresh(), header.id, selector_type, values, listed, default
    )
