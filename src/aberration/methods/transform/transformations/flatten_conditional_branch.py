"""Lay both branches of a selection out one after the other (catalogue:
FlattenConditionalBranch).
"""

from __future__ import annotations

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.blocks import merge_instruction, phis
from aberration.languages.spirv.instruction import Block, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpCompositeConstruct,
    OpCopyObject,
    OpPhi,
    OpSelect,
)
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined
from aberration.methods.transform.building.branching import make_selection_header
from aberration.methods.transform.building.carrying import carry_decorations
from aberration.methods.transform.building.flattening import (
    CARRIED,
    SelectionShape,
    boolean_vector,
    instructions_to_guard,
    selected_sizes,
    shape_of,
)
from aberration.methods.transform.transformation import Transformation, all_fresh


class SideEffectWrapper(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Ids for guarding the instruction `at`: labels of the block that executes it and of the one
    after both; if it has a result, also the result's id where it is executed, and label, result and
    `value` of the block that copies `value` instead.
    """

    at: Place
    execute: int
    merge: int
    actual: int = 0
    alternative: int = 0
    placeholder: int = 0
    value: int = 0

    def fresh_ids(self) -> list[int]:
        """Return the ids that the guard defines."""
        return [
            new
            for new in (self.execute, self.merge, self.actual, self.alternative, self.placeholder)
            if new
        ]


class FlattenConditionalBranch(Transformation, frozen=True, gc=False):
    """Precondition: the block heads a selection of two straight branches without constructs inside,
    which meet before or at its merge block and nowhere else; they are as dead as the header, and no
    result in them has synonyms. The condition, read several times, is defined and relevant. Each
    instruction in them may run always (it only computes and no operands make it undefined: division
    by constants other than 0 and -1, shifts by constants within the width, constant indexes within
    bounds) or has a wrapper in `wrappers`. OpSelect takes the types of the OpPhis where the
    branches meet; `selectors` has fresh ids by size for the vectors of conditions that this takes.
    Effect: the branches follow the header one after the other, that of the true side first if
    `true_first`. What may not run always is guarded by the condition, its result an OpPhi of the
    real one and a copy of `value`. OpPhis where the branches meet become OpSelects.
    Facts: placeholders are irrelevant, new blocks as dead as the header; the ranges of results in
    the branches are forgotten.
    """

    header: int
    true_first: bool
    selectors: tuple[tuple[int, int], ...] = ()
    wrappers: tuple[SideEffectWrapper, ...] = ()

    def is_applicable(self, module: Module) -> bool:
        header = module.block(self.header)
        shape = shape_of(module, header) if header is not None else None
        selectors = dict(self.selectors)
        fresh = [new for _, new in self.selectors]
        fresh += [new for wrapper in self.wrappers for new in wrapper.fresh_ids()]
        if shape is None or not all_fresh(module, *fresh):
            return False
        guarded = instructions_to_guard(module, shape)
        sizes = selected_sizes(module, shape)
        if guarded is None or sizes is None:
            return False
        if not all(size in selectors and boolean_vector(module, size) for size in sizes):
            return False
        wrappers = self.by_instruction(module)
        return all(_may_wrap(module, each, wrappers.get(each)) for each in guarded)

    def by_instruction(self, module: Module) -> dict[Instruction, SideEffectWrapper]:
        """Return the wrappers by the instructions that they are for."""
        found: dict[Instruction, SideEffectWrapper] = {}
        for wrapper in self.wrappers:
            instruction = wrapper.at.find(module)
            if instruction is not None:
                found[instruction] = wrapper
        return found

    def apply(self, module: Module) -> None:
        header = must_exist(module.block(self.header))
        _Flattening(module, self, header, must_exist(shape_of(module, header))).run()


def _may_wrap(module: Module, instruction: Instruction, wrapper: SideEffectWrapper | None) -> bool:
    """Say whether a wrapper has all that an instruction takes."""
    if wrapper is None or not wrapper.execute or not wrapper.merge:
        return False
    if not needs_placeholder(module, instruction):
        return True
    if not wrapper.actual or not wrapper.alternative or not wrapper.placeholder:
        return False
    if module.type_of(wrapper.value) != instruction.type_id:
        return False
    return available_before(module, wrapper.value, instruction) and not may_depend_on_undefined(
        module, wrapper.value
    )


def needs_placeholder(module: Module, instruction: Instruction) -> bool:
    """Say whether an instruction has a result that may be used."""
    return instruction.type_id != 0 and not types.is_void(module, instruction.type_id)


class _Flattening:
    """One flattening of the selection that `header` heads."""

    def __init__(
        self, module: Module, step: FlattenConditionalBranch, header: Block, shape: SelectionShape
    ) -> None:
        self.module = module
        self.header = header
        self.shape = shape
        self.condition: int = header.terminator.ops[0]
        self.selectors = dict(step.selectors)
        self.true_first = step.true_first
        self.guarded = instructions_to_guard(module, shape) or []
        self.wrappers = step.by_instruction(module)

    def run(self) -> None:
        module, shape, header = self.module, self.shape, self.header
        self._forget_ranges()
        if shape.blocks():
            self._select()
        true_side = self._guarded_side(shape.true_side, taken=True)
        false_side = self._guarded_side(shape.false_side, taken=False)
        first, second = (true_side, false_side) if self.true_first else (false_side, true_side)
        module.move_blocks(header, [*first, *second])
        merge = merge_instruction(header)
        if merge is not None:
            module.remove(merge)
        last = first[-1] if first else header
        if first and second:
            module.rename_predecessor(second[0], header.id, last.id)
        following = [*first, *second, shape.meeting][0]
        module.set_terminator(header, Instruction(OpBranch, 0, 0, [following.id]))
        if first and second:
            module.set_terminator(last, Instruction(OpBranch, 0, 0, [second[0].id]))

    def _forget_ranges(self) -> None:
        """Both branches are executed always: the results in them may become anything."""
        for block in self.shape.blocks():
            for instruction in block.instructions:
                if instruction.result_id:
                    self.module.facts.ranges.forget(instruction.result_id)

    # ---- where the branches meet

    def _select(self) -> None:
        """Turn the OpPhis into OpSelects."""
        module, meeting = self.module, self.shape.meeting
        sizes = sorted(selected_sizes(module, self.shape) or ())
        block_phis = phis(meeting)
        made = [self._select_for(phi, sizes) for phi in block_phis]
        for phi in block_phis:
            module.remove(phi)
        for index, size in enumerate(sizes):
            ids = boolean_vector(module, size), self.selectors[size]
            conditions = Instruction(OpCompositeConstruct, *ids, [self.condition] * size)
            module.insert(meeting, index, conditions)
        for index, instruction in enumerate(made):
            module.insert(meeting, len(sizes) + index, instruction)

    def _select_for(self, phi: Instruction, sizes: list[int]) -> Instruction:
        side = self.shape.true_side
        true_end = side[-1].id if side else self.header.id
        values = [phi.ops[0], phi.ops[2]] if phi.ops[1] == true_end else [phi.ops[2], phi.ops[0]]
        size = (
            types.component_count(self.module, phi.type_id)
            if types.is_vector(self.module, phi.type_id)
            else 0
        )
        condition = self.selectors[size] if size in sizes else self.condition
        return Instruction(OpSelect, phi.type_id, phi.result_id, [condition, *values])

    # ---- guards

    def _guarded_side(self, side: tuple[Block, ...], *, taken: bool) -> list[Block]:
        """Guard what may not run always in the blocks of a branch; return the blocks that this
        makes of them.
        """
        guarded = set(self.guarded)
        found: list[Block] = []
        for block in side:
            found.append(block)
            for instruction in [each for each in block.instructions if each in guarded]:
                found += self._guard(instruction, self.wrappers[instruction], taken=taken)
        return found

    def _guard(
        self, instruction: Instruction, wrapper: SideEffectWrapper, *, taken: bool
    ) -> list[Block]:
        """Execute an instruction only if its branch would have been taken; return the new
        blocks.
        """
        module, upper = self.module, instruction.block
        if upper is None:
            return []
        execute = module.split(instruction, wrapper.execute)
        merge = module.split(execute.instructions[1], wrapper.merge)
        made, otherwise = [execute], merge.id
        if needs_placeholder(module, instruction):
            made.append(self._alternative(instruction, wrapper, execute))
            otherwise = wrapper.alternative
        targets = [execute.id, otherwise] if taken else [otherwise, execute.id]
        make_selection_header(module, upper, merge.id, self.condition, targets)
        if needs_placeholder(module, instruction):
            self._give_result(instruction, wrapper, merge)
        return [*made, merge]

    def _alternative(
        self, instruction: Instruction, wrapper: SideEffectWrapper, execute: Block
    ) -> Block:
        """Return the new block that is executed instead; it copies a value."""
        module = self.module
        copy = Instruction(OpCopyObject, instruction.type_id, wrapper.placeholder, [wrapper.value])
        lines = [copy, Instruction(OpBranch, 0, 0, [wrapper.merge])]
        made = new_block(execute.function, wrapper.alternative, lines, execute.dead)
        module.insert_block(execute.function, module.layout_index(execute) + 1, made)
        module.facts.add_irrelevant(wrapper.placeholder)
        return made

    def _give_result(
        self, instruction: Instruction, wrapper: SideEffectWrapper, merge: Block
    ) -> None:
        """Give the instruction another result id, and its own to an OpPhi of both results."""
        module = self.module
        result_id, execute = instruction.result_id, wrapper.execute
        renamed = Instruction(
            instruction.op, instruction.type_id, wrapper.actual, list(instruction.ops)
        )
        module.insert_before(instruction, renamed)
        module.remove(instruction)
        pairs = [wrapper.actual, execute, wrapper.placeholder, wrapper.alternative]
        module.insert(merge, 0, Instruction(OpPhi, instruction.type_id, result_id, pairs))
        carry_decorations(module, result_id, wrapper.actual, CARRIED)
