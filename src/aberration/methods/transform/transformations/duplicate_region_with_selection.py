"""Let a condition pick one of two copies of a region (catalogue: DuplicateRegionWithSelection)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import is_header, merge_instruction
from aberration.languages.spirv.enums import SelectionControl
from aberration.languages.spirv.instruction import Block, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpBranchConditional,
    OpKill,
    OpLoopMerge,
    OpPhi,
    OpReturn,
    OpReturnValue,
    OpSelectionMerge,
    OpUnreachable,
)
from aberration.methods.transform.analysis.region import blocks_between
from aberration.methods.transform.analysis.undefined import is_defined_condition
from aberration.methods.transform.building.copying import (
    can_copy,
    carry_facts_of_blocks,
    copies_in,
    copy_of,
    has_copies,
    replace_outside,
)
from aberration.methods.transform.transformation import Transformation, all_fresh

MERGES: Final = (OpLoopMerge, OpSelectionMerge)
ENDS: Final = frozenset(
    (OpBranch, OpBranchConditional, OpReturn, OpReturnValue, OpUnreachable, OpKill)
)


class DuplicateRegionWithSelection(Transformation, frozen=True, gc=False):
    """Precondition: the entry dominates the exit, which post-dominates it; the entry is not the
    first block and has one predecessor, the exit is no header and branches out of the region,
    returns or kills. The region has no other way in or out, and each construct is in it or outside
    as a whole. Nothing in it needs uniform control flow; it has few calls. `condition` is a
    boolean, surely defined, that is available before the entry. `copies` has a fresh id for each
    label and result of the region, `phis` for each result that is known at its end and may be an
    operand of OpPhi; no other is used outside.
    Effect: a new block before the entry is the header of a selection between the region and a copy
    of it; both lead to its merge block, which ends as the exit did. Outside, OpPhis of the two
    results stand for each result.
    Facts: copies and OpPhis are dead, irrelevant or have an irrelevant pointee like their
    originals.
    """

    header: int
    merge: int
    condition: int
    entry: int
    exit: int
    copies: tuple[tuple[int, int], ...]
    phis: tuple[tuple[int, int], ...] = ()

    def is_applicable(self, module: Module) -> bool:
        entry, end = module.block(self.entry), module.block(self.exit)
        if (
            entry is None
            or end is None
            or not is_defined_condition(module, self.condition, entry.instructions[0])
        ):
            return False
        fresh = [new_id for _, new_id in (*self.copies, *self.phis)]
        if not all_fresh(module, self.header, self.merge, *fresh):
            return False
        region = region_of(module, entry, end)
        if not region or not can_copy(module, region) or not values_stay(module, region, end):
            return False
        if not has_copies(region, self.copies):
            return False
        phis = dict(self.phis)
        return all(old in phis for old in values_at_end(module, region, end))

    def apply(self, module: Module) -> None:
        entry, end = must_exist(module.block(self.entry)), must_exist(module.block(self.exit))
        _RegionDuplication(module, self, entry, end).run()


# ---- what a region is


def region_of(module: Module, entry: Block, end: Block) -> list[Block]:
    """Return the blocks from the entry to the end, in the order of the layout; none if they are
    no region.
    """
    before = module.predecessors(entry)
    if len(before) != 1 or is_header(end) or end.terminator.op not in ENDS:
        return []
    if not module.dominates(entry, end) or not module.post_dominates(end, entry):
        return []
    region = blocks_between(module, entry, end)
    inside = set(region)
    if before[0] in inside or not all(
        _is_closed(module, each, entry, end, inside) for each in region
    ):
        return []
    return sorted(region, key=module.layout_index)


def _is_closed(module: Module, block: Block, entry: Block, end: Block, inside: set[Block]) -> bool:
    """Say whether no other edge leads in or out at a block, and no construct is in the region
    in part only.
    """
    following = module.successors(block)
    if not module.post_dominates(end, block):
        return False
    if block is end:
        if any(target in inside for target in following):
            return False
    elif any(target not in inside for target in following):
        return False
    if block is not entry and any(other not in inside for other in module.predecessors(block)):
        return False
    merge = merge_instruction(block)
    named = [] if merge is None else [module.block(k) for k in module.operand_ids(merge)]
    if any(target not in inside for target in named):
        return False
    headers = [user.block for user in module.users(block.id) if user.op in MERGES]
    return all(header in inside for header in headers)


def values_at_end(module: Module, region: list[Block], end: Block) -> list[int]:
    """Return the results that are available at the end of a region and may be operands of
    OpPhi, in order.
    """
    known = [block for block in region if module.dominates(block, end)]
    found = [each for block in known for each in block.instructions if each.result_id]
    return [each.result_id for each in found if types.can_create_constant(module, each.type_id)]


def values_stay(module: Module, region: list[Block], end: Block) -> bool:
    """Say whether nothing that cannot be an operand of OpPhi is used outside of the region."""
    inside = set(region)
    known = set(values_at_end(module, region, end))
    for block in region:
        for each in block.instructions:
            if not each.result_id or each.result_id in known:
                continue
            for user in module.users(each.result_id):
                if user is end.terminator or (user.block is not None and user.block not in inside):
                    return False
    return True


class _RegionDuplication:
    """One duplication of the region from `entry` to `end`."""

    def __init__(
        self, module: Module, step: DuplicateRegionWithSelection, entry: Block, end: Block
    ) -> None:
        self.module = module
        self.step = step
        self.entry = entry
        self.end = end
        self.before = module.predecessors(entry)[0]
        self.region = region_of(module, entry, end)
        self.values = values_at_end(module, self.region, end)
        self.copies = copies_in(self.region, step.copies)
        self.phis = dict(step.phis)

    def run(self) -> None:
        module, step, entry, end = self.module, self.step, self.entry, self.end
        function = entry.function
        branch = [step.condition, entry.id, self.copies[entry.id]]
        lines = [
            Instruction(OpSelectionMerge, 0, 0, [step.merge, SelectionControl.NONE]),
            Instruction(OpBranchConditional, 0, 0, branch),
        ]
        header = new_block(function, step.header, lines, entry.dead)
        copies = [self._copy_of(block) for block in self.region]
        merge = self._merge_block()
        new_phis = {value: self.phis[value] for value in self.values}
        replace_outside(module, self.region, new_phis)
        for following in list(module.successors(end)):
            module.rename_predecessor(following, end.id, step.merge)
        self._lead_to_header(header, merge, copies)
        carry_facts_of_blocks(module, self.region, self.copies, new_phis)

    def _copy_of(self, block: Block) -> Block:
        lines = [copy_of(self.module, each, self.copies) for each in block.instructions]
        for line in lines if block is self.entry else ():
            if line.op == OpPhi:
                line.ops[1] = self.step.header
        if block is self.end:
            lines[-1] = Instruction(OpBranch, 0, 0, [self.step.merge])
        return new_block(block.function, self.copies[block.id], lines, block.dead)

    def _lead_to_header(self, header: Block, merge: Block, copies: list[Block]) -> None:
        """Put the new blocks in and connect them."""
        module, entry, end = self.module, self.entry, self.end
        function = entry.function
        module.insert_blocks(function, module.layout_index(end) + 1, [merge])
        module.insert_blocks(function, module.layout_index(entry), [header, *copies])
        module.set_terminator(end, Instruction(OpBranch, 0, 0, [merge.id]))
        module.replace_in(self.before.terminator, entry.id, header.id)
        module.rename_predecessor(entry, self.before.id, header.id)

    def _merge_block(self) -> Block:
        lines: list[Instruction] = []
        for value in self.values:
            pairs = [value, self.end.id, self.copies[value], self.copies[self.end.id]]
            lines.append(Instruction(OpPhi, self.module.type_of(value), self.phis[value], pairs))
        last = self.end.terminator.copy()
        for k in self.module.id_positions(self.end.terminator):
            last.ops[k] = self.phis.get(last.ops[k], last.ops[k])
        return new_block(self.end.function, self.step.merge, [*lines, last], self.end.dead)
