"""Operations of subgroups that give their operand back, whichever invocations form a subgroup."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Capability, GroupOperation, Scope
from aberration.languages.spirv.grammar import CONSTANTS, DERIVATIVES
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import has_capability
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.convergence import is_shared_value
from aberration.methods.transform.analysis.synonymy import can_be_operand

WORD: Final = 32
NOTHING: Final = -1
_SIGNED: Final = (
    o.OpGroupNonUniformIAdd,
    o.OpGroupNonUniformIMul,
    o.OpGroupNonUniformSMin,
    o.OpGroupNonUniformSMax,
    o.OpGroupNonUniformBitwiseAnd,
    o.OpGroupNonUniformBitwiseOr,
    o.OpGroupNonUniformBitwiseXor,
)
_UNSIGNED: Final = (o.OpGroupNonUniformUMin, o.OpGroupNonUniformUMax)
_LOGICAL: Final = (
    o.OpGroupNonUniformLogicalAnd,
    o.OpGroupNonUniformLogicalOr,
    o.OpGroupNonUniformLogicalXor,
)
_SUMS: Final = (
    o.OpGroupNonUniformIAdd,
    o.OpGroupNonUniformIMul,
    o.OpGroupNonUniformBitwiseXor,
    o.OpGroupNonUniformLogicalXor,
)
"""What does not give back the value that all have."""
_CLUSTERED: Final = (
    Capability.GROUP_NON_UNIFORM_ARITHMETIC,
    Capability.GROUP_NON_UNIFORM_CLUSTERED,
)
_RELATIVE: Final = (Capability.GROUP_NON_UNIFORM_SHUFFLE_RELATIVE,)
_SCANS: Final = (GroupOperation.REDUCE, GroupOperation.INCLUSIVE_SCAN)


class SubgroupIdentity(msgspec.Struct, frozen=True):
    """An operation with the group operation (NOTHING for none) and the last operand (NOTHING for
    none) that it takes, and what a module has to declare for it.
    """

    op: int
    capabilities: tuple[int, ...]
    operation: int = NOTHING
    last: int = NOTHING


OWN: Final[tuple[SubgroupIdentity, ...]] = (
    SubgroupIdentity(
        o.OpGroupNonUniformShuffleXor, (Capability.GROUP_NON_UNIFORM_SHUFFLE,), last=0
    ),
    SubgroupIdentity(o.OpGroupNonUniformShuffleUp, _RELATIVE, last=0),
    SubgroupIdentity(o.OpGroupNonUniformShuffleDown, _RELATIVE, last=0),
    *(
        SubgroupIdentity(op, _CLUSTERED, GroupOperation.CLUSTERED_REDUCE, 1)
        for op in (*_SIGNED, *_UNSIGNED, *_LOGICAL)
    ),
)
"""Of any value: clusters of one invocation, and shuffles that lead back to it."""
SHARED: Final[tuple[SubgroupIdentity, ...]] = (
    SubgroupIdentity(o.OpGroupNonUniformBroadcastFirst, (Capability.GROUP_NON_UNIFORM_BALLOT,)),
    SubgroupIdentity(o.OpGroupNonUniformAll, (Capability.GROUP_NON_UNIFORM_VOTE,)),
    SubgroupIdentity(o.OpGroupNonUniformAny, (Capability.GROUP_NON_UNIFORM_VOTE,)),
    *(
        SubgroupIdentity(op, (Capability.GROUP_NON_UNIFORM_ARITHMETIC,), operation)
        for op in (*_SIGNED, *_UNSIGNED, *_LOGICAL)
        for operation in _SCANS
        if op not in _SUMS
    ),
)
"""Of a value that is the same in all invocations."""


def suits(module: Module, source: int, identity: SubgroupIdentity) -> bool:
    """Say whether an identity is one of values like `source`, and the module declares what the
    operation takes, and takes no derivatives.
    """
    if not all(has_capability(module, each) for each in identity.capabilities):
        return False
    # A helper invocation need not be active, and what it gets then nobody knows: its neighbours
    # would derive it.
    if module.by_opcodes(tuple(DERIVATIVES)):
        return False
    return can_be_operand(module, source) and _takes(module, module.type_of(source), identity.op)


def _takes(module: Module, type_id: int, op: int) -> bool:
    scalar = _scalar(module, type_id)
    is_vector = scalar != type_id
    if op in (o.OpGroupNonUniformAll, o.OpGroupNonUniformAny):
        return not is_vector and types.is_bool(module, type_id)
    if op in _LOGICAL:
        return types.is_bool(module, scalar)
    if op in _UNSIGNED:
        return _is_word(module, scalar) and not types.is_signed(module, scalar)
    if op in _SIGNED:
        return _is_word(module, scalar)
    return _is_word(module, scalar) or types.is_bool(module, scalar)


def _scalar(module: Module, type_id: int) -> int:
    found = module.definition(type_id)
    is_vector = found is not None and found.op == o.OpTypeVector
    return types.component_type(module, type_id) if is_vector else type_id


def _is_word(module: Module, type_id: int) -> bool:
    found = module.definition(type_id)
    return found is not None and found.op == o.OpTypeInt and found.ops[0] == WORD


def line_of(
    module: Module, source: int, identity: SubgroupIdentity, fresh: int
) -> Instruction | None:
    """Return the instruction, or nothing where a constant for it is not declared."""
    unsigned = module.find(o.OpTypeInt, 0, WORD, 0)
    numbers = [Scope.SUBGROUP, *([identity.last] if identity.last != NOTHING else [])]
    found = [_number(module, unsigned, number) for number in numbers]
    if not all(found):
        return None
    operation = [identity.operation] if identity.operation != NOTHING else []
    ops = [found[0], *operation, source, *found[1:]]
    return Instruction(identity.op, module.type_of(source), fresh, ops)


def _number(module: Module, type_id: int, value: int) -> int:
    return find_constant(module, False, o.OpConstant, type_id, value) if type_id else 0


def is_the_same_in_all(module: Module, value_id: int) -> bool:
    """Say whether integers and booleans are surely the same in all invocations that execute
    anything: made of constants and uniforms, and of no float, which need not be rounded alike.
    """
    return is_shared_value(module, value_id) and not _asks_floats(module, value_id)


def _asks_floats(module: Module, value_id: int) -> bool:
    """Say whether a value is made of a float, or of what is undefined."""
    waiting = [value_id]
    while waiting:
        found = module.definition(waiting.pop())
        if found is None or found.op == o.OpUndef:
            return True
        if types.is_float(module, _scalar(module, found.type_id)):
            return True
        if found.block is not None and found.op not in CONSTANTS:
            waiting += module.operand_ids(found)
    return False
