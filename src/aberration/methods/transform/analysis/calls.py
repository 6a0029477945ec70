"""Calls: who calls whom, how many there would be if everything were inlined."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.call_graph import callers, reaches
from aberration.languages.spirv.instruction import Function
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpFunctionCall

MOST_EXPANDED: Final = 300
"""Calls that inlining everything may meet: what drivers do, and what grows exponentially."""


def expanded_calls(module: Module, caller: int, callee: int) -> int:
    """Return how many calls inlining everything meets in the entry points, with one call of
    `callee` more.
    """
    sites: dict[int, list[int]] = {caller: [callee]}
    for call in module.by_opcode(OpFunctionCall):
        if call.block is not None:
            sites.setdefault(call.block.function.id, []).append(call.ops[0])
    known: dict[int, int] = {}
    return max([_count_expanded(sites, known, root) for root in (caller, *sites)])


def _count_expanded(sites: dict[int, list[int]], known: dict[int, int], function_id: int) -> int:
    if function_id not in known:
        known[function_id] = 0
        known[function_id] = sum(
            [1 + _count_expanded(sites, known, callee) for callee in sites.get(function_id, ())]
        )
    return known[function_id]


def called_from_livesafe(module: Module, function: Function) -> bool:
    """Say whether a livesafe function calls the function, in one step or more."""
    seen = [function.id]
    for current in seen:
        for call in callers(module, current):
            caller = 0 if call.block is None else call.block.function.id
            if module.facts.is_livesafe(caller):
                return True
            if caller not in seen:
                seen.append(caller)
    return False


def is_executed_alone(module: Module, function: Function) -> bool:
    """Say whether no two executions of a function by one invocation ever overlap, even if calls are
    added or inlined: calls of what is not livesafe are only added where they are not executed.
    """
    if module.facts.is_livesafe(function.id) or reaches(module, function.id, function.id):
        return False
    return not called_from_livesafe(module, function)
