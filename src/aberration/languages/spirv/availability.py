"""Where an id may be used, where an instruction may stand, and which of two comes first."""

from __future__ import annotations

from . import opcodes
from .blocks import phis
from .control_flow import ControlFlow
from .instruction import Block, Instruction


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


def phi_ids_fit(
    module: ControlFlow, from_block: Block, to_block: Block, phi_ids: list[int]
) -> bool:
    """Say whether `phi_ids` serve the OpPhis of `to_block` for a new edge; an edge that
    exists needs none.
    """
    if to_block in module.successors(from_block):
        return not phi_ids
    merging = phis(to_block)
    if len(phi_ids) < len(merging):
        return False
    terminator = from_block.instructions[-1]
    for phi, value_id in zip(merging, phi_ids, strict=False):
        if module.type_of(value_id) != phi.type_id or not available_before(
            module, value_id, terminator
        ):
            return False
    return True


def precedes(module: ControlFlow, a: Instruction, b: Instruction) -> bool:
    """Say whether `a` stands before `b` in the same block."""
    return a.block is b.block and module.position(a) < module.position(b)


def strictly_dominates(module: ControlFlow, a: Block, b: Block) -> bool:
    """Say whether `a` dominates `b` and is another block."""
    return a is not b and module.dominates(a, b)


def strictly_post_dominates(module: ControlFlow, a: Block, b: Block) -> bool:
    """Say whether `a` post-dominates `b` and is another block."""
    return a is not b and module.post_dominates(a, b)
