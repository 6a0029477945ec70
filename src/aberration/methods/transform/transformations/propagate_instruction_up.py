"""Compute a value at the end of each predecessor instead (catalogue: PropagateInstructionUp)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import last_insertion_point
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpPhi
from aberration.methods.transform.analysis.memory import may_be_undefined
from aberration.methods.transform.analysis.purity import is_speculatable
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.replace_op_phi_id_from_dead_predecessor import (
    pair_of,
)


class PropagateInstructionUp(Transformation, frozen=True, gc=False):
    """Precondition: the block is reachable, and so are its predecessors, for each of which `ids`
    has a fresh id. It has an instruction that computes plain data from nothing undefined, is
    harmless whatever its operands are, not decorated, and uses no result of the same block but
    those of OpPhis; the first one is meant.
    Effect: a copy of it goes to the end of each predecessor, where it uses what the OpPhis take
    from there; an OpPhi of the copies takes its place.
    Facts: none used, none added.
    """

    block: int
    ids: tuple[tuple[int, int], ...]

    def is_applicable(self, module: Module) -> bool:
        block = module.block(self.block)
        if block is None or not can_precompute(module, block) or movable_up(module, block) is None:
            return False
        known = {predecessor for predecessor, _ in self.ids}
        if len(known) != len(self.ids) or not all_fresh(module, *[fresh for _, fresh in self.ids]):
            return False
        return all(predecessor.id in known for predecessor in module.predecessors(block))

    def apply(self, module: Module) -> None:
        block = must_exist(module.block(self.block))
        moved = must_exist(movable_up(module, block))
        fresh = dict(self.ids)
        ops: list[int] = []
        for predecessor in module.predecessors(block):
            copy = Instruction(moved.op, moved.type_id, fresh[predecessor.id], list(moved.ops))
            for k in module.id_positions(moved):
                copy.ops[k] = value_from(module, block, predecessor, moved.ops[k])
            module.insert_before(last_insertion_point(predecessor), copy)
            ops += [copy.result_id, predecessor.id]
        module.remove(moved)
        module.insert(block, 0, Instruction(OpPhi, moved.type_id, moved.result_id, ops))


def can_precompute(module: Module, block: Block) -> bool:
    """Say whether a block and all its predecessors, one at least, are reachable."""
    predecessors = module.predecessors(block)
    return (
        bool(predecessors)
        and module.reachable(block)
        and all(module.reachable(each) for each in predecessors)
    )


def movable_up(module: Module, block: Block) -> Instruction | None:
    """Return the first instruction of a block that may be computed in its predecessors, or None."""
    for instruction in block.instructions:
        if is_speculatable(module, instruction) and _may_move(module, block, instruction):
            return instruction
    return None


def _may_move(module: Module, block: Block, instruction: Instruction) -> bool:
    if not types.can_create_constant(module, instruction.type_id) or module.is_decorated(
        instruction.result_id
    ):
        return False
    for used in module.operand_ids(instruction):
        definition = module.definition(used)
        if definition is None or (definition.block is block and definition.op != OpPhi):
            return False
        if may_be_undefined(module, used):
            return False
    return True


def value_from(module: Module, block: Block, predecessor: Block, value: int) -> int:
    """Return what an OpPhi of the block takes from a predecessor; any other value itself."""
    definition = module.definition(value)
    if definition is None or definition.op != OpPhi or definition.block is not block:
        return value
    return definition.ops[pair_of(definition.ops, predecessor.id)]
