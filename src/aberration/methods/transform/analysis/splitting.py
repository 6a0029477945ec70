"""Variables of which each part could be a variable of its own: how they are used, and what is
in them at first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpAccessChain,
    OpConstant,
    OpConstantComposite,
    OpConstantNull,
    OpEntryPoint,
    OpInBoundsAccessChain,
    OpLoad,
    OpName,
    OpStore,
)
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.memory_operands import is_plain_access
from aberration.methods.transform.analysis.signatures import may_be_computed
from aberration.methods.transform.analysis.variable_uses import MOST_USES, constant_initializer

CHAINS: Final = (OpAccessChain, OpInBoundsAccessChain)
MOST_WHOLES: Final = 16
"""Variables with more accesses to the whole are left as they are."""


class Uses(msgspec.Struct, frozen=True):
    """Access chains, by id, with the part that each leads into; loads and stores of the whole,
    in no certain order.
    """

    chains: list[tuple[Instruction, int]]
    wholes: list[Instruction]


def uses_by_part(module: Module, variable_id: int, count: int) -> Uses | None:
    """Return how a composite variable of `count` parts is used; None if one use may concern any
    part, or is something else than an access, or if there are too many.
    """
    users = module.users(variable_id)
    chains: list[tuple[Instruction, int]] = []
    wholes: list[Instruction] = []
    if len(users) > MOST_USES:
        return None
    for user in users:
        if user.op in CHAINS and user.ops[0] == variable_id:
            number = _constant_index(module, user)
            if not 0 <= number < count:
                return None
            chains.append((user, number))
        elif _is_plain_whole(module, user, variable_id):
            wholes.append(user)
        elif user.op not in (OpName, OpEntryPoint):
            return None
    if len(wholes) > MOST_WHOLES:
        return None
    return Uses(sorted(chains, key=lambda chain: chain[0].result_id), wholes)


def _constant_index(module: Module, chain: Instruction) -> int:
    """Return the first index of an access chain; -1 if it has none, or not a constant one that
    matters.
    """
    index = module.definition(chain.ops[1]) if len(chain.ops) > 1 else None
    if index is None or index.op != OpConstant or len(index.ops) != 1:
        return -1
    return -1 if module.facts.is_declared_irrelevant(index.result_id) else index.ops[0]


def _is_plain_whole(module: Module, user: Instruction, variable_id: int) -> bool:
    if user.op == OpLoad:
        return is_plain_access(user) and may_be_computed(module, user.result_id)
    return user.op == OpStore and user.ops[1] != variable_id and is_plain_access(user)


def initial_parts(
    module: Module, variable: Instruction, members: Sequence[int]
) -> list[int] | None:
    """Return the parts of a variable's initializer, zeros if it has none; None if one does not
    exist.
    """
    initializer = constant_initializer(variable)
    if not initializer:
        return [0] * len(members)
    found = module.definition(initializer)
    if found is not None and found.op == OpConstantComposite:
        return list(found.ops)
    if found is None or found.op != OpConstantNull:
        return None
    nulls = [find_constant(module, False, OpConstantNull, member) for member in members]
    return nulls if all(nulls) else None
