"""Put a copy of a loop's first round before the loop."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.enums import SelectionControl
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpPhi, OpSelectionMerge
from aberration.methods.transform.building.branching import block_leading_to
from aberration.methods.transform.building.copying import carry_facts_of_blocks, copies_in
from aberration.methods.transform.building.loop_shape import (
    Loop,
    Round,
    join_after,
    loop_of,
    needed_after,
    round_of,
    value_from,
)
from aberration.methods.transform.transformation import Transformation, all_fresh


class PeelLoop(Transformation, frozen=True, gc=False):
    """Precondition: `header` heads a small loop that can be taken apart: one block before it, one
    that goes back, one conditional branch out, which each round passes; one block leads to the
    continue target; neither is in a selection inside of the loop, nor the loop in a continue
    construct; it has few calls and nothing that needs uniform control flow. `first` has fresh ids
    for its labels and results, and for each result that is used behind the loop and may be an
    operand of OpPhi.
    Effect: a copy of the first round leads to the loop. The copy of the exit is the header of a
    selection around the rest and the loop, which gets a new merge block `merge`; the old one
    becomes the merge block of the selection. OpPhis there stand for the results behind the loop.
    Facts: copies and OpPhis are dead, irrelevant or have an irrelevant pointee like their
    originals.
    """

    header: int
    merge: int
    first: Round

    def is_applicable(self, module: Module) -> bool:
        if not all_fresh(module, self.merge, *self.first.fresh_ids()):
            return False
        loop = loop_of(module, self.header)
        return (
            loop is not None and self.first.covers(loop.blocks) and self.first.joins(module, loop)
        )

    def apply(self, module: Module) -> None:
        _peel(module, self, must_exist(loop_of(module, self.header)))


def _peel(module: Module, step: PeelLoop, loop: Loop) -> None:
    header, leaving, after, function = loop.header, loop.exit, loop.merge, loop.header.function
    ids = copies_in(loop.blocks, step.first.copies)
    new_phis = {old: dict(step.first.phis)[old] for old in needed_after(module, loop)}
    copies = round_of(module, loop, ids, header.id)
    copies[0].instructions[:0] = [
        Instruction(
            OpPhi, phi.type_id, ids[phi.result_id], [value_from(phi, loop.before), loop.before.id]
        )
        for phi in phis(header)
    ]
    for block in copies:
        if block.id == ids[leaving.id]:
            _make_header(block, after)
    made = block_leading_to(function, step.merge, after.id, header.dead)
    join_after(module, loop, ids, ids[leaving.id], new_phis)
    module.insert_blocks(function, module.layout_index(leaving) + 1, [made])
    module.insert_blocks(function, module.layout_index(header), copies)
    module.rename_predecessor(after, leaving.id, step.merge)
    for instruction in (header.instructions[-2], leaving.terminator):
        module.replace_in(instruction, after.id, step.merge)
    module.replace_in(loop.before.terminator, header.id, ids[header.id])
    for phi in phis(header):
        following = value_from(phi, loop.back)
        module.set_operands(
            phi, [ids.get(following, following), ids[loop.back.id], following, loop.back.id]
        )
    carry_facts_of_blocks(module, loop.blocks, ids, new_phis)


def _make_header(block: Block, merge: Block) -> None:
    """Make a block that no module owns yet the header of a selection, in the place of any other."""
    lines = block.instructions
    if len(lines) > 1 and lines[-2].op == OpSelectionMerge:
        del lines[-2]
    lines.insert(
        len(lines) - 1, Instruction(OpSelectionMerge, 0, 0, [merge.id, SelectionControl.NONE])
    )
