"""Propose branches out of loops and selections that are never taken."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpBranch
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_dead_break import AddDeadBreak, break_targets


@fuzzer_pass(chance=(0.05, 0.8), followed_by=("obfuscate_constants",))
def add_dead_breaks(draw: Draw) -> Transformation | None:
    """One attempt: from any block that ends in OpBranch to one of its two possible targets."""
    branch = draw.instruction((OpBranch,))
    source = None if branch is None else branch.block
    if source is None:
        return None
    targets = break_targets(draw.module, source)
    if not targets:
        return None
    target = draw.rng.choose(targets)
    value = bool(draw.rng.bits() & 1)
    draw.bool_constant(value)
    phi_ids = draw.phi_ids(source, target)
    return None if phi_ids is None else AddDeadBreak(source.id, target.id, value, phi_ids)
