"""Let a branch pick one of two computations of a value that is there."""

from __future__ import annotations

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.blocks import is_header
from aberration.languages.spirv.instruction import Block, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpPhi,
)
from aberration.languages.spirv.uniform_only import has_subgroup_operations
from aberration.methods.transform.analysis.undefined import is_defined_condition
from aberration.methods.transform.building.branching import make_selection_header
from aberration.methods.transform.building.computing import compute, may_be_operand_of_phi
from aberration.methods.transform.transformation import Transformation, all_fresh


class Side(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a block computes: an identity of the table with its number and ids; without a name,
    nothing.
    """

    label: int
    identity: str = ""
    k: int = 0
    fresh_ids: tuple[int, ...] = ()


class AddDivergentBranch(Transformation, frozen=True, gc=False):
    """Precondition: `block` is live, reachable and no header, and ends in OpBranch. `condition` is
    a boolean, surely defined, and `source` can be a synonym (relevant, defined, undecorated, plain
    data); both are available at its end. The identity of each side suits the source, as for
    AddArithmeticSynonym. No operation of the module needs all invocations of a subgroup. Labels and
    ids are fresh.
    Effect: the block becomes the header of a selection by the condition. Either side is a new block
    that computes the source again and leads to a new merge block with an OpPhi of both, the source
    itself standing for a side without an identity; the merge block leads on.
    Facts: the OpPhi, and what either side computes, are synonyms of the source.
    """

    block: int
    condition: int
    source: int
    first: Side
    second: Side
    merge: int
    fresh: int

    def is_applicable(self, module: Module) -> bool:
        block = module.block(self.block)
        if (
            block is None
            or not can_branch(module, block)
            or not all_fresh(module, *self._fresh_ids())
        ):
            return False
        if not is_defined_condition(
            module, self.condition, block.terminator
        ) or not available_before(module, self.source, block.terminator):
            return False
        if not may_be_operand_of_phi(module, self.source):
            return False
        if any(
            side.identity and not self._instructions(module, side)
            for side in (self.first, self.second)
        ):
            return False
        return not has_subgroup_operations(module)

    def _fresh_ids(self) -> list[int]:
        first, second = self.first, self.second
        return [
            first.label,
            second.label,
            self.merge,
            self.fresh,
            *first.fresh_ids,
            *second.fresh_ids,
        ]

    def _instructions(self, module: Module, side: Side) -> list[Instruction]:
        if not side.identity:
            return []
        return compute(module, self.source, side.identity, side.k, side.fresh_ids)

    def apply(self, module: Module) -> None:
        block = must_exist(module.block(self.block))
        function, facts = block.function, module.facts
        following = module.successors(block)[0]
        sides = (self.first, self.second)
        lines = [self._instructions(module, side) for side in sides]
        values = [made[-1].result_id if made else self.source for made in lines]
        leads = [
            new_block(
                function, side.label, [*made, Instruction(OpBranch, 0, 0, [self.merge])], False
            )
            for side, made in zip(sides, lines, strict=True)
        ]
        pairs = [values[0], self.first.label, values[1], self.second.label]
        phi = Instruction(OpPhi, module.type_of(self.source), self.fresh, pairs)
        merge = new_block(
            function, self.merge, [phi, Instruction(OpBranch, 0, 0, [following.id])], False
        )
        module.rename_predecessor(following, block.id, self.merge)
        module.insert_blocks(function, module.layout_index(block) + 1, [*leads, merge])
        targets = (self.first.label, self.second.label)
        make_selection_header(module, block, self.merge, self.condition, targets)
        for value in dict.fromkeys((*values, self.fresh)):
            facts.add_synonym(self.source, value)


def can_branch(module: Module, block: Block) -> bool:
    """Say whether a selection may begin with a block that leads to one other only."""
    return (
        not block.dead
        and block.terminator.op == OpBranch
        and not is_header(block)
        and module.reachable(block)
    )
