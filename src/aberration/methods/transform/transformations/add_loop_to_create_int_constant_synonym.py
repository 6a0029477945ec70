"""Count down to an integer constant in a loop (catalogue: AddLoopToCreateIntConstantSynonym)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import is_continue_target, is_loop_header, is_merge_block
from aberration.languages.spirv.constructs import in_any_continue
from aberration.languages.spirv.enums import LoopControl
from aberration.languages.spirv.instruction import Block, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpBranchConditional,
    OpConstant,
    OpConstantComposite,
    OpIAdd,
    OpISub,
    OpLoopMerge,
    OpPhi,
    OpSLessThan,
    OpTypeBool,
    OpTypeInt,
)
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.synonymy import can_be_synonym
from aberration.methods.transform.transformation import Transformation, all_fresh

MOST_ITERATIONS: Final = 32
WIDTHS: Final = (32, 64)


class AddLoopToCreateIntConstantSynonym(Transformation, frozen=True, gc=False):
    """Precondition: `constant` is a relevant, undecorated integer constant of 32 or 64 bits, or a
    vector of such. `steps` are one number for each of its components. Relevant constants of its
    type exist for them and for where the loop starts: the constant plus `iterations` (1 to 32)
    times the steps, modulo the width. So do the signed 32-bit 0, 1 and number of iterations, and
    the boolean type. `block` is reachable, live, has exactly one predecessor, is no merge block,
    continue target or loop header, and in no continue construct.
    Effect: inserts a loop before it, of one block or, with `additional`, of two, which subtracts
    the steps as often. An OpPhi at the start of the block is what comes out.
    Facts: this OpPhi is a synonym of the constant.
    """

    constant: int
    steps: tuple[int, ...]
    iterations: int
    block: int
    synonym: int
    loop: int
    counter: int
    value: int
    next_counter: int
    next_value: int
    condition: int
    additional: int = 0

    def is_applicable(self, module: Module) -> bool:
        if not 1 <= self.iterations <= MOST_ITERATIONS or not all_fresh(module, *self._fresh_ids()):
            return False
        block = module.block(self.block)
        if block is None or not can_follow_loop(module, block):
            return False
        return all(self._constants(module)) and module.find(OpTypeBool, 0) != 0

    def _fresh_ids(self) -> list[int]:
        fresh = [
            self.synonym,
            self.loop,
            self.counter,
            self.value,
            self.next_counter,
            self.next_value,
            self.condition,
        ]
        return [*fresh, self.additional] if self.additional else fresh

    def _constants(self, module: Module) -> list[int]:
        """Return the first value, the steps, 0, 1 and the number of iterations; 0 for one that
        does not exist.
        """
        type_id = module.type_of(self.constant)
        first = first_values(module, self.constant, self.steps, self.iterations)
        signed = module.find(OpTypeInt, 0, 32, 1)
        if not first or not signed:
            return [0]
        found = [
            find_integers(module, type_id, first),
            find_integers(module, type_id, list(self.steps)),
        ]
        return found + [
            find_integers(module, signed, [number]) for number in (0, 1, self.iterations)
        ]

    def apply(self, module: Module) -> None:
        block = must_exist(module.block(self.block))
        before = module.predecessors(block)[0]
        made = self._blocks(module, block, before)
        module.insert_blocks(block.function, module.layout_index(block), made)
        branch = before.terminator
        ops = list(branch.ops)
        for k in module.id_positions(branch):
            ops[k] = self.loop if ops[k] == self.block else ops[k]
        module.set_operands(branch, ops)
        module.rename_predecessor(block, before.id, made[-1].id)
        type_id = module.type_of(self.constant)
        module.insert(
            block, 0, Instruction(OpPhi, type_id, self.synonym, [self.next_value, made[-1].id])
        )
        module.facts.add_synonym(self.synonym, self.constant)

    def _blocks(self, module: Module, block: Block, before: Block) -> list[Block]:
        first, steps, zero, one, iterations = self._constants(module)
        int_type, type_id, last = (
            module.type_of(one),
            module.type_of(self.constant),
            self.additional or self.loop,
        )
        phis = [
            Instruction(OpPhi, int_type, self.counter, [zero, before.id, self.next_counter, last]),
            Instruction(OpPhi, type_id, self.value, [first, before.id, self.next_value, last]),
        ]
        merge = Instruction(OpLoopMerge, 0, 0, [self.block, last, LoopControl.NONE])
        bool_type = module.find(OpTypeBool, 0)
        computed = [
            Instruction(OpISub, type_id, self.next_value, [self.value, steps]),
            Instruction(OpIAdd, int_type, self.next_counter, [self.counter, one]),
            Instruction(OpSLessThan, bool_type, self.condition, [self.next_counter, iterations]),
        ]
        back = Instruction(OpBranchConditional, 0, 0, [self.condition, self.loop, self.block])
        if not self.additional:
            return [new_block(block.function, self.loop, [*phis, *computed, merge, back])]
        onward = Instruction(OpBranch, 0, 0, [self.additional])
        header = new_block(block.function, self.loop, [*phis, merge, onward])
        return [header, new_block(block.function, self.additional, [*computed, back])]


def can_follow_loop(module: Module, block: Block) -> bool:
    """Say whether a loop may be put between a block and its predecessor."""
    if block.dead or not module.reachable(block) or len(module.predecessors(block)) != 1:
        return False
    if is_merge_block(module, block) or is_continue_target(module, block) or is_loop_header(block):
        return False
    return not in_any_continue(module, block)


def integer_values(module: Module, constant: int) -> list[int]:
    """Return the values of an integer constant's components, as unsigned numbers; empty if it
    is none.
    """
    definition = module.definition(constant)
    if definition is None or not can_be_synonym(module, definition):
        return []
    if definition.op == OpConstantComposite and types.is_vector(module, definition.type_id):
        parts = [module.definition(part) for part in definition.ops]
    else:
        parts = [definition]
    values = []
    for part in parts:
        if part is None or part.op != OpConstant or not types.is_int(module, part.type_id):
            return []
        values.append(sum(word << (32 * k) for k, word in enumerate(part.ops)))
    return values if types.width(module, definition.type_id) in WIDTHS else []


def first_values(
    module: Module, constant: int, steps: tuple[int, ...], iterations: int
) -> list[int]:
    """Return where a loop that subtracts `steps` has to start; empty if it cannot end at the
    constant.
    """
    values = integer_values(module, constant)
    mask = (1 << types.width(module, module.type_of(constant))) - 1
    if len(values) != len(steps) or not all(0 <= step <= mask for step in steps):
        return []
    return [(value + step * iterations) & mask for value, step in zip(values, steps, strict=True)]


def find_integers(module: Module, type_id: int, values: list[int]) -> int:
    """Return the relevant integer or vector of these values; 0 if there is none."""
    if not types.is_vector(module, type_id):
        return _find_integer(module, type_id, values[0])
    scalar = types.component_type(module, type_id)
    parts = [_find_integer(module, scalar, value) for value in values]
    return find_constant(module, False, OpConstantComposite, type_id, *parts) if all(parts) else 0


def _find_integer(module: Module, type_id: int, value: int) -> int:
    words = (
        [value & 0xFFFFFFFF]
        if types.width(module, type_id) == 32
        else [value & 0xFFFFFFFF, value >> 32]
    )
    return find_constant(module, False, OpConstant, type_id, *words)
