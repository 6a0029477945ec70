"""The memory operands of loads, stores and copies: masks, and the operands that their bits
bring along.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import MemoryAccess, MemoryModel
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCopyMemory,
    OpCopyMemorySized,
    OpLoad,
    OpMemoryModel,
    OpStore,
)

FIRST_MASK: Final = {OpLoad: 1, OpStore: 2, OpCopyMemory: 2, OpCopyMemorySized: 3}
"""Operand position of the first mask."""
COPIES: Final = (OpCopyMemory, OpCopyMemorySized)
WITH_OPERAND: Final = (
    MemoryAccess.ALIGNED,
    MemoryAccess.MAKE_POINTER_AVAILABLE,
    MemoryAccess.MAKE_POINTER_VISIBLE,
    MemoryAccess.ALIAS_SCOPE_INTEL_MASK,
    MemoryAccess.NO_ALIAS_INTEL_MASK,
)
"""Bits that bring one operand each, which follow the mask."""
PLAIN: Final = MemoryAccess.VOLATILE | MemoryAccess.NONTEMPORAL
KNOWN: Final = PLAIN | MemoryAccess.NON_PRIVATE_POINTER | sum(WITH_OPERAND)


def mask_positions(instruction: Instruction) -> list[int]:
    """Return the operand positions of the masks that an access has; only copies may have a
    second one.
    """
    most = 2 if instruction.op in COPIES else 1
    position = FIRST_MASK.get(instruction.op, len(instruction.ops))
    found: list[int] = []
    while position < len(instruction.ops) and len(found) < most:
        found.append(position)
        mask = instruction.ops[position]
        position += 1 + sum([1 for bit in WITH_OPERAND if mask & bit])
    return found


def is_plain_access(instruction: Instruction) -> bool:
    """Say whether all memory operands of an access, if any, are mere hints about caches."""
    return all(
        instruction.ops[k] | MemoryAccess.NONTEMPORAL == MemoryAccess.NONTEMPORAL
        for k in mask_positions(instruction)
    )


def has_vulkan_memory_model(module: Module) -> bool:
    """Say whether the module declares the Vulkan memory model, where volatile accesses have
    rules of their own.
    """
    return any(model.ops[1] == MemoryModel.VULKAN for model in module.by_opcode(OpMemoryModel))
