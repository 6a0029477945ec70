"""Where an id may be used and where an instruction may stand."""

from __future__ import annotations

from . import opcodes
from .control_flow import ControlFlow
from .instruction import Block, Instruction
from .merges import merge_instruction


def available_before(module: ControlFlow, value_id: int, instruction: Instruction) -> bool:
    """Say whether the value is there whenever the point before `instruction` (in a block)
    is reached.
    """
    definition = module.definition(value_id)
    if definition is None or definition is instruction:
        return False
    source = definition.block
    here = instruction.block
    if source is None:
        return _global_available(definition, here)
    if here is None or source.function is not here.function:
        return False
    if source is here:
        if definition.op == opcodes.OpVariable or module.reachable(here):
            return module.position(definition) < module.position(instruction)
        return False
    if definition.op == opcodes.OpVariable and not module.reachable(here):
        return True
    return module.dominates(source, here)


def available_at_use(module: ControlFlow, value_id: int, instruction: Instruction, k: int) -> bool:
    """Say whether the value may stand as operand `k` of `instruction`; an OpPhi asks at the
    predecessor's end.
    """
    definition = module.definition(value_id)
    if definition is None or definition is instruction:
        return False
    source = definition.block
    here = instruction.block
    if source is None:
        return _global_available(definition, here)
    if here is None or source.function is not here.function or not module.reachable(here):
        return False
    if instruction.op == opcodes.OpPhi:
        predecessor = module.block(instruction.ops[k + 1]) if k + 1 < len(instruction.ops) else None
        return predecessor is not None and module.dominates(source, predecessor)
    if source is here:
        return module.position(definition) < module.position(instruction)
    return module.dominates(source, here)


def _global_available(definition: Instruction, here: Block | None) -> bool:
    """A parameter belongs to its function, and a function is no value; all else outside of
    blocks is global.
    """
    if definition.op == opcodes.OpFunctionParameter:
        return here is not None and definition in here.function.parameters
    return definition.op != opcodes.OpFunction


def insertable(module: ControlFlow, op: int, instruction: Instruction) -> bool:
    """Say whether an instruction of opcode `op` may be put right before `instruction`."""
    block = instruction.block
    if block is None or instruction.op == opcodes.OpLabel:
        return False
    if instruction.op == opcodes.OpVariable and op != opcodes.OpVariable:
        return False
    if instruction.op == opcodes.OpPhi and op != opcodes.OpPhi:
        return False
    position = module.position(instruction)
    if position == 0:
        return True
    before = block.instructions[position - 1].op
    return before != opcodes.OpSelectionMerge and before != opcodes.OpLoopMerge


def last_insertion_point(block: Block) -> Instruction:
    """Return the merge instruction of a block, or its terminator."""
    merge = merge_instruction(block)
    return block.instructions[-1] if merge is None else merge
