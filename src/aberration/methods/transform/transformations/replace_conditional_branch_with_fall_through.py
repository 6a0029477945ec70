"""Let a selection without else be a switch, of which one case falls through to what came after
it.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import (
    is_continue_target,
    is_header,
    is_loop_header,
    is_merge_block,
)
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpSelect,
    OpSelectionMerge,
    OpSwitch,
)
from aberration.languages.spirv.uniform_only import needs_uniform_control_flow
from aberration.methods.transform.analysis.switches import leaves_plainly, selection_merge
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_conditional_branch_with_switch import (
    may_become_switch,
    selector_constants,
)

FORMS: Final = ("case", "default", "both")
"""Which target is the default: what came after the selection, its side, or the former, which
has a case as well.
"""


class FallThrough(msgspec.Struct, frozen=True):
    """A selection without else: its side, taken if the condition is `taken`, the block after it,
    and the one after that.
    """

    header: Block
    taken: bool
    side: int
    following: Block
    end: Block


class ReplaceConditionalBranchWithFallThrough(Transformation, frozen=True, gc=False):
    """Precondition: the reachable block heads a selection that ReplaceConditionalBranchWithSwitch
    takes, and branches to its merge block itself on one side. Other blocks that do so are in no
    construct inside; that block is no header or continue target, needs no uniform control flow, and
    ends in OpBranch to one that nothing else leads to or names, no header of a loop. `values` are
    two different ones, those for true and for false, of which relevant constants of the 32-bit
    integer type `selector_type` exist; `form` is one of FORMS.
    Effect: the branch becomes an OpSwitch on an OpSelect of the two constants by the condition,
    with a case or default for the side, which falls through to the old merge block, the other one.
    The block after that is the merge block.
    Facts: none used, none added.
    """

    fresh: int
    header: int
    selector_type: int
    values: tuple[int, int]
    form: str

    def is_applicable(self, module: Module) -> bool:
        header = module.block(self.header)
        if header is None or not module.is_fresh(self.fresh) or self.form not in FORMS:
            return False
        if self.values[0] == self.values[1]:
            return False
        if not all(selector_constants(module, self.selector_type, self.values)):
            return False
        return fall_through_of(module, header) is not None

    def apply(self, module: Module) -> None:
        header = must_exist(module.block(self.header))
        found = must_exist(fall_through_of(module, header))
        merge = must_exist(selection_merge(header))
        constants = selector_constants(module, self.selector_type, self.values)
        operands = [header.terminator.ops[0], *constants]
        control = merge.ops[1]
        module.remove(merge)
        module.insert_before(
            header.terminator, Instruction(OpSelect, self.selector_type, self.fresh, operands)
        )
        module.add_merge(header, Instruction(OpSelectionMerge, 0, 0, [found.end.id, control]))
        module.set_terminator(header, Instruction(OpSwitch, 0, 0, self._targets(found)))

    def _targets(self, found: FallThrough) -> list[int]:
        """Return the operands of the switch: a case comes right before the one that it falls
        through to.
        """
        side, following = found.side, found.following.id
        of_side, of_following = self.values if found.taken else self.values[::-1]
        if self.form == "default":
            return [self.fresh, side, of_following, following]
        cases = [of_side, side] if self.form == "case" else [of_side, side, of_following, following]
        return [self.fresh, following, *cases]


def fall_through_of(module: Module, header: Block) -> FallThrough | None:
    """Return the parts of a selection whose side can fall through; None if there is no such
    selection.
    """
    following = side_that_is_empty(module, header)
    if following is None or not may_become_switch(module, header):
        return None
    if is_header(following) or is_continue_target(module, following):
        return None
    leaving = [block for block in module.predecessors(following) if block is not header]
    if not leaving or not all(leaves_plainly(module, header, block) for block in leaving):
        return None
    if following.terminator.op != OpBranch or needs_uniform_control_flow(module, [following]):
        return None
    end = module.successors(following)[0]
    if module.predecessors(end) != [following] or is_loop_header(end):
        return None
    if is_merge_block(module, end) or is_continue_target(module, end):
        return None
    on_true, on_false = header.terminator.ops[1:3]
    taken = on_false == following.id
    return FallThrough(header, taken, on_true if taken else on_false, following, end)


def side_that_is_empty(module: Module, header: Block) -> Block | None:
    """Return the merge block of a selection with two sides, of which one is the merge block;
    else None.
    """
    merge = selection_merge(header)
    targets = header.terminator.ops[1:3]
    if merge is None or len(set(targets)) != 2 or merge.ops[0] not in targets:
        return None
    return module.block(merge.ops[0])
