"""Make an access volatile, or hint at caches (catalogue: SetMemoryOperandsMask)."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import MemoryAccess
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.memory_operands import (
    COPIES,
    FIRST_MASK,
    KNOWN,
    PLAIN,
    has_vulkan_memory_model,
    mask_positions,
)
from aberration.methods.transform.analysis.synonymy import is_plain_pointer
from aberration.methods.transform.transformation import Transformation

VERSION_1_4: Final = 0x00010400


class SetMemoryOperandsMask(Transformation, frozen=True, gc=False):
    """Precondition: a load, store or copy of plain data in a block. The mask differs from what
    holds so far in Nontemporal, in an added Volatile (not in the Vulkan memory model) and in an
    added Aligned only; `alignment` is a power of two, no larger than the smallest scalar of the
    data, and 0 if none is added. `number` is 0; or 1 for the source of a copy since version 1.4,
    where the first mask, if it held for both sides so far, has the first two bits only, and no
    alignment is added.
    Effect: sets mask `number` or appends it, after an empty first one where need be; other operands
    stay.
    Facts: none used, none added.
    """

    at: Place
    mask: int
    number: int = 0
    alignment: int = 0

    def is_applicable(self, module: Module) -> bool:
        access = self.at.find(module)
        if (
            access is None
            or access.block is None
            or access.op not in FIRST_MASK
            or not 0 <= self.number <= 1
        ):
            return False
        if not all(
            is_plain_pointer(module, module.type_of(pointer)) for pointer in pointers_of(access)
        ):
            return False
        if any(access.ops[k] & ~KNOWN for k in mask_positions(access)) or not self._may_have(
            module, access
        ):
            return False
        old = effective_mask(access, self.number)
        if self.alignment and not self._is_aligned(module, access, old):
            return False
        if (old ^ self.mask) & ~(PLAIN | MemoryAccess.ALIGNED if self.alignment else PLAIN):
            return False
        if (old ^ self.mask) & MemoryAccess.VOLATILE:
            return not old & MemoryAccess.VOLATILE and not has_vulkan_memory_model(module)
        return True

    def _is_aligned(self, module: Module, access: Instruction, old: int) -> bool:
        """Say whether an alignment is added to a first mask, and all data have it."""
        if self.number or old & MemoryAccess.ALIGNED or not self.mask & MemoryAccess.ALIGNED:
            return False
        largest = min(natural_alignment(module, pointer) for pointer in pointers_of(access))
        return 0 < self.alignment <= largest and self.alignment & (self.alignment - 1) == 0

    def _may_have(self, module: Module, access: Instruction) -> bool:
        """Say whether the access may have the mask, and only bits without operands pass on to a
        second one.
        """
        if self.number == 0:
            return True
        if access.op not in COPIES or module.version < VERSION_1_4:
            return False
        return len(mask_positions(access)) == 2 or not effective_mask(access, 0) & ~PLAIN

    def apply(self, module: Module) -> None:
        access = self.at.get(module)
        ops, positions = list(access.ops), mask_positions(access)
        if self.number < len(positions):
            ops[positions[self.number]] = self.mask
        else:
            ops += [MemoryAccess.NONE] * (self.number - len(positions)) + [self.mask]
        if self.alignment:
            ops.insert(FIRST_MASK[access.op] + 1, self.alignment)
        module.set_operands(access, ops)


def pointers_of(access: Instruction) -> list[int]:
    """Return the pointers through which a load, store or copy accesses memory."""
    return access.ops[: 2 if access.op in COPIES else 1]


def natural_alignment(module: Module, pointer_id: int) -> int:
    """Return the bytes of the smallest scalar behind a pointer, which no layout places less
    aligned; of booleans 1.
    """
    return _smallest_scalar(module, types.pointee_of(module, pointer_id))


def _smallest_scalar(module: Module, type_id: int) -> int:
    while types.component_type(module, type_id):
        type_id = types.component_type(module, type_id)
    if types.is_struct(module, type_id):
        return min(
            [_smallest_scalar(module, part) for part in types.part_types(module, type_id)],
            default=1,
        )
    return max(1, types.width(module, type_id) // 8)


def effective_mask(access: Instruction, number: int) -> int:
    """Return the mask that holds for a side of an access: a copy's only mask holds for both."""
    positions = mask_positions(access)
    if not positions:
        return MemoryAccess.NONE
    return access.ops[positions[min(number, len(positions) - 1)]]
