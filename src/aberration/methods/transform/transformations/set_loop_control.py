"""Change the hints of a loop (catalogue: SetLoopControl)."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import LoopControl
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpLoopMerge
from aberration.methods.transform.transformation import Transformation

UNROLLING: Final = LoopControl.UNROLL | LoopControl.DONT_UNROLL
PARTIAL: Final = LoopControl.PEEL_COUNT | LoopControl.PARTIAL_COUNT
PROMISES: Final = (
    LoopControl.DEPENDENCY_INFINITE,
    LoopControl.DEPENDENCY_LENGTH,
    LoopControl.MIN_ITERATIONS,
    LoopControl.MAX_ITERATIONS,
    LoopControl.ITERATION_MULTIPLE,
)
PROMISED: Final = sum(PROMISES)
WITH_LITERAL: Final = (*PROMISES[1:], LoopControl.PEEL_COUNT, LoopControl.PARTIAL_COUNT)
"""Bits that bring a literal, in the order of the literals."""
VERSION_1_4: Final = 0x00010400


class SetLoopControl(Transformation, frozen=True, gc=False):
    """Precondition: the block has an OpLoopMerge without vendors' bits. Promises about dependencies and iterations
    may be kept, never added. PeelCount and PartialCount need SPIR-V 1.4, a count that is not 0, and no DontUnroll;
    a count without its bit is 0. Unroll and DontUnroll exclude each other.
    Effect: sets the mask; literals of kept bits stay, in order.
    Facts: none used, none added.
    """

    block: int
    control: int
    peel_count: int = 0
    partial_count: int = 0

    def is_applicable(self, module: Module) -> bool:
        block = module.block(self.block)
        merge = module.merge_instruction(block) if block else None
        if merge is None or merge.op != OpLoopMerge or not self._is_consistent():
            return False
        old = merge.ops[2]
        if old & ~(UNROLLING | PARTIAL | PROMISED) or self.control & PROMISED & ~old:
            return False
        return not self.control & PARTIAL or module.version >= VERSION_1_4

    def _is_consistent(self) -> bool:
        """Check what can be said without looking at the module."""
        control = self.control
        if control & ~(UNROLLING | PARTIAL | PROMISED) or control & UNROLLING == UNROLLING:
            return False
        if control & LoopControl.DONT_UNROLL and control & PARTIAL:
            return False
        for count, bit in ((self.peel_count, LoopControl.PEEL_COUNT), (self.partial_count, LoopControl.PARTIAL_COUNT)):
            if not 0 <= count < 1 << 32 or (count != 0) != (control & bit != 0):
                return False
        return True

    def apply(self, module: Module) -> None:
        block = module.block(self.block)
        merge = module.merge_instruction(block) if block else None
        if merge is None:
            return
        kept = dict(zip([bit for bit in WITH_LITERAL if bit & merge.ops[2]], merge.ops[3:], strict=True))
        kept[LoopControl.PEEL_COUNT] = self.peel_count
        kept[LoopControl.PARTIAL_COUNT] = self.partial_count
        literals = [kept[bit] for bit in WITH_LITERAL if bit & self.control]
        module.set_operands(merge, [*merge.ops[:2], self.control, *literals])
