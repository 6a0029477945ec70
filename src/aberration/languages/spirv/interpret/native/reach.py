"""What may be executed otherwise on other implementations: all that a decision which hangs on
rounding leads to.
"""

from __future__ import annotations

from collections.abc import Iterable

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.interpret.analysis import Analysis
from aberration.languages.spirv.module import Module


def blocks_after(module: Module, analysis: Analysis, sites: Iterable[Instruction]) -> set[int]:
    """Return the ids of all blocks that may run after some instructions: those of callers and
    callees as well.
    """
    calls = _calls(analysis)
    found: set[int] = set()
    waiting: list[Block] = []
    returned: set[int] = set()
    for site in sites:
        if site.block is not None:
            waiting += module.successors(site.block)
            _return_from(site.block.function.id, calls, returned, waiting)
    while waiting:
        block = waiting.pop()
        if block.id in found:
            continue
        found.add(block.id)
        waiting += module.successors(block)
        for each in block.instructions:
            if each.op == opcodes.OpFunctionCall:
                waiting += analysis.blocks[each.ops[0]][:1]
    return found


def _return_from(
    function_id: int, calls: dict[int, list[Block]], returned: set[int], waiting: list[Block]
) -> None:
    """Go on behind the calls of a function, and of those that call it."""
    if function_id in returned:
        return
    returned.add(function_id)
    for block in calls.get(function_id, []):
        waiting.append(block)
        _return_from(block.function.id, calls, returned, waiting)


def _calls(analysis: Analysis) -> dict[int, list[Block]]:
    """Return the blocks that call each function."""
    found: dict[int, list[Block]] = {}
    for function in analysis.functions:
        for block in analysis.blocks[function.id]:
            for each in block.instructions:
                if each.op == opcodes.OpFunctionCall:
                    found.setdefault(each.ops[0], []).append(block)
    return found
