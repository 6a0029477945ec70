"""Add a case to a switch that its selector never picks."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.blocks import (
    is_continue_target,
    is_loop_header,
    is_merge_block,
    phis,
)
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.excluded_values import never_equals
from aberration.methods.transform.analysis.switches import cases_of, selection_merge, switch_of
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined
from aberration.methods.transform.building.branching import block_leading_to
from aberration.methods.transform.transformation import Transformation


class AddDeadSwitchCase(Transformation, frozen=True, gc=False):
    """Precondition: the reachable block heads a selection by an OpSwitch. The definition of its
    selector, a defined 32-bit integer, shows that it never equals `literal`, which no case has.
    `target` is the merge block, of which the header is the immediate dominator, or the block of a
    case: not the default, of one literal only, no loop header, merge block or continue target, with
    the header as its only predecessor, so that no other case falls through to it. `phi_ids` serve
    the OpPhis there.
    Effect: a new case for the literal, the last one or the one right before that of `target`; its
    new block only branches there.
    Facts: the new block is dead.
    """

    fresh: int
    header: int
    literal: int
    target: int
    phi_ids: tuple[int, ...] = ()

    def is_applicable(self, module: Module) -> bool:
        header, target = switch_of(module, self.header), module.block(self.target)
        if header is None or target is None or not module.is_fresh(self.fresh):
            return False
        if not is_dead_literal(module, header, self.literal) or not can_fall_to(
            module, header, target
        ):
            return False
        return self._phis_fit(module, header, target)

    def _phis_fit(self, module: Module, header: Block, target: Block) -> bool:
        """The new block is dominated by the header alone; nothing is computed in it."""
        block_phis = phis(target)
        if len(self.phi_ids) != len(block_phis):
            return False
        end = header.terminator
        pairs = zip(block_phis, self.phi_ids, strict=True)
        return all(
            module.type_of(new) == phi.type_id and available_before(module, new, end)
            for phi, new in pairs
        )

    def apply(self, module: Module) -> None:
        header = must_exist(switch_of(module, self.header))
        target = must_exist(module.block(self.target))
        dead = block_leading_to(header.function, self.fresh, self.target, True)
        module.insert_block(header.function, module.layout_index(header) + 1, dead)
        for phi, value in zip(phis(target), self.phi_ids, strict=True):
            module.add_phi_pair(phi, value, self.fresh)
        cases = cases_of(module, header.terminator)
        labels = [label for _, label in cases]
        merge = selection_merge(header)
        falls_through = merge is None or merge.ops[0] != self.target
        place = labels.index(self.target) if falls_through else len(cases)
        cases.insert(place, ((self.literal,), self.fresh))
        ops = header.terminator.ops[:2]
        for words, label in cases:
            ops += [*words, label]
        module.set_operands(header.terminator, ops)


def is_dead_literal(module: Module, header: Block, literal: int) -> bool:
    """Say whether a switch has no case for a word, and its selector never equals it."""
    switch = header.terminator
    if not 0 <= literal <= 0xFFFFFFFF or any(
        words == (literal,) for words, _ in cases_of(module, switch)
    ):
        return False
    return never_equals(module, switch.ops[0], literal) and not may_depend_on_undefined(
        module, switch.ops[0]
    )


def can_fall_to(module: Module, header: Block, target: Block) -> bool:
    """Say whether one more case of a switch may lead to a block."""
    merge = selection_merge(header)
    if merge is None or module.immediate_dominator(target) is not header:
        return False
    if target.id == merge.ops[0]:
        return module.layout_index(header) < module.layout_index(target)
    if target.id == header.terminator.ops[1] or is_loop_header(target):
        return False
    if is_merge_block(module, target) or is_continue_target(module, target):
        return False
    literals = [words for words, label in cases_of(module, header.terminator) if label == target.id]
    return len(literals) == 1 and module.predecessors(target) == [header]
