"""Execute a case that falls through before the switch."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.instruction import Block, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpPhi,
    OpSwitch,
    OpTypeBool,
)
from aberration.methods.transform.analysis.switches import (
    Literal,
    cases_of,
    comparisons,
    comparisons_for,
    leaves_plainly,
    literal_constant,
    selection_merge,
    side_of,
    switch_of,
)
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined
from aberration.methods.transform.building.branching import make_selection_header
from aberration.methods.transform.transformation import Transformation, all_fresh

MOST_LITERALS: Final = 4


class Peel(msgspec.Struct, frozen=True):
    """A case of a switch, the one that it always falls through to, and the blocks that do so."""

    header: Block
    case: int
    literals: tuple[Literal, ...]
    following: Block
    leaving: tuple[Block, ...]


class PeelSwitchCase(Transformation, frozen=True, gc=False):
    """Precondition: the reachable block heads a selection by an OpSwitch. `case` is the label of a
    case of it, other than the default, that only the header leads to, with one to four literals,
    which are neighbours. It is left, but for the exits of the innermost loop, for the block of one
    other case or of the default only, from no construct inside; nobody else but the header leads
    there. The selector, which is read several times, is relevant and defined; relevant constants
    equal the literals. `comparisons` are ids for an OpIEqual for each literal and the OpLogicalOrs
    between them, `phis` ids for the OpPhis of the other case.
    Effect: the header becomes that of a selection that executes the case if the selector equals one
    of its literals. `switch`, its new merge block, heads what is left of the switch; the literals
    belong to the other case there.
    Facts: the new block is as dead as the header.
    """

    header: int
    case: int
    comparisons: tuple[int, ...]
    switch: int
    phis: tuple[int, ...] = ()

    def is_applicable(self, module: Module) -> bool:
        header = switch_of(module, self.header)
        peel = peel_of(module, header, self.case) if header is not None else None
        if peel is None or not all_fresh(module, self.switch, *self.comparisons, *self.phis):
            return False
        if len(self.comparisons) != comparisons_for(peel.literals):
            return False
        if len(self.phis) < len(phis(peel.following)):
            return False
        return all(literal_constant(module, peel.header, literal) for literal in peel.literals)

    def apply(self, module: Module) -> None:
        header = must_exist(switch_of(module, self.header))
        peel = must_exist(peel_of(module, header, self.case))
        constants = [literal_constant(module, header, literal) for literal in peel.literals]
        compared = comparisons(module, header.terminator.ops[0], constants, self.comparisons)
        self._add_switch(module, peel)
        for block in peel.leaving:
            module.replace_in(block.terminator, peel.following.id, self.switch)
        merge = must_exist(selection_merge(header))
        module.remove(merge)
        module.insert_before(header.terminator, *compared)
        condition = compared[-1].result_id
        make_selection_header(module, header, self.switch, condition, (self.case, self.switch))

    def _add_switch(self, module: Module, peel: Peel) -> None:
        """Add the block that heads what is left of the switch; it takes the place of the header
        in OpPhis.
        """
        header, following = peel.header, peel.following
        merge = must_exist(selection_merge(header))
        ops = header.terminator.ops[:2]
        for literal, label in cases_of(module, header.terminator):
            ops += [*literal, following.id if label == self.case else label]
        lines = [*self._move_phis(module, peel), merge.copy(), Instruction(OpSwitch, 0, 0, ops)]
        made = new_block(header.function, self.switch, lines, header.dead)
        module.insert_block(header.function, module.layout_index(header) + 1, made)
        for target in module.successors(made):
            module.rename_predecessor(target, header.id, self.switch)

    def _move_phis(self, module: Module, peel: Peel) -> list[Instruction]:
        """Return the OpPhis of the other case for the new block; leave one value each there."""
        found: list[Instruction] = []
        for phi, new_id in zip(phis(peel.following), self.phis, strict=False):
            found.append(Instruction(OpPhi, phi.type_id, new_id, list(phi.ops)))
            module.set_operands(phi, [new_id, self.switch])
        return found


def peel_of(module: Module, header: Block, case: int) -> Peel | None:
    """Return what there is to peel off a switch; None if the case has to stay in it."""
    selector, default = header.terminator.ops[:2]
    labels = [label for _, label in cases_of(module, header.terminator)]
    literals = tuple(
        [literal for literal, label in cases_of(module, header.terminator) if label == case]
    )
    if case == default or not 0 < len(literals) <= MOST_LITERALS or not module.find(OpTypeBool, 0):
        return None
    first = labels.index(case)
    if labels[first : first + len(literals)] != [case] * len(literals):
        return None
    if module.facts.is_irrelevant(module, selector) or may_depend_on_undefined(module, selector):
        return None
    for label in [default, *labels[first + len(literals) : first + len(literals) + 1]]:
        leaving = _blocks_leaving(module, header, case, label)
        following = module.block(label)
        if leaving and following is not None:
            return Peel(header, case, literals, following, leaving)
    return None


def _blocks_leaving(module: Module, header: Block, case: int, label: int) -> tuple[Block, ...]:
    """Return the blocks by which a case always falls through to a target; none if it does not,
    or not that plainly.
    """
    merge, target = selection_merge(header), module.block(label)
    if merge is None or target is None or merge.ops[0] in (case, label):
        return ()
    side = side_of(module, header, case, label)
    if not side or any(block.id == merge.ops[0] for block in side):
        return ()
    before = [block for block in module.predecessors(target) if block is not header]
    if any(block not in side or not leaves_plainly(module, header, block) for block in before):
        return ()
    return tuple(before)
