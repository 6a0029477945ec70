"""Add a switch on a constant, whose cases are never executed."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import SelectionControl
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpConstant, OpSelectionMerge, OpSwitch
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.building.branching import block_leading_to
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.add_dead_block import (
    can_hold_dead_block,
    extend_phis,
)

MOST_CASES: Final = 8


class DeadCase(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A literal, the label of its block, and whether that falls through to the block of the
    next case.
    """

    literal: int
    fresh: int
    falls_through: bool = False


class AddDeadSwitch(Transformation, frozen=True, gc=False):
    """Precondition: a relevant constant `value` of the 32-bit integer type `selector_type` exists;
    the block is reachable, no loop header, and ends in OpBranch to a successor that is no merge
    block, continue target or loop header and that it dominates. There are one to eight `cases` with
    different literals other than `value`, of which the last one does not fall through.
    Effect: the block becomes the header of a selection with the successor as its merge block, by an
    OpSwitch on the constant with the cases given. If `default` is a fresh id, that is the block of
    the default, and the successor has a case for `value`, after `before` others and the ones that
    they fall through to; else the successor is the default. New blocks only branch to the
    successor, or to the next case.
    Facts: the new blocks are dead.
    """

    block: int
    selector_type: int
    value: int
    cases: tuple[DeadCase, ...]
    default: int = 0
    before: int = 0

    def is_applicable(self, module: Module) -> bool:
        block = module.block(self.block)
        if (
            block is None
            or not self._is_well_formed(module)
            or not can_hold_dead_block(module, block)
        ):
            return False
        return find_constant(module, False, OpConstant, self.selector_type, self.value) != 0

    def _is_well_formed(self, module: Module) -> bool:
        literals = {case.literal for case in self.cases}
        if (
            not 0 < len(self.cases) <= MOST_CASES
            or len(literals) < len(self.cases)
            or self.value in literals
        ):
            return False
        if self.cases[-1].falls_through or not all(
            0 <= literal <= 0xFFFFFFFF for literal in literals
        ):
            return False
        if (
            not types.is_int(module, self.selector_type)
            or types.width(module, self.selector_type) != 32
        ):
            return False
        return all_fresh(
            module, *[case.fresh for case in self.cases], *([self.default] if self.default else [])
        )

    def apply(self, module: Module) -> None:
        block = must_exist(module.block(self.block))
        successor = must_exist(module.block(block.terminator.ops[0]))
        dead = self._dead_blocks(block, successor)
        for each in reversed(dead):
            module.insert_block(block.function, module.layout_index(block) + 1, each)
        value = find_constant(module, False, OpConstant, self.selector_type, self.value)
        module.add_merge(
            block, Instruction(OpSelectionMerge, 0, 0, [successor.id, SelectionControl.NONE])
        )
        ops = [value, self.default or successor.id, *self._targets(successor)]
        module.set_terminator(block, Instruction(OpSwitch, 0, 0, ops))
        leading = [each.id for each in dead if each.terminator.ops[0] == successor.id]
        extend_phis(module, block, successor, *leading)

    def _dead_blocks(self, block: Block, successor: Block) -> list[Block]:
        found: list[Block] = []
        for number, case in enumerate(self.cases):
            target = self.cases[number + 1].fresh if case.falls_through else successor.id
            found.append(block_leading_to(block.function, case.fresh, target, True))
        if self.default:
            found.append(block_leading_to(block.function, self.default, successor.id, True))
        return found

    def _targets(self, successor: Block) -> list[int]:
        """Return literals and labels of the OpSwitch; a case and the one that it falls through
        to are neighbours.
        """
        found: list[int] = []
        is_listed = not self.default
        for number, case in enumerate(self.cases):
            follows = number > 0 and self.cases[number - 1].falls_through
            if not is_listed and number >= self.before and not follows:
                found += [self.value, successor.id]
                is_listed = True
            found += [case.literal, case.fresh]
        return found if is_listed else [*found, self.value, successor.id]
