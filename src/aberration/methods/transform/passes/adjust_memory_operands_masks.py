"""Propose volatile accesses and hints about caches."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import MemoryAccess
from aberration.languages.spirv.opcodes import OpCopyMemory, OpLoad, OpStore
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.memory_operands import COPIES, has_vulkan_memory_model
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.set_memory_operands_mask import (
    VERSION_1_4,
    SetMemoryOperandsMask,
    effective_mask,
)

ACCESSES: Final = (OpLoad, OpStore, OpCopyMemory)


@fuzzer_pass(chance=(0.2, 0.9), final=True)
def adjust_memory_operands_masks(draw: Draw) -> Transformation | None:
    """One attempt: any access; it becomes volatile, another hint, or both. Half of the copies get it for the source."""
    module, rng = draw.module, draw.rng
    access = draw.instruction(ACCESSES)
    if access is None or access.block is None:
        return None
    number = rng.bits() & 1 if access.op in COPIES and module.version >= VERSION_1_4 else 0
    old = effective_mask(access, number)
    new = old
    if not has_vulkan_memory_model(module) and rng.bits() & 1:
        new |= MemoryAccess.VOLATILE
    if new == old or rng.bits() & 1:
        new ^= MemoryAccess.NONTEMPORAL
    return SetMemoryOperandsMask(Place.of(module, access), new, number)
