"""Let a function return in one place (catalogue: MergeFunctionReturns)."""

from __future__ import annotations

import msgspec

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.constructs import in_any_continue, loop_merge_id
from aberration.languages.spirv.enums import LoopControl
from aberration.languages.spirv.instruction import Block, Function, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.new_terminators import keeps_dominance_with_all
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpBranchConditional,
    OpLoopMerge,
    OpPhi,
    OpReturn,
    OpReturnValue,
    OpTypeBool,
)
from aberration.methods.transform.analysis.constants import find_boolean
from aberration.methods.transform.analysis.early_returns import is_crossing, left_loops, returns_of
from aberration.methods.transform.analysis.memory import may_be_undefined
from aberration.methods.transform.building.branching import block_leading_to
from aberration.methods.transform.transformation import Transformation, all_fresh


class LeftLoop(msgspec.Struct, frozen=True, gc=False):
    """Ids for a loop that returns leave, named by its merge block: what says that one did, and
    what it returned (0 in a void function). `placeholders` gives each OpPhi there a value for those
    who are returning.
    """

    merge: int
    is_returning: int
    value: int
    placeholders: tuple[tuple[int, int], ...] = ()


class MergeFunctionReturns(Transformation, frozen=True, gc=False):
    """Precondition: the function's first block ends in OpBranch; it returns somewhere, from no
    continue construct, plain data or nothing; relevant boolean constants exist. `loops` names the
    loops around the returns; their merge blocks are reachable and hold only OpPhis, of plain data
    and without synonyms, and an OpBranch. `placeholder`, what a loop returns that does not, and
    those of OpPhis have the right type, are defined, and available where the first block ends. The
    dominance rules hold with the new edges.
    Effect: a loop that is never repeated, with the blocks `header` and `again`, is put around all
    blocks but the first. Returns become branches to the merge block of the innermost loop; those
    lead to the next one outwards if something is returning, and the last one to `exit`, which alone
    returns.
    Facts: none used but these, none added.
    """

    function: int
    header: int
    again: int
    exit: int
    result: int
    placeholder: int
    loops: tuple[LeftLoop, ...] = ()

    def is_applicable(self, module: Module) -> bool:
        return self._plan(module) is not None

    def apply(self, module: Module) -> None:
        _Merger(module, self, must_exist(self._plan(module))).run()

    def apply_if_applicable(self, module: Module) -> bool:
        plan = self._plan(module)
        if plan is None:
            return False
        _Merger(module, self, plan).run()
        return True

    def _plan(self, module: Module) -> MergePlan | None:
        function = module.function(self.function)
        if function is None or not function.blocks or function.blocks[0].terminator.op != OpBranch:
            return None
        if (
            not find_boolean(module, True)
            or not find_boolean(module, False)
            or not self._fits(module, function)
        ):
            return None
        returns = returns_of(module, function)
        # From a continue construct only the back edge leads out: nobody can be led to a merge block
        # there.
        if not returns or any(in_any_continue(module, block) for block in returns):
            return None
        outward, known = left_loops(module, returns), {loop.merge: loop for loop in self.loops}
        end = function.blocks[0].terminator
        if not all(
            merge in known and _can_be_crossed(module, known[merge], end) for merge in outward
        ):
            return None
        if (
            outward
            and self.result
            and not _is_placeholder(module, self.placeholder, function.definition.type_id, end)
        ):
            return None
        plan = MergePlan(
            function, returns, outward, {block: loop_merge_id(module, block) for block in returns}
        )
        return plan if keeps_dominance_with_all(module, function, _new_ends(module, plan)) else None

    def _fits(self, module: Module, function: Function) -> bool:
        """Say whether the ids are fresh, and given or not as the function returns something or
        not.
        """
        return_type = function.definition.type_id
        is_void = types.is_void(module, return_type)
        if not is_void and not types.can_create_constant(module, return_type):
            return False
        fresh = [self.header, self.again, self.exit, *[loop.is_returning for loop in self.loops]]
        values = [self.result, *[loop.value for loop in self.loops]]
        if is_void:
            return not any(values) and all_fresh(module, *fresh)
        return all_fresh(module, *fresh, *values)


class MergePlan(msgspec.Struct, frozen=True):
    """What is merged: the blocks that return, the merge blocks of the loops that they leave with
    the next one outwards, and the innermost one of each returning block (0: none).
    """

    function: Function
    returns: list[Block]
    outward: dict[int, int]
    innermost: dict[Block, int]


def _can_be_crossed(module: Module, loop: LeftLoop, end: Instruction) -> bool:
    """Say whether those who are returning may pass the merge block of a loop."""
    merge = module.block(loop.merge)
    if merge is None or not module.reachable(merge) or not is_crossing(merge):
        return False
    placeholders = dict(loop.placeholders)
    for phi in phis(merge):
        # Those who are returning bring a placeholder, which is equal to no synonym.
        if module.facts.has_synonyms(phi.result_id) or not types.can_create_constant(
            module, phi.type_id
        ):
            return False
        if not _is_placeholder(module, placeholders.get(phi.result_id, 0), phi.type_id, end):
            return False
    return True


def _is_placeholder(module: Module, value_id: int, type_id: int, end: Instruction) -> bool:
    if module.type_of(value_id) != type_id or may_be_undefined(module, value_id):
        return False
    return available_before(module, value_id, end)


