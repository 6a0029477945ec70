"""Which instructions may run where they did not run before: no operands make them undefined, and
they do nothing but give a result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import ATOMICS, IMAGE_OPERANDS_AT
from aberration.languages.spirv.uniform_only import UNIFORM_ONLY
from aberration.methods.transform.analysis.constants import constant_words
from aberration.methods.transform.analysis.memory import indexes_within
from aberration.methods.transform.analysis.opcode_sets import (
    BIT_FIELDS,
    DATA_TYPES,
    DIVISIONS,
    HARMLESS,
    SHIFTS,
)

WITHOUT_RESULT: Final = frozenset((o.OpNop, o.OpLine, o.OpNoLine))
POINTING: Final = frozenset((o.OpAccessChain, o.OpInBoundsAccessChain))
NARROW: Final = 32
"""Widths above it are left out where values are checked."""
GUARDED: Final = frozenset(
    (
        *(o.OpLoad, o.OpStore, o.OpCopyMemory, o.OpFunctionCall, o.OpExtInst, o.OpArrayLength),
        *(o.OpImageQuerySize, o.OpImageQuerySizeLod, o.OpImageQueryLevels, o.OpImageQuerySamples),
        *ATOMICS,
        *IMAGE_OPERANDS_AT,
    )
) - frozenset(UNIFORM_ONLY)
"""Instructions that read or write memory, or may, and do not depend on what other invocations
do.
"""


def can_speculate(module: Module, instruction: Instruction) -> bool:
    """Say whether an instruction may run unconditionally, whatever its operands are then."""
    op = instruction.op
    if op in WITHOUT_RESULT:
        return True
    if op in _CHECKS:
        return _CHECKS[op](module, instruction)
    if op == o.OpUndef:
        return _gives_data(module, instruction)
    return op in HARMLESS and _gives_data(module, instruction)


def can_guard_result(module: Module, instruction: Instruction) -> bool:
    """Say whether an instruction may run under a condition of its own, its result going through
    an OpPhi.
    """
    if instruction.op not in GUARDED:
        return False
    if types.is_void(module, instruction.type_id):
        return all(user.op == o.OpName for user in module.users(instruction.result_id))
    return not instruction.type_id or types.can_create_constant(module, instruction.type_id)


def _gives_data(module: Module, instruction: Instruction) -> bool:
    return types.op_of(module, instruction.type_id) in DATA_TYPES


def _copy(module: Module, instruction: Instruction) -> bool:
    """Copies of pointers stay copies; those of images and samplers are left where they are."""
    return _gives_data(module, instruction) or types.is_pointer(module, instruction.type_id)


def _constants(module: Module, value_id: int) -> list[int]:
    """Return the values of a constant; none of an irrelevant one, which may become another
    value.
    """
    return [] if module.facts.is_irrelevant(module, value_id) else constant_words(module, value_id)


def _shift(module: Module, instruction: Instruction) -> bool:
    """The amount is a constant within the width."""
    amounts = _constants(module, instruction.ops[1])
    width = types.width(module, instruction.type_id)
    return bool(amounts) and all(amount < min(width, NARROW) for amount in amounts)


def _division(module: Module, instruction: Instruction) -> bool:
    """The divisor is a constant, not zero and not -1, which may overflow."""
    divisors = _constants(module, instruction.ops[1])
    is_narrow = types.width(module, instruction.type_id) == NARROW
    return bool(divisors) and is_narrow and all(0 < divisor < 0xFFFFFFFF for divisor in divisors)


def _bit_field(module: Module, instruction: Instruction) -> bool:
    at = BIT_FIELDS[instruction.op]
    offset, count = (_constants(module, operand) for operand in instruction.ops[at : at + 2])
    if types.width(module, instruction.type_id) != NARROW:
        return False
    return len(offset) == len(count) == 1 and offset[0] + count[0] <= NARROW


def _component(module: Module, instruction: Instruction) -> bool:
    index = _constants(module, instruction.ops[-1])
    count = types.component_count(module, module.type_of(instruction.ops[0]))
    return len(index) == 1 and index[0] < count


def _shuffle(module: Module, instruction: Instruction) -> bool:
    return 0xFFFFFFFF not in instruction.ops[2:]


_CHECKS: Final[dict[int, Callable[[Module, Instruction], bool]]] = {
    o.OpCopyObject: _copy,
    o.OpVectorExtractDynamic: _component,
    o.OpVectorInsertDynamic: _component,
    o.OpVectorShuffle: _shuffle,
    **dict.fromkeys(POINTING, indexes_within),
    **dict.fromkeys(SHIFTS, _shift),
    **dict.fromkeys(DIVISIONS, _division),
    **dict.fromkeys(BIT_FIELDS, _bit_field),
}
