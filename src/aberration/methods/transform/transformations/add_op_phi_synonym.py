"""Choose between synonyms by where control comes from (catalogue: AddOpPhiSynonym)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpPhi
from aberration.methods.transform.transformation import Transformation


class AddOpPhiSynonym(Transformation, frozen=True, gc=False):
    """Precondition: the block is reachable and not dead; `values` gives each of its predecessors,
    all of them reachable and no block else, a relevant value of plain data that is available at the
    end of that predecessor; all values are of one type and synonyms of each other.
    Effect: the block begins with an OpPhi of them.
    Facts: its result is a synonym of the values.
    """

    block: int
    values: tuple[tuple[int, int], ...]
    fresh: int

    def is_applicable(self, module: Module) -> bool:
        block = module.block(self.block)
        if (
            block is None
            or not self.values
            or not module.is_fresh(self.fresh)
            or not may_choose(module, block)
        ):
            return False
        predecessors = sorted([each.id for each in module.predecessors(block)])
        if sorted([predecessor for predecessor, _ in self.values]) != predecessors:
            return False
        first = self.values[0][1]
        if not types.can_create_constant(module, module.type_of(first)):
            return False
        for predecessor_id, value in self.values:
            predecessor = module.block(predecessor_id)
            if predecessor is None or module.type_of(value) != module.type_of(first):
                return False
            if not module.facts.synonymous(first, value):
                return False
            if module.facts.is_irrelevant(module, value):
                return False
            if not available_before(module, value, predecessor.terminator):
                return False
        return True

    def apply(self, module: Module) -> None:
        block = must_exist(module.block(self.block))
        first = self.values[0][1]
        ops = [word for predecessor, value in self.values for word in (value, predecessor)]
        module.insert(block, 0, Instruction(OpPhi, module.type_of(first), self.fresh, ops))
        module.facts.add_synonym(first, self.fresh)


def may_choose(module: Module, block: Block) -> bool:
    """Say whether a block is live, and is reached from reachable blocks only."""
    if block.dead or not module.reachable(block):
        return False
    predecessors = module.predecessors(block)
    return bool(predecessors) and all(module.reachable(each) for each in predecessors)
