"""Regions of a function that can be cut out whole: one way in, one way out (catalogue 2.15,
6.8).
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import is_loop_header, merge_instruction, phis
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpFunctionParameter,
    OpGroupDecorate,
    OpLoopMerge,
    OpSelectionMerge,
    OpVariable,
)
from aberration.languages.spirv.preamble import decorations
from aberration.methods.transform.analysis.composites import can_be_member
from aberration.methods.transform.analysis.memory import may_be_undefined

MERGES: Final = (OpLoopMerge, OpSelectionMerge)
PRECISION: Final = (Decoration.RELAXED_PRECISION, Decoration.NO_CONTRACTION)
"""Decorations of an instruction, not of its value."""


def region_between(module: Module, entry: Block, exit_block: Block) -> list[Block]:
    """Return the blocks from `entry` to `exit_block`, in layout order; empty if they cannot be cut
    out.

    Every path into the region comes through the entry, every path out of it from the end of the
    exit. No construct is torn, except that the exit may be the header of a selection, as its end
    stays behind, and that the entry may be a merge block or continue target, as its label does.
    """
    if is_loop_header(entry) or is_loop_header(exit_block):
        return []
    if entry.function is not exit_block.function or not module.reachable(entry):
        return []
    found = {entry}
    waiting = [] if entry is exit_block else [entry]
    while waiting:
        following = module.successors(waiting.pop())
        if not following:
            return []
        waiting.extend(
            [block for block in following if block is not exit_block and block not in found]
        )
        found.update(following)
    if exit_block not in found or any(block in found for block in module.successors(exit_block)):
        return []
    if not all(_is_whole(module, block, exit_block, found) for block in found):
        return []
    for block in found - {entry}:
        if any(before not in found for before in module.predecessors(block)):
            return []
        if any(user.op in MERGES and user.block not in found for user in module.users(block.id)):
            return []
    return sorted(found, key=module.layout_index)


def blocks_between(module: Module, entry: Block, end: Block) -> list[Block]:
    """Return the blocks that the entry leads to without passing the end, both included."""
    found = [entry]
    seen = {entry}
    for block in found:
        for following in () if block is end else module.successors(block):
            if following not in seen:
                seen.add(following)
                found.append(following)
    return found


def is_bare(block: Block) -> bool:
    """Say whether a block has neither OpPhis nor variables, which could not go to another
    function.
    """
    return not phis(block) and block.instructions[0].op != OpVariable


def _is_whole(module: Module, block: Block, exit_block: Block, region: set[Block]) -> bool:
    """Say whether the construct that a block heads ends in the region."""
    merge = None if block is exit_block else merge_instruction(block)
    if merge is None:
        return True
    ends = merge.ops[:2] if merge.op == OpLoopMerge else merge.ops[:1]
    return all(module.block(label_id) in region for label_id in ends)


def inputs_of(module: Module, region: list[Block], exit_block: Block) -> list[int] | None:
    """Return the ids that the function defines outside of the region and that are used in it,
    ascending.

    None if one can be no parameter: a pointer that is no variable or parameter, or what is no plain
    data, or may be undefined. The end of the exit, which stays behind, does not count.
    """
    inside = set(region)
    found: set[int] = set()
    for block in region:
        for instruction in _inside_of(block, exit_block):
            for used in module.operand_ids(instruction):
                if used not in found and _is_from_outside(module, used, inside):
                    found.add(used)
    return sorted(found) if all(_may_be_parameter(module, used) for used in found) else None


def _is_from_outside(module: Module, used: int, inside: set[Block]) -> bool:
    definition = module.definition(used)
    if definition is None or not definition.type_id:
        return False
    if definition.op == OpFunctionParameter:
        return True
    return definition.block is not None and definition.block not in inside


def _may_be_parameter(module: Module, used: int) -> bool:
    definition = module.definition(used)
    if definition is None:
        return False
    # Another id stands for the value: nothing else that is said of it may be lost.
    if any(found.ops[1] not in PRECISION for found in decorations(module, used)):
        return False
    if types.pointee(module, definition.type_id):
        return definition.op in (OpVariable, OpFunctionParameter)
    return types.can_create_constant(module, definition.type_id) and not may_be_undefined(
        module, used
    )


def outputs_of(module: Module, region: list[Block], exit_block: Block) -> list[int] | None:
    """Return the ids that the region defines and that are used outside or at the end of the exit,
    ascending.

    None if one can be no member of a structure, shares its decorations with others, or may be
    undefined: no one could tell that from the extraction.
    """
    inside = set(region)
    made = [each for block in region for each in _inside_of(block, exit_block) if each.result_id]
    found = [each.result_id for each in made if _is_used_outside(module, each, inside, exit_block)]
    for each in found:
        if any(user.op == OpGroupDecorate for user in module.users(each)):
            return None
        if not can_be_member(module, module.type_of(each)) or may_be_undefined(module, each):
            return None
    return sorted(found)


def _is_used_outside(
    module: Module, definition: Instruction, inside: set[Block], exit_block: Block
) -> bool:
    for user in module.users(definition.result_id):
        if user.block is None:
            continue
        if user.block not in inside or user is exit_block.terminator:
            return True
    return False


def work_of(block: Block) -> list[Instruction]:
    """Return the instructions of a block without its terminator and merge instruction."""
    return block.instructions[: -2 if merge_instruction(block) is not None else -1]


def _inside_of(block: Block, exit_block: Block) -> list[Instruction]:
    """Return the instructions of a block that belong to the region."""
    return work_of(block) if block is exit_block else block.instructions
