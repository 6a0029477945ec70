"""Decorations that a copy of a result, or what stands for it, has like the result itself."""

from __future__ import annotations

from collections.abc import Set

from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpGroupDecorate
from aberration.languages.spirv.preamble import decorate, decorations


def is_decorated_only_with(module: Module, value_id: int, known: Set[int]) -> bool:
    """Say whether an id has no decorations but known ones, which take no operands and come from
    no group.
    """
    if not value_id or not module.is_decorated(value_id):
        return True
    if any(user.op == OpGroupDecorate for user in module.users(value_id)):
        return False
    return all(
        len(each.ops) == 2 and each.ops[1] in known for each in decorations(module, value_id)
    )


def carry_decorations(module: Module, old_id: int, new_id: int, known: Set[int]) -> None:
    """Give an id those of the known decorations that another one has."""
    if not module.is_decorated(old_id):
        return
    for found in sorted({each.ops[1] for each in decorations(module, old_id)} & known):
        decorate(module, new_id, found)
