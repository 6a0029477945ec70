"""A call whose result nobody reads is removed together with the store before it, taken for its argument."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Instruction, Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions, is_constant, null


def rewrite(module: Module) -> None:
    """Let the last store of a computed value before the call store zero."""
    for call in instructions(module, opcodes.OpFunctionCall):
        if not _is_unread(module, call):
            continue
        store = _store_before(module, call)
        if store is not None:
            module.set_operand(store, 1, null(module, module.type_of(store.ops[1])))


def _is_unread(module: Module, call: Instruction) -> bool:
    kind = module.definition(call.type_id)
    is_void = kind is None or kind.op == opcodes.OpTypeVoid
    return not is_void and not any(user.block is not None for user in module.users(call.result_id))


def _store_before(module: Module, call: Instruction) -> Instruction | None:
    block = call.block
    if block is None:
        return None
    for instruction in reversed(block.instructions[: module.position(call)]):
        if instruction.op == opcodes.OpStore and not is_constant(module, instruction.ops[1]):
            return instruction
    return None


MUTANT = Mutant("dead-call-store", "a store dropped across a call", ("FunctionCall",), rewrite)
