"""Make a region the body of a loop that runs once."""

from __future__ import annotations

from typing import Final, Literal

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.constructs import in_any_continue
from aberration.languages.spirv.enums import LoopControl
from aberration.languages.spirv.instruction import Block, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpBranchConditional,
    OpConstant,
    OpIAdd,
    OpLoopMerge,
    OpPhi,
    OpSLessThan,
    OpTypeBool,
    OpTypeInt,
)
from aberration.languages.spirv.uniform_only import needs_uniform_control_flow
from aberration.methods.transform.analysis.constants import find_boolean, find_constant, find_zero
from aberration.methods.transform.building.copying import (
    OF_PHIS,
    carry_facts,
    replace_outside,
    results_used_outside,
)
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.duplicate_region_with_selection import region_of

Form = Literal["break", "repeat", "count"]
FORMS: Final[tuple[Form, ...]] = ("break", "repeat", "count")


class WrapRegionInOneTripLoop(Transformation, frozen=True, gc=False):
    """Precondition: the entry dominates the exit, which post-dominates it; the entry has one
    predecessor, the exit is no header. The region has no other way in or out, each construct is in
    it or outside as a whole, it is in no continue construct, and nothing in it needs uniform
    control flow. Forms "break" and "repeat" need the relevant boolean constant `value`; form
    "count" the boolean type, the relevant signed 32-bit 0 and 1, three fresh `counts`, and a fresh
    id in `phis` and an irrelevant zero for each result that is used after the region; such a result
    may be an operand of OpPhi.
    Effect: the region becomes the body of a new loop, whose merge block ends as the exit did. Form
    "break": the exit leaves the loop on the constant; "repeat": the continue target does not go
    back, on the constant; "count": the header leaves the loop when a counter has reached 1, and
    OpPhis in it give the results to what follows.
    Facts: new blocks are dead if the entry is, the continue target of form "break" always; an OpPhi
    is irrelevant like its result.
    """

    entry: int
    exit: int
    header: int
    back: int
    merge: int
    form: Form
    value: bool = False
    counts: tuple[int, ...] = ()
    phis: tuple[tuple[int, int], ...] = ()

    def is_applicable(self, module: Module) -> bool:
        entry, end = module.block(self.entry), module.block(self.exit)
        new_ids = [new for _, new in self.phis]
        if entry is None or end is None:
            return False
        if not all_fresh(module, self.header, self.back, self.merge, *self.counts, *new_ids):
            return False
        if in_any_continue(module, entry) or not self._has_constants(module):
            return False
        region = region_of(module, entry, end)
        if not region or needs_uniform_control_flow(module, region):
            return False
        return self.form != "count" or self._supplies(module, region, end)

    def _has_constants(self, module: Module) -> bool:
        if self.form != "count":
            return find_boolean(module, self.value) != 0
        return (
            module.find(OpTypeBool, 0) != 0 and all(_zero_and_one(module)) and len(self.counts) == 3
        )

    def _supplies(self, module: Module, region: list[Block], end: Block) -> bool:
        phis = dict(self.phis)
        for value in needed_after(module, region, end):
            type_id = module.type_of(value)
            if value not in phis or not types.can_create_constant(module, type_id):
                return False
            if not find_zero(module, True, type_id):
                return False
        return True

    def apply(self, module: Module) -> None:
        entry, end = must_exist(module.block(self.entry)), must_exist(module.block(self.exit))
        _Wrapping(module, self, entry, end).run()


def needed_after(module: Module, region: list[Block], end: Block) -> list[int]:
    """Return the results of a region that are used outside, or by the terminator of its end."""
    found = results_used_outside(module, region)
    own = {each.result_id for block in region for each in block.instructions if each.result_id}
    return found + [
        each for each in module.operand_ids(end.terminator) if each in own and each not in found
    ]


def _zero_and_one(module: Module) -> list[int]:
    int_type = module.find(OpTypeInt, 0, 32, 1)
    return (
        [find_constant(module, False, OpConstant, int_type, number) for number in (0, 1)]
        if int_type
        else [0]
    )


class _Wrapping:
    """One wrapping of the region from `entry` to `end`."""

    def __init__(
        self, module: Module, step: WrapRegionInOneTripLoop, entry: Block, end: Block
    ) -> None:
        self.module = module
        self.step = step
        self.entry = entry
        self.end = end
        self.before = module.predecessors(entry)[0]
        self.phis: dict[int, int] = {}
        self.region = region_of(module, entry, end)
        if step.form == "count":
            chosen = dict(step.phis)
            self.phis = {value: chosen[value] for value in needed_after(module, self.region, end)}

    def run(self) -> None:
        module, step, entry, end = self.module, self.step, self.entry, self.end
        function, index = entry.function, module.layout_index(end) + 1
        header = new_block(function, step.header, self._header(), entry.dead)
        back = new_block(function, step.back, self._back(), entry.dead or step.form == "break")
        last = end.terminator.copy()
        for k in module.id_positions(last):
            last.ops[k] = self.phis.get(last.ops[k], last.ops[k])
        merge = new_block(function, step.merge, [last], entry.dead)
        replace_outside(module, self.region, self.phis)
        for following in list(module.successors(end)):
            module.rename_predecessor(following, end.id, step.merge)
        module.insert_blocks(function, index, [back, merge])
        module.insert_blocks(function, module.layout_index(entry), [header])
        branch = Instruction(OpBranch, 0, 0, [step.back])
        module.set_terminator(end, self._out(step.back) if step.form == "break" else branch)
        module.replace_in(self.before.terminator, entry.id, header.id)
        module.rename_predecessor(entry, self.before.id, header.id)
        for old, new in self.phis.items():
            carry_facts(module, old, new, OF_PHIS)

    def _header(self) -> list[Instruction]:
        step = self.step
        merge = Instruction(OpLoopMerge, 0, 0, [step.merge, step.back, LoopControl.NONE])
        if step.form != "count":
            return [merge, Instruction(OpBranch, 0, 0, [step.entry])]
        module, (zero, one), (counter, following, condition) = (
            self.module,
            _zero_and_one(self.module),
            step.counts,
        )
        phis = [
            Instruction(
                OpPhi, module.type_of(one), counter, [zero, self.before.id, following, step.back]
            )
        ]
        for old, new in self.phis.items():
            type_id = module.type_of(old)
            pairs = [find_zero(module, True, type_id), self.before.id, old, step.back]
            phis.append(Instruction(OpPhi, type_id, new, pairs))
        compare = Instruction(OpSLessThan, module.find(OpTypeBool, 0), condition, [counter, one])
        branch = Instruction(OpBranchConditional, 0, 0, [condition, step.entry, step.merge])
        return [*phis, compare, merge, branch]

    def _back(self) -> list[Instruction]:
        step = self.step
        if step.form == "repeat":
            return [self._out(step.header)]
        again = Instruction(OpBranch, 0, 0, [step.header])
        if step.form == "break":
            return [again]
        _, one = _zero_and_one(self.module)
        counter, following, _ = step.counts
        return [Instruction(OpIAdd, self.module.type_of(one), following, [counter, one]), again]

    def _out(self, otherwise: int) -> Instruction:
        """Return the branch that leaves the loop, on the constant."""
        step = self.step
        targets = [step.merge, otherwise] if step.value else [otherwise, step.merge]
        return Instruction(
            OpBranchConditional, 0, 0, [find_boolean(self.module, step.value), *targets]
        )
