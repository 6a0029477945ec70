"""The instruction that asks a subgroup for a value which it gives back."""

from __future__ import annotations

from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpIAdd
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.subgroup_identities import (
    SubgroupIdentity,
    line_of,
    suits,
)
from aberration.methods.transform.building.placing import insertion_at


def subgroup_line(
    module: Module, source: int, identity: SubgroupIdentity, fresh: int, before: Place
) -> Instruction | None:
    """Return the instruction of an identity about a value that is available at a place in a live
    block; None where it cannot be there.
    """
    anchor = insertion_at(module, before, OpIAdd)
    if anchor is None or anchor.block is None or anchor.block.dead:
        return None
    if not suits(module, source, identity) or not available_before(module, source, anchor):
        return None
    return line_of(module, source, identity, fresh)
