"""Which functions call which."""

from __future__ import annotations

from collections.abc import Iterable

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


def all_callers(module: ModuleIndex, functions: Iterable[int]) -> set[int]:
    """Return the ids of the functions that call one of these, in one step or more."""
    found: set[int] = set()
    waiting = list(functions)
    while waiting:
        for call in callers(module, waiting.pop()):
            caller = 0 if call.block is None else call.block.function.id
            if caller not in found:
                found.add(caller)
                waiting.append(caller)
    return found


def reaches(module: ModuleIndex, function_a: int, function_b: int) -> bool:
    """Say whether calls lead from the first function to the second, in one step or more."""
    return function_a in all_callers(module, [function_b])