def _new_ends(module: Module, plan: MergePlan) -> list[tuple[Block, Instruction]]:
    """Return the new terminators as far as they lead to blocks that exist."""
    ends = [
        (block, Instruction(OpBranch, 0, 0, [merge]))
        for block, merge in plan.innermost.items()
        if merge
    ]
    for merge_id, outer in plan.outward.items():
        merge = module.block(merge_id)
        if merge is not None and outer and outer != merge.terminator.ops[0]:
            # The condition is an OpPhi that is still to come; for dominance any boolean stands for
            # it.
            ops = [find_boolean(module, True), outer, merge.terminator.ops[0]]
            ends.append((merge, Instruction(OpBranchConditional, 0, 0, ops)))
    return ends


class _Merger:
    """One merging."""

    def __init__(self, module: Module, step: MergeFunctionReturns, plan: MergePlan) -> None:
        self.module = module
        self.step = step
        self.plan = plan
        self.loops: dict[int, LeftLoop] = {
            loop.merge: loop for loop in step.loops if loop.merge in plan.outward
        }
        self.is_dead: bool = plan.function.blocks[0].dead

    def run(self) -> None:
        module, plan = self.module, self.plan
        # Before anything changes: the returns are read from the old terminators.
        arriving = {merge: self._arriving(merge) for merge in [*plan.outward, 0]}
        self._insert_header()
        for merge in plan.outward:
            self._insert_phis(merge, arriving[merge])
        self._insert_exit(arriving[0])
        for block, merge in plan.innermost.items():
            module.set_terminator(block, Instruction(OpBranch, 0, 0, [merge or self.step.exit]))
        for merge, outer in plan.outward.items():
            self._let_pass(merge, outer or self.step.exit)

    def _arriving(self, target: int) -> list[tuple[int, int]]:
        """Return who comes to a merge block, or the exit (0), to return: blocks, each with the
        value that it brings.
        """
        found = [
            (block.id, block.terminator.ops[0] if block.terminator.ops else 0)
            for block, merge in self.plan.innermost.items()
            if merge == target
        ]
        return found + [
            (merge, self.loops[merge].value)
            for merge, outer in self.plan.outward.items()
            if outer == target
        ]

    def _insert_header(self) -> None:
        module, step = self.module, self.step
        entry = self.plan.function.blocks[0]
        onward = entry.terminator.ops[0]
        following = module.block(onward)
        if following is not None:
            module.rename_predecessor(following, entry.id, step.header)
        # A loop, and no selection: to leave one from anywhere inside is what structured control
        # flow allows of loops alone.
        merge = Instruction(OpLoopMerge, 0, 0, [step.exit, step.again, LoopControl.NONE])
        lines = [merge, Instruction(OpBranch, 0, 0, [onward])]
        module.insert_block(
            self.plan.function,
            1,
            new_block(self.plan.function, step.header, lines, dead=self.is_dead),
        )
        module.set_terminator(entry, Instruction(OpBranch, 0, 0, [step.header]))

    def _insert_phis(self, merge_id: int, arriving: list[tuple[int, int]]) -> None:
        """Give a merge block OpPhis that say who is returning, and what; the others get their
        placeholders.
        """
        module, loop = self.module, self.loops[merge_id]
        merge = must_exist(module.block(merge_id))
        before = [block.id for block in module.predecessors(merge)]
        brought = dict(arriving)
        is_returning: list[int] = []
        values: list[int] = []
        for block in before:
            inner = self.loops.get(block)
            is_inner = inner is not None and block in brought
            is_returning += [
                inner.is_returning
                if inner is not None and is_inner
                else find_boolean(module, False),
                block,
            ]
            values += [brought[block] if is_inner else self.step.placeholder, block]
        added = [block for block, _ in arriving if block not in before]
        for block in added:
            is_returning += [find_boolean(module, True), block]
            values += [brought[block], block]
        placeholders = dict(loop.placeholders)
        for phi in phis(merge):
            for block in added:
                module.add_phi_pair(phi, placeholders[phi.result_id], block)
        if loop.value:
            return_type = self.plan.function.definition.type_id
            module.insert(merge, 0, Instruction(OpPhi, return_type, loop.value, values))
        bool_type = module.find(OpTypeBool, 0)
        module.insert(merge, 0, Instruction(OpPhi, bool_type, loop.is_returning, is_returning))

    def _insert_exit(self, arriving: list[tuple[int, int]]) -> None:
        """Add the only block that returns, and the one that would repeat the loop."""
        module, step, function = self.module, self.step, self.plan.function
        # The back edge that each loop needs; nobody ever comes here.
        again = block_leading_to(function, step.again, step.header, self.is_dead)
        lines = [Instruction(OpReturn, 0, 0, [])]
        if step.result:
            pairs = [word for block, value in arriving for word in (value, block)]
            phi = Instruction(OpPhi, function.definition.type_id, step.result, pairs)
            lines = [phi, Instruction(OpReturnValue, 0, 0, [step.result])]
        last = new_block(function, step.exit, lines, dead=self.is_dead)
        module.insert_blocks(function, len(function.blocks), [again, last])

    def _let_pass(self, merge_id: int, outer: int) -> None:
        """Let those who are returning go on outwards; if all go there anyway, nothing changes."""
        module = self.module
        merge = must_exist(module.block(merge_id))
        if merge.terminator.ops[0] == outer:
            return
        ops = [self.loops[merge_id].is_returning, outer, merge.terminator.ops[0]]
        module.set_terminator(merge, Instruction(OpBranchConditional, 0, 0, ops))
