"""Let two loops in a row share the rounds of one."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpLogicalAnd,
    OpLogicalOr,
    OpPhi,
    OpSGreaterThanEqual,
    OpSLessThan,
    OpTypeBool,
    OpUGreaterThanEqual,
    OpULessThan,
)
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined
from aberration.methods.transform.building.branching import block_leading_to
from aberration.methods.transform.building.copying import carry_facts_of_blocks, copies_in
from aberration.methods.transform.building.loop_shape import (
    MERGES,
    Loop,
    Round,
    is_repeatable,
    loop_of,
    round_of,
    upper_blocks,
    value_from,
)
from aberration.methods.transform.transformation import Transformation, all_fresh


class SplitLoopRange(Transformation, frozen=True, gc=False):
    """Precondition: `header` heads a small loop that can be taken apart, see PeelLoop; its exit is
    not the block that goes back, and what a round does before its exit only computes. `counter` is
    an integer OpPhi of the header, `boundary` a value of its type that is available before the loop
    and surely defined. `first` has fresh ids for the labels and results of the loop.
    Effect: a copy of the loop comes before it, and leaves, to its merge block `merge`, as soon as
    the counter is not less than the boundary, too; the loop begins with what the copy's OpPhis are
    then. Wherever the boundary is, both have as many rounds together as the loop had.
    Facts: copies are dead, irrelevant or have an irrelevant pointee like their originals.
    """

    header: int
    counter: int
    boundary: int
    merge: int
    compare: int
    condition: int
    first: Round

    def is_applicable(self, module: Module) -> bool:
        fresh = [self.merge, self.compare, self.condition, *self.first.fresh_ids()]
        if not all_fresh(module, *fresh):
            return False
        loop = loop_of(module, self.header)
        if loop is None or not self.first.covers(loop.blocks) or not self._is_counted(module, loop):
            return False
        return can_be_split(module, loop)

    def _is_counted(self, module: Module, loop: Loop) -> bool:
        counter = module.definition(self.counter)
        if counter is None or counter.op != OpPhi or counter.block is not loop.header:
            return False
        if (
            not types.is_int(module, counter.type_id)
            or module.type_of(self.boundary) != counter.type_id
        ):
            return False
        if not module.find(OpTypeBool, 0) or may_depend_on_undefined(module, self.boundary):
            return False
        return available_before(module, self.boundary, loop.before.terminator)

    def apply(self, module: Module) -> None:
        _split(module, self, must_exist(loop_of(module, self.header)))


def can_be_split(module: Module, loop: Loop) -> bool:
    """Say whether what a round does before its exit may be done again, in another loop."""
    return loop.exit is not loop.back and is_repeatable(module, upper_blocks(module, loop))


def _split(module: Module, step: SplitLoopRange, loop: Loop) -> None:
    header, before, function = loop.header, loop.before, loop.header.function
    ids = copies_in(loop.blocks, step.first.copies)
    labels = {**ids, loop.merge.id: step.merge}
    copies = round_of(module, loop, labels, ids[header.id])
    lines = copies[0].instructions
    for index, phi in enumerate(phis(header)):
        following = value_from(phi, loop.back)
        ops = [value_from(phi, before), before.id, ids.get(following, following), ids[loop.back.id]]
        lines.insert(index, Instruction(OpPhi, phi.type_id, ids[phi.result_id], ops))
    merge = header.instructions[-2].copy()
    merge.ops[:2] = [step.merge, ids[loop.target.id]]
    lines.insert(len(lines) - 1, merge)
    _leave_early(
        module, step, loop, next(block for block in copies if block.id == ids[loop.exit.id])
    )
    made = block_leading_to(function, step.merge, header.id, header.dead)
    module.insert_blocks(function, module.layout_index(header), [*copies, made])
    module.replace_in(before.terminator, header.id, ids[header.id])
    for phi in phis(header):
        following = value_from(phi, loop.back)
        module.set_operands(phi, [ids[phi.result_id], step.merge, following, loop.back.id])
    carry_facts_of_blocks(module, loop.blocks, ids, {})


def _leave_early(module: Module, step: SplitLoopRange, loop: Loop, leaving: Block) -> None:
    """Let the copy of the exit, which no module owns yet, look at the boundary too."""
    goes_on = loop.exit.terminator.ops[1] == loop.onward.id
    counter, boolean = dict(step.first.copies)[step.counter], module.find(OpTypeBool, 0)
    if types.is_signed(module, module.type_of(step.counter)):
        compare = OpSLessThan if goes_on else OpSGreaterThanEqual
    else:
        compare = OpULessThan if goes_on else OpUGreaterThanEqual
    lines = leaving.instructions
    at = len(lines) - (2 if len(lines) > 1 and lines[-2].op in MERGES else 1)
    lines[at:at] = [
        Instruction(compare, boolean, step.compare, [counter, step.boundary]),
        Instruction(
            OpLogicalAnd if goes_on else OpLogicalOr,
            boolean,
            step.condition,
            [lines[-1].ops[0], step.compare],
        ),
    ]
    lines[-1].ops[0] = step.condition
