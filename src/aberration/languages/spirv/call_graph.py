"""Which functions call which."""

from __future__ import annotations

from . import opcodes
from .index import ModuleIndex
from .instruction import Instruction


def callers(module: ModuleIndex, function_id: int) -> list[Instruction]:
    """Return the calls of a function; their order depends on history."""
    return [
        user
        for user in module.users(function_id)
        if user.op == opcodes.OpFunctionCall and user.ops[0] == function_id
    ]


def calls(module: ModuleIndex, function_id: int) -> list[int]:
    """Return the ids of the functions that a function calls itself, ascending."""
    found: set[int] = set()
    for call in module.by_opcode(opcodes.OpFunctionCall):
        if call.block is not None and call.block.function.definition.result_id == function_id:
            found.add(call.ops[0])
    return sorted(found)


def reaches(module: ModuleIndex, function_a: int, function_b: int) -> bool:
    """Say whether calls lead from the first function to the second, in one step or more."""
    seen: set[int] = set()
    waiting = [function_b]
    while waiting:
        for call in callers(module, waiting.pop()):
            caller = 0 if call.block is None else call.block.function.definition.result_id
            if caller == function_a:
                return True
            if caller not in seen:
                seen.add(caller)
                waiting.append(caller)
    return False
