"""A call whose result nobody reads is removed together with the store before it (or after it,
if there is none).
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions, is_scalar_constant, null


def rewrite(module: Module) -> None:
    """Let the nearest store in the call's block store zero."""
    for call in instructions(module, opcodes.OpFunctionCall):
        store = _nearest_store(module, call) if _is_unread(module, call) else None
        if store is not None:
            module.set_operand(store, 1, null(module, module.type_of(store.ops[1])))


def _is_unread(module: Module, call: Instruction) -> bool:
    kind = module.definition(call.type_id)
    is_void = kind is None or kind.op == opcodes.OpTypeVoid
    return not is_void and not any(user.block is not None for user in module.users(call.result_id))


def _nearest_store(module: Module, call: Instruction) -> Instruction | None:
    if call.block is None:
        return None
    at = module.position(call)
    around = [*reversed(call.block.instructions[:at]), *call.block.instructions[at + 1 :]]
    stores = (near for near in around if near.op == opcodes.OpStore)
    return next(
        (store for store in stores if not is_scalar_constant(module, store.ops[1], 0)), None
    )


MUTANT = Mutant("dead-call-store", "a store dropped across a call", ("FunctionCall",), rewrite)
