"""Let a condition skip the rest of a round that does nothing."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.blocks import is_header, is_loop_header, merge_instruction, phis
from aberration.languages.spirv.constructs import loop_header
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.new_terminators import keeps_dominance_with
from aberration.languages.spirv.opcodes import OpBranch, OpBranchConditional, OpLoad, OpPhi
from aberration.languages.spirv.uniform_only import needs_uniform_control_flow
from aberration.methods.transform.analysis.purity import IMAGE_READS, is_access, is_simple
from aberration.methods.transform.analysis.undefined import is_defined_condition
from aberration.methods.transform.building.loop_shape import value_from
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_dead_continue import continue_target

LONGEST: Final = 4
"""Blocks between the new branch and the continue target at most."""


class AddLoopContinue(Transformation, frozen=True, gc=False):
    """Precondition: `source` is reachable and ends in OpBranch. It heads a loop or is in one,
    outside of its continue construct; the loop's continue target is no merge block. Few blocks, one
    after the other, lead from the source to the target; they only compute and read, and nothing
    that they compute is used elsewhere. What the OpPhis of the target get from there is available
    in the source. `condition` is a boolean, surely defined, that is available there, and the edge
    keeps the dominance rules. Nothing in the loop needs uniform control flow.
    Effect: the branch becomes conditional, and leads to the continue target if the condition is
    `value`.
    Facts: none added.
    """

    source: int
    condition: int
    value: bool

    def is_applicable(self, module: Module) -> bool:
        source = module.block(self.source)
        target = continue_target(module, source) if source else None
        if (
            source is None
            or target is None
            or not is_defined_condition(module, self.condition, source.terminator)
        ):
            return False
        rest = rest_of_round(module, source, target)
        work = [each for block in rest for each in block.instructions[:-1]]
        if not rest or not all(_is_harmless(module, each, rest) for each in work):
            return False
        end = source.terminator
        if not all(
            available_before(module, value, end) for value in _values(module, source, target, rest)
        ):
            return False
        if not keeps_dominance_with(module, source, self._branch(source, target)):
            return False
        return not needs_uniform_control_flow(module, loop_around(module, source, target))

    def _branch(self, source: Block, target: Block) -> Instruction:
        onward = source.terminator.ops[0]
        targets = [target.id, onward] if self.value else [onward, target.id]
        return Instruction(OpBranchConditional, 0, 0, [self.condition, *targets])

    def apply(self, module: Module) -> None:
        source = must_exist(module.block(self.source))
        target = must_exist(continue_target(module, source))
        values = _values(module, source, target, rest_of_round(module, source, target))
        module.set_terminator(source, self._branch(source, target))
        for phi, value in zip(phis(target), values, strict=True):
            module.add_phi_pair(phi, value, source.id)


def rest_of_round(module: Module, source: Block, target: Block) -> list[Block]:
    """Return the blocks between a block and a continue target, if all follow by OpBranch; else
    none.
    """
    found: list[Block] = []
    current = source
    while current.terminator.op == OpBranch and len(found) <= LONGEST:
        current = module.successors(current)[0]
        if current is target:
            return found if module.reachable(source) else []
        if is_header(current):
            return []
        found.append(current)
    return []


def _is_harmless(module: Module, instruction: Instruction, rest: list[Block]) -> bool:
    """Say whether an instruction only computes or reads what is used in the rest of the round
    alone.
    """
    if instruction.op == OpPhi:
        return True
    if not is_simple(module, instruction):
        if instruction.op != OpLoad and instruction.op not in IMAGE_READS:
            return False
        if not is_access(instruction):
            return False
    users = module.users(instruction.result_id)
    return all(user.block is None or user.block in rest for user in users)


def _values(module: Module, source: Block, target: Block, rest: list[Block]) -> list[int]:
    """Return what the OpPhis of a target are, if one comes from the source: OpPhis in between
    are looked through.
    """
    return [_value(module, value_from(phi, rest[-1]), [source, *rest]) for phi in phis(target)]


def _value(module: Module, value: int, path: list[Block]) -> int:
    for before, block in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
        definition = module.definition(value)
        if definition is not None and definition.op == OpPhi and definition.block is block:
            value = value_from(definition, before)
    return value


def loop_around(module: Module, source: Block, target: Block) -> list[Block]:
    """Return the blocks of the loop that a block is in, or heads, and that has the continue
    target.
    """
    header = source if is_loop_header(source) else loop_header(module, source)
    merge = None if header is None else merge_instruction(header)
    after = None if merge is None else module.block(merge.ops[0])
    if header is None or after is None:
        return [target]
    found = [header]
    seen = {header, after}
    for block in found:
        for each in module.successors(block):
            if each not in seen:
                seen.add(each)
                found.append(each)
    return found
