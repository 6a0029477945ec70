"""Change the hints of a loop (catalogue: SetLoopControl)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import merge_instruction
from aberration.languages.spirv.enums import LoopControl
from aberration.languages.spirv.instruction import Block
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
VERSION_1_1: Final = 0x00010100
SINCE_1_4: Final = (
    LoopControl.MIN_ITERATIONS
    | LoopControl.MAX_ITERATIONS
    | LoopControl.ITERATION_MULTIPLE
    | PARTIAL
)
ALWAYS_TRUE: Final = {
    LoopControl.MIN_ITERATIONS: 0,
    LoopControl.MAX_ITERATIONS: 0xFFFFFFFF,
    LoopControl.ITERATION_MULTIPLE: 1,
}
"""Promises that say nothing: what they are true of is every loop."""
DEPENDENCIES: Final = LoopControl.DEPENDENCY_INFINITE | LoopControl.DEPENDENCY_LENGTH


class SetLoopControl(Transformation, frozen=True, gc=False):
    """Precondition: the block has an OpLoopMerge without vendors' bits. Promises about dependencies
    and iterations may be kept; added only (each with its literal among `promises`, as pairs of bit
    and literal) if they are true of every loop, or the block is dead. The two about dependencies
    exclude each other, as do Unroll and DontUnroll. PeelCount and PartialCount need a count that is
    not 0, and no DontUnroll; a count without its bit is 0. Versions as the specification has them
    (section 3.23).
    Effect: sets the mask; literals of kept bits stay, in order.
    Facts: none used but that the block is dead, none added.
    """

    block: int
    control: int
    peel_count: int = 0
    partial_count: int = 0
    promises: tuple[tuple[int, int], ...] = ()

    def is_applicable(self, module: Module) -> bool:
        block = module.block(self.block)
        merge = merge_instruction(block) if block else None
        if merge is None or merge.op != OpLoopMerge or not self._is_consistent():
            return False
        old = merge.ops[2]
        if (
            block is None
            or old & ~(UNROLLING | PARTIAL | PROMISED)
            or not self._is_true(block, old)
        ):
            return False
        if self.control & ~old & DEPENDENCIES and module.version < VERSION_1_1:
            return False
        return not self.control & SINCE_1_4 & (~old | PARTIAL) or module.version >= VERSION_1_4

    def _is_true(self, block: Block, old: int) -> bool:
        """Say whether no promise is added that may be broken, and each that is added has its
        literal.
        """
        added = self.control & PROMISED & ~old
        literals = dict(self.promises)
        if sum(literals) != added & ~LoopControl.DEPENDENCY_INFINITE:
            return False
        return block.dead or (not added & DEPENDENCIES and literals.items() <= ALWAYS_TRUE.items())

    def _is_consistent(self) -> bool:
        """Check what can be said without looking at the module."""
        control = self.control
        if control & ~(UNROLLING | PARTIAL | PROMISED) or control & UNROLLING == UNROLLING:
            return False
        if (
            control & LoopControl.DONT_UNROLL and control & PARTIAL
        ) or control & DEPENDENCIES == DEPENDENCIES:
            return False
        bits = [bit for bit, _ in self.promises]
        if len(set(bits)) != len(bits) or not set(bits) <= set(WITH_LITERAL[:4]):
            return False
        if any(not bit_can_say(bit, literal) for bit, literal in self.promises):
            return False
        for count, bit in (
            (self.peel_count, LoopControl.PEEL_COUNT),
            (self.partial_count, LoopControl.PARTIAL_COUNT),
        ):
            if not 0 <= count < 1 << 32 or (count != 0) != (control & bit != 0):
                return False
        return True

    def apply(self, module: Module) -> None:
        block = must_exist(module.block(self.block))
        merge = must_exist(merge_instruction(block))
        kept = dict(
            zip([bit for bit in WITH_LITERAL if bit & merge.ops[2]], merge.ops[3:], strict=True)
        )
        kept[LoopControl.PEEL_COUNT] = self.peel_count
        kept[LoopControl.PARTIAL_COUNT] = self.partial_count
        kept.update(self.promises)
        literals = [kept[bit] for bit in WITH_LITERAL if bit & self.control]
        module.set_operands(merge, [*merge.ops[:2], self.control, *literals])


def bit_can_say(bit: int, literal: int) -> bool:
    """Say whether a promise may have this literal: a word, and not 0 but for the smallest
    number of iterations.
    """
    return 0 <= literal < 1 << 32 and (literal > 0 or bit == LoopControl.MIN_ITERATIONS)
