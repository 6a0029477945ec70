"""Conditional branches that are never taken: what dead breaks and dead continues share."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.availability import phi_ids_fit
from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.new_terminators import keeps_dominance_with
from aberration.languages.spirv.opcodes import OpBranch, OpBranchConditional
from aberration.methods.transform.analysis.constants import find_boolean

VERSION_1_6: Final = 0x00010600


def guarded_branch(module: Module, source: Block, target: Block, value: bool) -> Instruction:
    """Return the terminator that goes where `source` goes now, and to `target` if the constant
    `value` is not it.
    """
    onward = source.terminator.ops[0]
    targets = [onward, target.id] if value else [target.id, onward]
    return Instruction(OpBranchConditional, 0, 0, [find_boolean(module, value), *targets])


def can_guard(
    module: Module, source: Block, target: Block, value: bool, phi_ids: tuple[int, ...]
) -> bool:
    """Say whether a never-taken edge may be added: constant there, OpPhis served, dominance rules
    kept.

    Both blocks have to be reachable. Since SPIR-V 1.6 the targets of a branch must differ.
    """
    if source.terminator.op != OpBranch or not find_boolean(module, value):
        return False
    if (
        not module.reachable(source)
        or not module.reachable(target)
        or source.function is not target.function
    ):
        return False
    if source.terminator.ops[0] == target.id and module.version >= VERSION_1_6:
        return False
    if not phi_ids_fit(module, source, target, list(phi_ids)):
        return False
    return keeps_dominance_with(module, source, guarded_branch(module, source, target, value))


def add_guarded_edge(
    module: Module, source: Block, target: Block, value: bool, phi_ids: tuple[int, ...]
) -> None:
    """Add the edge that `can_guard` allowed."""
    is_new = source.terminator.ops[0] != target.id
    module.set_terminator(source, guarded_branch(module, source, target, value))
    if not is_new:
        return
    for phi, value_id in zip(phis(target), phi_ids, strict=False):
        module.add_phi_pair(phi, value_id, source.id)
