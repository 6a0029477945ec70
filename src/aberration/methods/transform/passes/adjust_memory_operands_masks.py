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
    natural_alignment,
    pointers_of,
)

ACCESSES: Final = (OpLoad, OpStore, OpCopyMemory)
VOLATILE: Final = 0.75
ALIGNED: Final = 0.1
NONTEMPORAL: Final = 0.25


@fuzzer_pass(chance=(0.2, 0.9), final=True, sites=ACCESSES)
def adjust_memory_operands_masks(draw: Draw) -> Transformation | None:
    """One attempt: any access; it becomes volatile, has another hint or an alignment. Half of the
    copies get it for the source.
    """
    module, rng = draw.module, draw.rng
    access = draw.instruction(ACCESSES)
    if access is None or access.block is None:
        return None
    number = rng.bits() & 1 if access.op in COPIES and module.version >= VERSION_1_4 else 0
    old = effective_mask(access, number)
    new = old
    if not has_vulkan_memory_model(module) and rng.chance(VOLATILE):
        new |= MemoryAccess.VOLATILE
    alignment = 0
    if not number and not old & MemoryAccess.ALIGNED and rng.chance(ALIGNED):
        new |= MemoryAccess.ALIGNED
        largest = min(natural_alignment(module, pointer) for pointer in pointers_of(access))
        alignment = rng.choose([1 << k for k in range(largest.bit_length())])
    if new == old or rng.chance(NONTEMPORAL):
        new ^= MemoryAccess.NONTEMPORAL
    return SetMemoryOperandsMask(Place.of(module, access), new, number, alignment)
