"""Let a chain of nested selections pick the case of a switch."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.constructs import in_any_continue
from aberration.languages.spirv.enums import SelectionControl
from aberration.languages.spirv.instruction import Block, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpBranchConditional,
    OpPhi,
    OpSelectionMerge,
    OpTypeBool,
    OpUnreachable,
)
from aberration.methods.transform.analysis.switches import (
    Literal,
    cases_of,
    comparisons,
    comparisons_for,
    leaves_plainly,
    literal_constant,
    selection_merge,
    sides_apart,
    switch_of,
)
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined
from aberration.methods.transform.transformation import Transformation, all_fresh

MOST_GROUPS: Final = 4
MOST_LITERALS: Final = 8


class InnerSelection(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Labels of a further header and its merge block, and ids for the OpPhis of that."""

    header: int
    merge: int
    phis: tuple[int, ...] = ()


class Group(msgspec.Struct, frozen=True):
    """A case other than the default: its label, and its literals."""

    label: int
    literals: tuple[Literal, ...]


class Chain(msgspec.Struct, frozen=True):
    """What is to become of a switch. Number i is the selection that separates group i from the ones
    after it.

    `leaving` are, by selection, the blocks that leave it for its merge block, without the selection
    inside it.
    """

    header: Block
    merge: Block
    groups: tuple[Group, ...]
    default: int
    leaving: tuple[tuple[Block, ...], ...]


class ReplaceSwitchWithConditionalBranches(Transformation, frozen=True, gc=False):
    """Precondition: the reachable block heads a selection by an OpSwitch with one to four cases
    other than the default. They are apart and no case falls through to another one; they leave the
    switch for its merge block from no construct inside, and the merge block stands after all that
    lead there. The selector, which is read several times, is relevant and defined; relevant
    constants equal the literals. `comparisons` has, for each case, ids for an OpIEqual for each
    literal and for the OpLogicalOrs between them; `selections` has labels for each case but the
    first, and ids for the OpPhis of the merge block.
    Effect: the header compares the selector with the literals of the first case and branches there
    or to the header of a selection, new and inside, that does so for the next one; the last one
    branches to the default. Each has a merge block of its own, which the cases in it branch to, and
    which branches to the one around.
    Facts: the new blocks are as dead as the header.
    """

    header: int
    comparisons: tuple[tuple[int, ...], ...]
    selections: tuple[InnerSelection, ...] = ()

    def is_applicable(self, module: Module) -> bool:
        header = switch_of(module, self.header)
        chain = chain_of(module, header) if header is not None else None
        fresh = [new for ids in self.comparisons for new in ids]
        for selection in self.selections:
            fresh += [selection.header, selection.merge, *selection.phis]
        if chain is None or not all_fresh(module, *fresh) or not self._has_ids(chain):
            return False
        # A merge block that nothing leads to may not be in a continue construct, where all lead to
        # the back edge.
        if in_any_continue(module, chain.header):
            return False
        return all(
            literal_constant(module, chain.header, each)
            for group in chain.groups
            for each in group.literals
        )

    def _has_ids(self, chain: Chain) -> bool:
        if (
            len(self.comparisons) != len(chain.groups)
            or len(self.selections) != len(chain.groups) - 1
        ):
            return False
        count = len(phis(chain.merge))
        if any(len(each.phis) < count for each in self.selections):
            return False
        pairs = zip(self.comparisons, chain.groups, strict=True)
        return all(len(ids) == comparisons_for(group.literals) for ids, group in pairs)

    def apply(self, module: Module) -> None:
        header = must_exist(switch_of(module, self.header))
        _Chaining(module, self, must_exist(chain_of(module, header))).run()


def chain_of(module: Module, header: Block) -> Chain | None:
    """Return what may become of the switch that a block heads; None if it has to stay one."""
    merge = selection_merge(header)
    end = None if merge is None else module.block(merge.ops[0])
    by_label: dict[int, list[Literal]] = {}
    for literal, label in cases_of(module, header.terminator):
        if label != header.terminator.ops[1]:
            by_label.setdefault(label, []).append(literal)
    groups = tuple([Group(label, tuple(literals)) for label, literals in by_label.items()])
    if end is None or not 0 < len(groups) <= MOST_GROUPS or not module.find(OpTypeBool, 0):
        return None
    if sum(len(group.literals) for group in groups) > MOST_LITERALS:
        return None
    selector, default = header.terminator.ops[:2]
    if module.facts.is_irrelevant(module, selector) or may_depend_on_undefined(module, selector):
        return None
    labels = [*(group.label for group in groups), default]
    leaving = _blocks_leaving(module, header, end, labels)
    return None if leaving is None else Chain(header, end, groups, default, leaving)


def _blocks_leaving(
    module: Module, header: Block, end: Block, labels: list[int]
) -> tuple[tuple[Block, ...], ...] | None:
    """Return the blocks that lead to the merge block by selection, the default with the last;
    None if one may not.
    """
    sides = sides_apart(module, header, labels)
    if sides is None or module.layout_index(end) < module.layout_index(header):
        return None
    of_default = sides.pop()
    sides[-1] |= of_default
    found: list[list[Block]] = [[] for _ in sides]
    for before in module.predecessors(end):
        if before is header:
            continue
        side = next((number for number, blocks in enumerate(sides) if before in blocks), -1)
        if (
            side == -1
            or not leaves_plainly(module, header, before)
            or module.layout_index(before) >= module.layout_index(end)
        ):
            return None
        found[side].append(before)
    return tuple([tuple(blocks) for blocks in found])


