"""Where all invocations of a workgroup surely come along, so that they may wait for each other.

A block of the entry point outside of all constructs is executed by each invocation once, if it is
on the way to every exit; so is the side of a selection with a condition that is the same for all. A
block with a barrier is such a block in any well-defined program. Dead blocks are left out: never
executed, they end no invocation.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import is_loop_header, merge_instruction
from aberration.languages.spirv.constructs import construct_header
from aberration.languages.spirv.enums import (
    BuiltIn,
    Decoration,
    ExecutionModel,
    FunctionControl,
    Scope,
    StorageClass,
)
from aberration.languages.spirv.grammar import CONSTANTS
from aberration.languages.spirv.instruction import Block, Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpAccessChain,
    OpBranchConditional,
    OpControlBarrier,
    OpInBoundsAccessChain,
    OpLoad,
    OpPhi,
    OpSelectionMerge,
    OpUnreachable,
    OpVariable,
)
from aberration.languages.spirv.preamble import decorations, entry_points, is_entry_function
from aberration.methods.transform.analysis.memory import is_buffer_block, variable_of
from aberration.methods.transform.analysis.opcode_sets import HARMLESS

DEPTH: Final = 4
"""Selections that are looked through, outwards."""
VALUES: Final = 12
"""Instructions that are looked at to find that a condition is the same for all invocations."""
SHARED_BUILT_INS: Final = frozenset((BuiltIn.WORKGROUP_ID, BuiltIn.NUM_WORKGROUPS))
"""Built-in inputs that are the same for all invocations of a workgroup."""
_CHAINS: Final = (OpAccessChain, OpInBoundsAccessChain)


def is_compute(module: Module) -> bool:
    """Say whether all entry points are compute shaders, and there is one."""
    entries = entry_points(module)
    return bool(entries) and all(entry.ops[0] == ExecutionModel.GL_COMPUTE for entry in entries)


def may_have_effects(block: Block) -> bool:
    """Say whether the function of a block has not promised to have no effects (Pure, Const)."""
    return not block.function.definition.ops[0] & (FunctionControl.PURE | FunctionControl.CONST)


def is_convergent(module: Module, block: Block) -> bool:
    """Say whether either all invocations of a workgroup execute a block of a compute shader
    together, or none does.
    """
    if block.dead or not module.reachable(block):
        return False
    if has_barrier(module, block):
        return True
    return is_entry_function(module, block.function.id) and _all_come(module, block, DEPTH)


def has_barrier(module: Module, block: Block) -> bool:
    """Say whether the whole workgroup waits in a block, which is live and thus executed by all
    or none.
    """
    barriers = module.by_opcode(OpControlBarrier)
    return not block.dead and any(
        barrier.block is block and types.constant_int(module, barrier.ops[0]) == Scope.WORKGROUP
        for barrier in barriers
    )


def _all_come(module: Module, block: Block, depth: int) -> bool:
    if is_loop_header(block):
        return False
    around = construct_header(module, block)
    if around is None:
        return all(module.dominates(block, each) for each in _exits(module, block.function))
    side = _shared_side(module, around, block)
    if depth == 0 or side is None or not module.post_dominates(block, side):
        return False
    return has_barrier(module, around) or _all_come(module, around, depth - 1)


def _exits(module: Module, function: Function) -> list[Block]:
    return [
        each
        for each in function.blocks
        if not each.dead
        and each.terminator.op != OpUnreachable
        and not module.successor_ids(each.terminator)
        and module.reachable(each)
    ]


def _shared_side(module: Module, header: Block, block: Block) -> Block | None:
    """Return the side of a selection that leads to a block, if all invocations take the same
    one of its two sides.
    """
    merge, end = merge_instruction(header), header.terminator
    if merge is None or merge.op != OpSelectionMerge or end.op != OpBranchConditional:
        return None
    if not is_shared_value(module, end.ops[0]):
        return None
    for side in module.successors(header):
        if (
            side.id != merge.ops[0]
            and module.dominates(side, block)
            and module.predecessors(side) == [header]
        ):
            return side
    return None


def is_shared_value(module: Module, value_id: int) -> bool:
    """Say whether a value is surely the same for all invocations of a workgroup, whatever is done
    to irrelevant ids.

    It is made of constants, uniforms, push constants, and the numbers of the workgroup.
    """
    waiting, left = [value_id], VALUES
    while waiting:
        definition = module.definition(waiting.pop())
        left -= 1
        if (
            definition is None
            or left < 0
            or module.facts.is_irrelevant(module, definition.result_id)
        ):
            return False
        if definition.op in CONSTANTS:
            continue
        if definition.op == OpVariable:
            if not _is_shared_memory(module, definition):
                return False
        elif definition.op == OpLoad:
            if variable_of(module, definition.ops[0]) is None:
                return False
            waiting.append(definition.ops[0])
        elif _is_function_of_operands(definition):
            waiting.extend(module.operand_ids(definition))
        else:
            return False
    return True


def _is_function_of_operands(definition: Instruction) -> bool:
    if definition.block is None or definition.op == OpPhi:
        return False
    return definition.op in HARMLESS or definition.op in _CHAINS


def _is_shared_memory(module: Module, variable: Instruction) -> bool:
    """Say whether a variable holds the same for all invocations of a workgroup, and is never
    written.
    """
    storage_class = variable.ops[0]
    if storage_class == StorageClass.INPUT:
        found = decorations(module, variable.result_id)
        numbers = [found.ops[2] for found in found if found.ops[1] == Decoration.BUILT_IN]
        return bool(numbers) and SHARED_BUILT_INS.issuperset(numbers)
    if storage_class == StorageClass.PUSH_CONSTANT:
        return True
    return storage_class == StorageClass.UNIFORM and not is_buffer_block(module, variable)
