"""Propose branches to continue targets that are never taken."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpBranch
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_dead_continue import (
    AddDeadContinue,
    continue_target,
)


@fuzzer_pass(chance=(0.05, 0.8), followed_by=("obfuscate_constants",))
def add_dead_continues(draw: Draw) -> Transformation | None:
    """One attempt: from any block that ends in OpBranch and is in a loop."""
    branch = draw.instruction((OpBranch,))
    source = None if branch is None else branch.block
    target = None if source is None else continue_target(draw.module, source)
    if source is None or target is None:
        return None
    value = bool(draw.rng.bits() & 1)
    draw.bool_constant(value)
    phi_ids = draw.phi_ids(source, target)
    return None if phi_ids is None else AddDeadContinue(source.id, value, phi_ids)