class _Chaining:
    """One replacement of a switch."""

    def __init__(
        self, module: Module, step: ReplaceSwitchWithConditionalBranches, chain: Chain
    ) -> None:
        self.module = module
        self.step = step
        self.chain = chain
        selections = step.selections
        self.headers = [chain.header.id, *[each.header for each in selections]]
        self.merges = [chain.merge.id, *[each.merge for each in selections]]
        self.phis = phis(chain.merge)
        self.values = [dict(zip(phi.ops[1::2], phi.ops[::2], strict=True)) for phi in self.phis]

    def run(self) -> None:
        module, chain = self.module, self.chain
        lines = [self._selection(number) for number in range(len(chain.groups))]
        ends = self._new_ends()
        self._add_blocks(lines, ends)
        for number in range(1, len(chain.leaving)):
            for block in chain.leaving[number]:
                module.replace_in(block.terminator, chain.merge.id, self.merges[number])
        merge = must_exist(selection_merge(chain.header))
        module.insert_before(merge, *lines[0][:-2])
        module.set_terminator(chain.header, lines[0][-1])
        # The OpPhis of the cases have other predecessors.
        for number, group in enumerate(chain.groups):
            self._rename(group.label, number)
        self._rename(chain.default, len(chain.groups) - 1)

    # ---- headers

    def _selection(self, number: int) -> list[Instruction]:
        """Return the instructions that separate a case from the ones after it: comparisons, merge,
        branch.
        """
        module, chain = self.module, self.chain
        group = chain.groups[number]
        constants = [literal_constant(module, chain.header, literal) for literal in group.literals]
        found = comparisons(
            module, chain.header.terminator.ops[0], constants, self.step.comparisons[number]
        )
        condition = found[-1].result_id
        end = self.merges[number]
        is_last = number == len(chain.groups) - 1
        otherwise = self._target(chain.default, end) if is_last else self.headers[number + 1]
        branch = Instruction(
            OpBranchConditional, 0, 0, [condition, self._target(group.label, end), otherwise]
        )
        return [*found, Instruction(OpSelectionMerge, 0, 0, [end, SelectionControl.NONE]), branch]

    def _target(self, label: int, end: int) -> int:
        return end if label == self.chain.merge.id else label

    # ---- merge blocks

    def _pairs(self, number: int, inner: list[int]) -> list[list[int]]:
        """Return the pairs for each OpPhi of a selection's merge block; `inner` are the ids of
        the one inside.
        """
        chain, header = self.chain, self.chain.header.id
        labels = [chain.groups[number].label]
        if number == len(chain.groups) - 1:
            labels.append(chain.default)
        found: list[list[int]] = []
        for position, values in enumerate(self.values):
            pairs = [word for each in chain.leaving[number] for word in (values[each.id], each.id)]
            if chain.merge.id in labels:
                pairs += [values[header], self.headers[number]]
            if inner:
                pairs += [inner[position], self.merges[number + 1]]
            found.append(pairs)
        return found

    def _new_ends(self) -> list[Block]:
        """Return the merge blocks of the new selections, the innermost one first; give the old
        one its OpPhis.
        """
        module, chain = self.module, self.chain
        found: list[Block] = []
        inner: list[int] = []
        for number in range(len(chain.groups) - 1, 0, -1):
            labels = [chain.default, *[group.label for group in chain.groups[number:]]]
            is_reached = chain.merge.id in labels or any(chain.leaving[number:])
            end = Instruction(OpBranch, 0, 0, [self.merges[number - 1]])
            lines = [end] if is_reached else [Instruction(OpUnreachable, 0, 0, [])]
            if is_reached:
                ids = self.step.selections[number - 1].phis[: len(self.phis)]
                made = zip(self.phis, ids, self._pairs(number, inner), strict=True)
                lines[:0] = [
                    Instruction(OpPhi, phi.type_id, new_id, pairs) for phi, new_id, pairs in made
                ]
                inner = list(ids)
            found.append(
                new_block(chain.header.function, self.merges[number], lines, chain.header.dead)
            )
        for phi, pairs in zip(self.phis, self._pairs(0, inner), strict=True):
            module.set_operands(phi, pairs)
        return found

    def _add_blocks(self, lines: list[list[Instruction]], ends: list[Block]) -> None:
        module, chain = self.module, self.chain
        header = chain.header
        made = [
            new_block(header.function, label, each, header.dead)
            for label, each in zip(self.headers[1:], lines[1:], strict=True)
        ]
        after, before = module.layout_index(header) + 1, module.layout_index(chain.merge)
        module.insert_blocks(header.function, before, ends)
        module.insert_blocks(header.function, after, made)

    def _rename(self, label: int, number: int) -> None:
        block = self.module.block(label)
        if block is not None and number and block is not self.chain.merge:
            self.module.rename_predecessor(block, self.chain.header.id, self.headers[number])
