"""Which code must not be put under a condition that differs between invocations.

Barriers, derivatives, implicit levels of detail and group operations are only defined where all
invocations of a group come along.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.call_graph import all_callers
from aberration.languages.spirv.grammar import NAME
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module

_PARTS: Final = (
    "OpGroup",
    "OpSubgroup",
    "OpDPd",
    "OpFwidth",
    "ImplicitLod",
    "Barrier",
    "Interlock",
)
_COLLECTIVE: Final = frozenset(
    op for op, name in enumerate(NAME) if name is not None and any(part in name for part in _PARTS)
)
NOT_EXECUTED: Final = frozenset((o.OpGroupDecorate, o.OpGroupMemberDecorate))
UNIFORM_ONLY: Final = tuple(sorted(_COLLECTIVE - NOT_EXECUTED | {o.OpImageQueryLod}))
"""Opcodes that are only defined in uniform control flow."""
_UNIFORM_ONLY: Final = frozenset(UNIFORM_ONLY)
SUBGROUP: Final = tuple(
    [op for op in UNIFORM_ONLY if any(part in str(NAME[op]) for part in ("OpGroup", "OpSubgroup"))]
)
"""Opcodes of which invocations of a subgroup take part together: after a branch that differs
between them it is not certain that all do so again at the merge block.
"""


def has_subgroup_operations(module: Module) -> bool:
    """Say whether a module has an instruction of SUBGROUP."""
    return bool(module.by_opcodes(SUBGROUP))


def has_choices_in_subgroups(module: Module) -> bool:
    """Say whether a module has an operation that tells one invocation of a subgroup from others by
    what another operation in its block gave: whatever could part the invocations between them may
    change what both do.
    """
    return bool(module.by_opcodes((o.OpGroupNonUniformElect, o.OpGroupNonUniformInverseBallot)))


def needs_uniform_control_flow(module: Module, blocks: Iterable[Block]) -> bool:
    """Say whether a block, or a function called in one, has an instruction of UNIFORM_ONLY."""
    return are_uniform_only(module, (each for block in blocks for each in block.instructions))


def are_uniform_only(module: Module, instructions: Iterable[Instruction]) -> bool:
    """Say whether one of the instructions, or of a function that one calls, is of UNIFORM_ONLY."""
    found = module.by_opcodes(UNIFORM_ONLY)
    if not found:
        return False
    holders = {
        each.block.function.id for known in found for each in known if each.block is not None
    }
    holders |= all_callers(module, holders)
    return any(
        each.op in _UNIFORM_ONLY or (each.op == o.OpFunctionCall and each.ops[0] in holders)
        for each in instructions
    )
