"""Propose switches on constants."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.opcodes import OpBranch
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_dead_block import can_hold_dead_block
from aberration.methods.transform.transformations.add_dead_switch import AddDeadSwitch, DeadCase

MOST: Final = 4


@fuzzer_pass(
    chance=(0.05, 0.4),
    followed_by=(
        "add_dead_switch_cases",
        "add_function_calls",
        "add_loads",
        "add_stores",
        "obfuscate_constants",
        "peel_switch_cases",
        "replace_branches_from_dead_blocks_with_exits",
        "replace_switches_with_conditional_branches",
    ),
)
def add_dead_switches(draw: Draw) -> Transformation | None:
    """One attempt: after any block that ends in OpBranch; mostly with neighbouring literals."""
    branch = draw.instruction((OpBranch,))
    block = None if branch is None else branch.block
    if block is None or not can_hold_dead_block(draw.module, block):
        return None
    rng = draw.rng
    selector_type = draw.int_type(32, bool(rng.bits() & 1))
    literals = _literals(draw, 2 + rng.below(MOST))
    value = literals.pop(rng.below(len(literals)))
    draw.scalar_constant(selector_type, (value,))
    last = len(literals) - 1
    cases = [
        DeadCase(literal, draw.fresh(), number < last and rng.below(3) == 0)
        for number, literal in enumerate(literals)
    ]
    default = draw.fresh() if rng.below(2) else 0
    return AddDeadSwitch(
        block.id, selector_type, value, tuple(cases), default, rng.below(len(cases) + 1)
    )


def _literals(draw: Draw, count: int) -> list[int]:
    """Return different numbers: neighbours, or far from each other."""
    rng = draw.rng
    if rng.below(3):
        first = rng.below(8) - 2
        return [(first + k) & 0xFFFFFFFF for k in range(count)]
    return list(dict.fromkeys([0, *[rng.bits() & 0xFFFFFFFF for _ in range(count)]]))
