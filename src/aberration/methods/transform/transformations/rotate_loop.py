"""Let a loop leave at its end, after a test before it."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.enums import Decoration, SelectionControl
from aberration.languages.spirv.instruction import Block, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpDecorate,
    OpLoopMerge,
    OpPhi,
    OpSelectionMerge,
    OpUnreachable,
)
from aberration.methods.transform.building.branching import block_leading_to
from aberration.methods.transform.building.copying import (
    OF_COPIES,
    OF_PHIS,
    carry_facts,
    copies_in,
    copy_of,
    ids_in,
)
from aberration.methods.transform.building.loop_shape import (
    Loop,
    Round,
    can_be_phi,
    loop_of,
    needed_after,
    replace_after,
    upper_blocks,
    value_from,
)
from aberration.methods.transform.transformation import Transformation, all_fresh


class RotateLoop(Transformation, frozen=True, gc=False):
    """Precondition: `header` heads a small loop that can be taken apart, see PeelLoop; its exit is
    not the block that goes back. What a round does before its exit is its test. `guard` and `latch`
    have fresh ids for the labels and results of the test, `guard` also for each result that is used
    behind the loop. The results that are used there or in the rest of a round may be operands of
    OpPhi.
    Effect: the test is done before the loop, as the header of a selection around it, and at the end
    of each round, whence the new continue target `back` goes back. In the place of the test, the
    header has OpPhis of its results. The loop gets the new merge block `merge`; the old one becomes
    that of the selection, with OpPhis of results.
    Facts: copies and OpPhis are dead, irrelevant or have an irrelevant pointee like their
    originals.
    """

    header: int
    merge: int
    back: int
    guard: Round
    latch: Round

    def is_applicable(self, module: Module) -> bool:
        fresh = [self.merge, self.back, *self.guard.fresh_ids(), *self.latch.fresh_ids()]
        if not all_fresh(module, *fresh):
            return False
        loop = loop_of(module, self.header)
        if loop is None or loop.exit is loop.back:
            return False
        upper = upper_blocks(module, loop)
        if (
            not self.guard.covers(upper)
            or not self.latch.covers(upper)
            or not self.guard.joins(module, loop)
        ):
            return False
        return all(can_be_phi(module, each) for each in carried_results(module, loop, upper))

    def apply(self, module: Module) -> None:
        _Rotation(module, self, must_exist(loop_of(module, self.header))).run()


def carried_results(module: Module, loop: Loop, upper: list[Block]) -> list[int]:
    """Return the results of the test that the rest of a round, or the next round, uses, in
    order.
    """
    inside = set(loop.blocks) - set(upper)
    going_round = {value_from(phi, loop.back) for phi in phis(loop.header)}
    made = [each.result_id for block in upper for each in block.instructions if each.result_id]
    return [
        each
        for each in made
        if each in going_round or any(user.block in inside for user in module.users(each))
    ]


def _remove_names(module: Module, old: int, becomes_phi: bool) -> None:
    """Remove names and decorations of what is gone, and decorations that an OpPhi cannot have."""
    for user in list(module.users(old)):
        # NoContraction is for arithmetic only, and an OpPhi computes nothing.
        is_of_arithmetic = user.op == OpDecorate and user.ops[1] == Decoration.NO_CONTRACTION
        if user.block is None and (is_of_arithmetic or not becomes_phi):
            module.remove(user)


class _Rotation:
    """One rotation."""

    def __init__(self, module: Module, step: RotateLoop, loop: Loop) -> None:
        self.module = module
        self.step = step
        self.loop = loop
        self.upper = upper_blocks(module, loop)
        self.guard = copies_in(self.upper, step.guard.copies)
        self.latch = copies_in(self.upper, step.latch.copies)
        self.after = {old: dict(step.guard.phis)[old] for old in needed_after(module, loop)}
        self.carried = carried_results(module, loop, self.upper)

    def run(self) -> None:
        module, step, loop = self.module, self.step, self.loop
        header, function = loop.header, loop.header.function
        phis = [self._of_both(old, old, step.back) for old in self.carried]
        merge = Instruction(OpSelectionMerge, 0, 0, [loop.merge.id, SelectionControl.NONE])
        inward = {**self.guard, loop.onward.id: header.id}
        guard = [
            self._copy_of(each, self.guard, inward, loop.before, [merge]) for each in self.upper
        ]
        latch = self._latch()
        made = [
            block_leading_to(function, step.back, header.id, header.dead),
            block_leading_to(function, step.merge, loop.merge.id, header.dead),
        ]
        self._carry_facts()
        self._join_after()
        # Behind all blocks of the loop, whose values the test at its end uses: they have to come
        # first.
        last = max(module.layout_index(block) for block in loop.blocks)
        module.insert_blocks(function, last + 1, [*latch, *made])
        module.insert_blocks(function, module.layout_index(header), guard)
        module.replace_in(loop.before.terminator, header.id, guard[0].id)
        module.replace_in(loop.back.terminator, header.id, latch[0].id)
        module.rename_predecessor(loop.onward, loop.exit.id, header.id)
        self._replace_test(phis)

    def _of_both(self, old: int, new: int, end: int) -> Instruction:
        """Return an OpPhi of the two results of the test, of which the second one comes from
        `end`.
        """
        leaving = self.guard[self.loop.exit.id]
        return Instruction(
            OpPhi, self.module.type_of(old), new, [self.guard[old], leaving, self.latch[old], end]
        )

    def _latch(self) -> list[Block]:
        """Return the test at the end of a round."""
        ids = {
            **self.latch,
            self.loop.onward.id: self.step.back,
            self.loop.merge.id: self.step.merge,
        }
        return [self._copy_of(block, self.latch, ids, self.loop.back, []) for block in self.upper]

    def _copy_of(
        self,
        block: Block,
        copies: dict[int, int],
        of_exit: dict[int, int],
        before: Block,
        merge: list[Instruction],
    ) -> Block:
        """Return a copy of a block of the test: the header follows `before`, the exit ends with
        `merge` and where `of_exit` says.
        """
        module, loop = self.module, self.loop
        lines: list[Instruction] = []
        for each in block.instructions:
            if block is loop.header and each.op == OpPhi:
                pair = [value_from(each, before), before.id]
                lines.append(Instruction(OpPhi, each.type_id, copies[each.result_id], pair))
            elif each.op == OpLoopMerge and block is loop.header:
                continue
            elif block is not loop.exit or each.op != OpSelectionMerge:
                lines.append(copy_of(module, each, copies))
        if block is loop.exit:
            lines[-1:] = [*merge, copy_of(module, block.terminator, of_exit)]
        return new_block(block.function, copies[block.id], lines, block.dead)

    def _carry_facts(self) -> None:
        for old in ids_in(self.upper):
            carry_facts(self.module, old, self.guard[old], OF_COPIES)
            carry_facts(self.module, old, self.latch[old], OF_COPIES)
        for old, new in self.after.items():
            carry_facts(self.module, old, new, OF_PHIS)

    def _join_after(self) -> None:
        """Let what follows the loop use the results of both tests."""
        module, loop = self.module, self.loop
        leaving = self.guard[loop.exit.id]
        for phi in phis(loop.merge):
            value = value_from(phi, loop.exit)
            pairs = [
                self.guard.get(value, value),
                leaving,
                self.latch.get(value, value),
                self.step.merge,
            ]
            module.set_operands(phi, pairs)
        made = [self._of_both(old, new, self.step.merge) for old, new in self.after.items()]
        replace_after(module, loop, self.after)
        for phi in reversed(made):
            module.insert(loop.merge, 0, phi)

    def _replace_test(self, phis: list[Instruction]) -> None:
        """Take the old test out, and let the header begin the rest of the round with the OpPhis."""
        module, loop = self.module, self.loop
        header = loop.header
        merge = header.instructions[-2].copy()
        merge.ops[:2] = [self.step.merge, self.step.back]
        kept = {header.id, *self.carried}
        for old in ids_in(self.upper):
            _remove_names(module, old, old in kept)
        module.set_terminator(loop.exit, Instruction(OpUnreachable, 0, 0, []))
        module.remove_blocks([block for block in reversed(self.upper) if block is not header])
        if header is not loop.exit:
            module.set_terminator(header, Instruction(OpUnreachable, 0, 0, []))
        for instruction in reversed(header.instructions[:-1]):
            module.remove(instruction)
        for phi in reversed(phis):
            module.insert(header, 0, phi)
        module.set_terminator(header, Instruction(OpBranch, 0, 0, [loop.onward.id]))
        module.add_merge(header, merge)
