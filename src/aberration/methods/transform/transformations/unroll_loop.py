"""Let a round of a loop be two: the body behind a copy of itself."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpPhi
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


class UnrollLoop(Transformation, frozen=True, gc=False):
    """Precondition: `header` heads a small loop that can be taken apart: one block before it, one
    that goes back, one conditional branch out, which each round passes; one block leads to the
    continue target; neither is in a selection inside of the loop, nor the loop in a continue
    construct; it has few calls and nothing that needs uniform control flow. `first` has fresh ids
    for its labels and results, and for each result that is used behind the loop and may be an
    operand of OpPhi.
    Effect: the loop's blocks follow after a copy of them; the copy of the header heads the loop,
    both exits lead to its merge block, the continue target stays. OpPhis in the merge block stand
    for the results behind the loop.
    Facts: copies and OpPhis are dead, irrelevant or have an irrelevant pointee like their
    originals.
    """

    header: int
    first: Round

    def is_applicable(self, module: Module) -> bool:
        if not all_fresh(module, *self.first.fresh_ids()):
            return False
        loop = loop_of(module, self.header)
        return (
            loop is not None and self.first.covers(loop.blocks) and self.first.joins(module, loop)
        )

    def apply(self, module: Module) -> None:
        _unroll(module, self, must_exist(loop_of(module, self.header)))


def _unroll(module: Module, step: UnrollLoop, loop: Loop) -> None:
    """The copy comes first: what is known of the originals is not said of what is behind the
    loop, then.
    """
    header, back, function = loop.header, loop.back, loop.header.function
    ids = copies_in(loop.blocks, step.first.copies)
    new_phis = {old: dict(step.first.phis)[old] for old in needed_after(module, loop)}
    new_header = ids[header.id]
    copies = round_of(module, loop, ids, header.id)
    lines = copies[0].instructions
    lines[:0] = [
        Instruction(OpPhi, phi.type_id, ids[phi.result_id], list(phi.ops)) for phi in phis(header)
    ]
    merge = header.instructions[-2]
    lines.insert(len(lines) - 1, merge.copy())
    module.remove(merge)
    join_after(module, loop, ids, ids[loop.exit.id], new_phis)
    module.insert_blocks(function, module.layout_index(header), copies)
    module.replace_in(back.terminator, header.id, new_header)
    module.replace_in(loop.before.terminator, header.id, new_header)
    for phi in phis(header):
        following = value_from(phi, back)
        module.set_operands(phi, [ids.get(following, following), ids[back.id]])
    carry_facts_of_blocks(module, loop.blocks, ids, new_phis)
