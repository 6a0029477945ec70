"""Give a loop a block of its own that leads to it (catalogue: AddLoopPreheader)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import is_loop_header, phis
from aberration.languages.spirv.instruction import Block, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpBranch, OpLoopMerge, OpPhi, OpSelectionMerge
from aberration.methods.transform.transformation import Transformation, all_fresh

MERGES: Final = (OpLoopMerge, OpSelectionMerge)


class AddLoopPreheader(Transformation, frozen=True, gc=False):
    """Precondition: `header` heads a loop, is reachable and has one back-edge block; if several
    blocks lead to the loop from outside, `phi_ids` has a fresh id for each OpPhi of the header.
    Effect: a new block before the header branches to it; whatever named the header from outside of
    the loop names the new block. With several blocks outside, their OpPhi pairs move to new OpPhis
    of the new block.
    Facts: the new block is dead if the header is.
    """

    header: int
    fresh: int
    phi_ids: tuple[int, ...] = ()

    def is_applicable(self, module: Module) -> bool:
        header = module.block(self.header)
        if header is None or not all_fresh(module, self.fresh, *self.phi_ids):
            return False
        outside = blocks_before_loop(module, header)
        if not outside:
            return False
        return len(outside) == 1 or len(self.phi_ids) >= len(phis(header))

    def apply(self, module: Module) -> None:
        header = must_exist(module.block(self.header))
        outside = blocks_before_loop(module, header)
        new_phis = [] if len(outside) == 1 else self._new_phis(header, outside)
        branch = Instruction(OpBranch, 0, 0, [header.id])
        made = new_block(header.function, self.fresh, [*new_phis, branch], header.dead)
        module.insert_block(header.function, module.layout_index(header), made)
        for block in outside:
            module.replace_in(block.terminator, header.id, self.fresh)
        # Merge instructions of other constructs may name the header, too.
        for user in list(module.users(header.id)):
            if user.op in MERGES and user.block is not header:
                module.replace_in(user, header.id, self.fresh)
        if len(outside) == 1:
            module.rename_predecessor(header, outside[0].id, self.fresh)
            return
        left_out = {block.id for block in outside}
        for phi, gathered in zip(phis(header), new_phis, strict=True):
            module.set_operands(
                phi, [gathered.result_id, self.fresh, *_pairs(phi, left_out, inside=False)]
            )

    def _new_phis(self, header: Block, outside: list[Block]) -> list[Instruction]:
        """Return the OpPhis of the new block."""
        named = {block.id for block in outside}
        known = zip(phis(header), self.phi_ids, strict=False)
        return [
            Instruction(OpPhi, phi.type_id, new_id, _pairs(phi, named, inside=True))
            for phi, new_id in known
        ]


def blocks_before_loop(module: Module, header: Block) -> list[Block]:
    """Return the blocks that lead to a loop from outside; none if it is no loop, or not clear
    which those are.
    """
    if not is_loop_header(header):
        return []
    before = module.predecessors(header)
    outside = [
        block for block in before if module.reachable(block) and not module.dominates(header, block)
    ]
    return outside if len(outside) == len(before) - 1 else []


def _pairs(phi: Instruction, named: set[int], *, inside: bool) -> list[int]:
    """Return the pairs of an OpPhi whose block is among the named ones, or is not."""
    found: list[int] = []
    for k in range(0, len(phi.ops), 2):
        if (phi.ops[k + 1] in named) == inside:
            found += phi.ops[k : k + 2]
    return found
