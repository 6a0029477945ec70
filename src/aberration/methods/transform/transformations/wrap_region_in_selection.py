"""Make a region the body of a selection whose targets are the same (catalogue:
WrapRegionInSelection).
"""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.availability import strictly_dominates, strictly_post_dominates
from aberration.languages.spirv.blocks import is_continue_target, is_header, is_merge_block
from aberration.languages.spirv.constructs import construct_header, in_continue
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpBranch
from aberration.languages.spirv.uniform_only import needs_uniform_control_flow
from aberration.methods.transform.analysis.constants import find_boolean
from aberration.methods.transform.building.branching import make_selection_header
from aberration.methods.transform.building.guards import VERSION_1_6
from aberration.methods.transform.transformation import Transformation


class WrapRegionInSelection(Transformation, frozen=True, gc=False):
    """Precondition: an irrelevant boolean constant `value` exists; the entry strictly dominates the
    exit, which strictly post-dominates it; both are in the same construct, both or neither in its
    continue construct. The entry ends in OpBranch and is no header, the exit no merge block or
    continue target; nothing in between needs uniform control flow. Not since SPIR-V 1.6: the
    targets of a branch must differ there.
    Effect: the entry becomes the header of a selection with the exit as its merge block; both
    targets are its old successor.
    Facts: the condition is irrelevant.
    """

    entry: int
    exit: int
    value: bool

    def is_applicable(self, module: Module) -> bool:
        entry, end = module.block(self.entry), module.block(self.exit)
        if entry is None or end is None or module.version >= VERSION_1_6:
            return False
        if not find_boolean(module, self.value, irrelevant=True) or not can_wrap(
            module, entry, end
        ):
            return False
        return not needs_uniform_control_flow(module, blocks_between(module, entry, end))

    def apply(self, module: Module) -> None:
        entry = must_exist(module.block(self.entry))
        target = entry.terminator.ops[0]
        condition = find_boolean(module, self.value, irrelevant=True)
        make_selection_header(module, entry, self.exit, condition, (target, target))


def can_wrap(module: Module, entry: Block, end: Block) -> bool:
    """Say whether control flow lets a selection begin with one block and end before the other."""
    if entry.terminator.op != OpBranch or is_header(entry):
        return False
    if is_merge_block(module, end) or is_continue_target(module, end):
        return False
    return is_straight(module, entry, end)


def is_straight(module: Module, entry: Block, end: Block) -> bool:
    """Say whether all paths from the entry lead to the end, all to the end come from the entry, and
    both blocks are in the same part of the same construct.
    """
    if not strictly_dominates(module, entry, end) or not strictly_post_dominates(
        module, end, entry
    ):
        return False
    if construct_header(module, entry) is not construct_header(module, end):
        return False
    return in_continue(module, entry) == in_continue(module, end)


def blocks_between(module: Module, entry: Block, end: Block, most: int = 1 << 30) -> list[Block]:
    """Return the blocks that the entry leads to without passing the end; none if there are more
    than `most`.
    """
    found: list[Block] = []
    seen = {end}
    waiting = [entry]
    while waiting:
        for following in module.successors(waiting.pop()):
            if following not in seen:
                seen.add(following)
                found.append(following)
                waiting.append(following)
        if len(found) > most:
            return []
    return found
