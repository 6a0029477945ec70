"""Calls, and how many there would be if everything were inlined."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpFunctionCall

MOST_EXPANDED: Final = 300
"""Calls that inlining everything may meet: what drivers do, and what grows exponentially."""


def expanded_calls(module: Module, caller: int, callee: int) -> int:
    """Return how many calls inlining everything meets in the entry points, with one call of `callee` more."""
    sites: dict[int, list[int]] = {caller: [callee]}
    for call in module.by_opcode(OpFunctionCall):
        if call.block is not None:
            sites.setdefault(call.block.function.id, []).append(call.ops[0])
    known: dict[int, int] = {}
    return max([_expanded(sites, known, root) for root in (caller, *sites)])


def _expanded(sites: dict[int, list[int]], known: dict[int, int], function_id: int) -> int:
    if function_id not in known:
        known[function_id] = 0
        known[function_id] = sum([1 + _expanded(sites, known, callee) for callee in sites.get(function_id, ())])
    return known[function_id]
