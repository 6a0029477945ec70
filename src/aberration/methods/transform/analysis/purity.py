"""What an instruction does beyond its result: which may change places, which may be executed
more often.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import MemoryAccess, StorageClass
from aberration.languages.spirv.grammar import DERIVATIVES
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import IMAGE_OPERANDS_AT
from aberration.methods.transform.analysis.memory import variable_of
from aberration.methods.transform.analysis.opcode_sets import (
    BIT_FIELDS,
    DIVISIONS,
    HARMLESS,
    SHIFTS,
    STRUCTURE,
    is_plain_glsl,
)
from aberration.methods.transform.analysis.speculation import can_speculate

TOTAL: Final = (HARMLESS - STRUCTURE) | {o.OpVectorShuffle}
"""Nothing but a result, whatever the operands are."""
DYNAMIC: Final = frozenset((o.OpVectorExtractDynamic, o.OpVectorInsertDynamic))
PURE: Final = (
    TOTAL
    | SHIFTS
    | DIVISIONS
    | DYNAMIC
    | frozenset(BIT_FIELDS)
    | {o.OpConvertFToS, o.OpConvertFToU}
)
"""Nothing but a result; some have undefined behaviour or an undefined result for some operands."""
SIMPLE: Final = PURE | DERIVATIVES | {o.OpUndef, o.OpAccessChain, o.OpInBoundsAccessChain}
"""Nothing but a result, which does not depend on memory."""
IMAGE_READS: Final = frozenset(IMAGE_OPERANDS_AT) - {o.OpImageWrite, o.OpImageRead}
BARRIERS: Final = frozenset((o.OpControlBarrier, o.OpMemoryBarrier))
STORES: Final = (o.OpStore, o.OpCopyMemory)
MEMORY: Final = {o.OpLoad: 1, o.OpStore: 2, o.OpCopyMemory: 2}
"""Number of operands before the memory access."""
PLAIN_ACCESS: Final = MemoryAccess.ALIGNED | MemoryAccess.NONTEMPORAL
OWN: Final = frozenset(
    (
        StorageClass.FUNCTION,
        StorageClass.PRIVATE,
        StorageClass.WORKGROUP,
        StorageClass.INPUT,
        StorageClass.OUTPUT,
    )
)
"""Memory of a variable of these is the memory of no other one."""


def is_speculatable(module: Module, instruction: Instruction) -> bool:
    """Say whether executing a pure instruction where it was not executed before cannot be
    undefined behaviour.
    """
    op = instruction.op
    return op in TOTAL or (op in PURE and can_speculate(module, instruction))


def may_swap(module: Module, first: Instruction, second: Instruction) -> bool:
    """Say whether two neighbours may change places, as far as it depends on what they do and not on
    their results.

    What is not known here never does.
    """
    if is_simple(module, first):
        return is_simple(module, second) or second.op in BARRIERS or is_access(second)
    if is_simple(module, second):
        return first.op in BARRIERS or is_access(first)
    if not is_access(first) or not is_access(second):
        return False
    if first.op not in STORES and second.op not in STORES:
        return True
    return all(_apart(a, b) for a in _variables(module, first) for b in _variables(module, second))


def is_simple(module: Module, instruction: Instruction) -> bool:
    """Say whether all that an instruction does is to compute its result from its operands."""
    return instruction.op in SIMPLE or is_plain_glsl(module, instruction)


def is_access(instruction: Instruction) -> bool:
    """Say whether an instruction reads or writes memory and does nothing else; volatile
    accesses are left out.
    """
    if instruction.op in IMAGE_READS:
        return True
    count = MEMORY.get(instruction.op)
    if count is None:
        return False
    masks = instruction.ops[count : count + 1]
    return len(instruction.ops) <= count + 2 and not any(mask & ~PLAIN_ACCESS for mask in masks)


def _variables(module: Module, access: Instruction) -> list[Instruction | None]:
    """Return the variables that are accessed, None for one that is not known; an image is no
    variable.
    """
    if access.op in IMAGE_READS:
        return [module.definition(access.ops[0])]
    pointers = access.ops[: 2 if access.op == o.OpCopyMemory else 1]
    return [variable_of(module, pointer) for pointer in pointers]


def _apart(a: Instruction | None, b: Instruction | None) -> bool:
    """Say whether two variables cannot share memory: one of them is in nobody else's, and both
    are known.
    """
    if a is None or b is None or a is b or o.OpFunctionParameter in (a.op, b.op):
        return False
    return any(each.op == o.OpVariable and each.ops[0] in OWN for each in (a, b))
