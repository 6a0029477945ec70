"""Compute a value in the successors instead (catalogue: PropagateInstructionDown)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import strictly_dominates
from aberration.languages.spirv.blocks import is_header, merge_instruction, phis
from aberration.languages.spirv.constructs import construct_header
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpLine, OpName, OpNoLine, OpPhi, OpVariable
from aberration.methods.transform.analysis.purity import is_speculatable
from aberration.methods.transform.transformation import Transformation, all_fresh

LEADING: Final = frozenset((OpPhi, OpVariable, OpLine, OpNoLine))


class PropagateInstructionDown(Transformation, frozen=True, gc=False):
    """Precondition: the block is reachable and has an instruction that computes plain data, is
    harmless whatever its operands are, not decorated, and not used in the block; the last one is
    meant. Of the successors, those take it that do not dominate the block, are as dead as it is,
    have its operands and no OpPhi of it: one at least, each with a fresh id in `ids`. The merge
    block of the construct that the block heads, or else is in, takes an OpPhi if it is none of
    these, the block dominates it, and these all its predecessors. Each use is dominated by one of
    all these.
    Effect: copies go to the successors, an OpPhi of them to the merge block; each use takes the
    first that is available, and the instruction goes.
    Facts: the new ids are synonyms of each other and of what the old one was a synonym of, or
    irrelevant as it was.
    """

    block: int
    phi: int
    ids: tuple[tuple[int, int], ...]

    def is_applicable(self, module: Module) -> bool:
        if not all_fresh(module, self.phi, *[fresh for _, fresh in self.ids]):
            return False
        known = {successor for successor, _ in self.ids}
        if len(known) != len(self.ids):
            return False
        plan = self._plan(module)
        if plan is None or not all(block.id in known for block in plan.successors):
            return False
        return all(
            self._is_covered(module, plan, user) for user in set(module.users(plan.moved.result_id))
        )

    def _plan(self, module: Module) -> MovePlan | None:
        block = module.block(self.block)
        moved = None if block is None else movable_down(module, block)
        if block is None or moved is None or not module.reachable(block):
            return None
        successors = [
            each for each in module.successors(block) if takes(module, block, moved, each)
        ]
        return (
            MovePlan(moved, successors, merge_after(module, block, successors))
            if successors
            else None
        )

    @staticmethod
    def _is_covered(module: Module, plan: MovePlan, user: Instruction) -> bool:
        if user.block is None:
            return user.op == OpName
        uses = [k for k in module.id_positions(user) if user.ops[k] == plan.moved.result_id]
        return all(plan.source(module, user, k) is not None for k in uses)

    def apply(self, module: Module) -> None:
        plan = must_exist(self._plan(module))
        fresh = {**dict(self.ids), **({} if plan.merge is None else {plan.merge.id: self.phi})}
        old, moved = plan.moved.result_id, plan.moved
        replacements = [
            (user, k, plan.source(module, user, k) or plan.successors[0])
            for user in dict.fromkeys(module.users(old))
            for k in module.id_positions(user)
            if user.ops[k] == old
        ]
        phi_ops = [] if plan.merge is None else self._phi_operands(module, plan, plan.merge, fresh)
        for block in plan.successors:
            copy = Instruction(moved.op, moved.type_id, fresh[block.id], list(moved.ops))
            module.insert(block, after_leading(block), copy)
        if plan.merge is not None:
            module.insert(plan.merge, 0, Instruction(OpPhi, moved.type_id, self.phi, phi_ops))
        for user, k, source in replacements:
            module.set_operand(user, k, fresh[source.id])
        self._carry_facts(module, old, [fresh[block.id] for block in plan.blocks()])
        module.remove(moved)

    @staticmethod
    def _phi_operands(
        module: Module, plan: MovePlan, merge: Block, fresh: dict[int, int]
    ) -> list[int]:
        ops: list[int] = []
        for predecessor in module.predecessors(merge):
            source = next(
                block for block in plan.successors if module.dominates(block, predecessor)
            )
            ops += [fresh[source.id], predecessor.id]
        return ops

    @staticmethod
    def _carry_facts(module: Module, old: int, new_ids: list[int]) -> None:
        facts = module.facts
        if facts.is_declared_irrelevant(old):
            for new in new_ids:
                facts.add_irrelevant(new)
            return
        if facts.is_irrelevant(module, old):
            return
        for new in new_ids[1:]:
            facts.add_synonym(new_ids[0], new)
        if facts.has_synonyms(old):
            facts.add_synonym(old, new_ids[0])


class MovePlan:
    """The instruction that moves, the successors that take it, and the merge block that takes
    an OpPhi, if any does.
    """

    __slots__ = ("merge", "moved", "successors")

    def __init__(self, moved: Instruction, successors: list[Block], merge: Block | None) -> None:
        self.moved = moved
        self.successors = successors
        self.merge = merge

    def blocks(self) -> list[Block]:
        """Return all blocks that get a new id."""
        return self.successors if self.merge is None else [*self.successors, self.merge]

    def source(self, module: Module, user: Instruction, k: int) -> Block | None:
        """Return the first block whose new id is available at an operand of a user; None if
        none is.
        """
        here = module.block(user.ops[k + 1]) if user.op == OpPhi else user.block
        if here is None:
            return None
        return next((block for block in self.blocks() if module.dominates(block, here)), None)


def movable_down(module: Module, block: Block) -> Instruction | None:
    """Return the last instruction of a block that may be computed in its successors, as far as
    they do not matter.
    """
    for instruction in reversed(block.instructions):
        result = instruction.result_id
        if (
            is_speculatable(module, instruction)
            and types.can_create_constant(module, instruction.type_id)
            and not module.is_decorated(result)
            and all(user.block is not block for user in module.users(result))
        ):
            return instruction
    return None


def takes(module: Module, block: Block, moved: Instruction, successor: Block) -> bool:
    """Say whether a successor may compute the value: it runs after the block and before all that
    uses the value.

    A block that dominates this one would compute it before, from older operands.
    """
    if successor.dead != block.dead or module.dominates(successor, block):
        return False
    if any(moved.result_id in phi.ops[::2] for phi in phis(successor)):
        return False
    for used in module.operand_ids(moved):
        definition = module.definition(used)
        if definition is None:
            return False
        if definition.block is not None and not strictly_dominates(
            module, definition.block, successor
        ):
            return False
    return True


def merge_after(module: Module, block: Block, successors: list[Block]) -> Block | None:
    """Return the merge block that may choose between the values of the successors, or None."""
    header = block if is_header(block) else construct_header(module, block)
    named = None if header is None else merge_instruction(header)
    merge = None if named is None else module.block(named.ops[0])
    if (
        merge is None
        or merge in successors
        or merge.dead != block.dead
        or not strictly_dominates(module, block, merge)
    ):
        return None
    for predecessor in module.predecessors(merge):
        if not any(module.dominates(each, predecessor) for each in successors):
            return None
    return merge


def after_leading(block: Block) -> int:
    """Return the index of the first instruction that is no OpPhi, OpVariable or line."""
    return next(k for k, each in enumerate(block.instructions) if each.op not in LEADING)
