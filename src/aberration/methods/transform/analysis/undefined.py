"""Which values may depend on an undefined one: a branch on such a value is undefined behaviour in some compilers."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpFunctionCall, OpLoad, OpPhi, OpUndef, OpVariable, OpVectorShuffle

MOST: Final = 64
"""Definitions that are looked at; a value that is made of more may be anything."""
ENDS: Final = frozenset((OpLoad, OpFunctionCall, OpVariable))
"""What is read or returned is taken as defined: the program would be undefined without our doing."""
UNDEFINED_COMPONENT: Final = 0xFFFFFFFF


def is_defined_condition(module: Module, value_id: int, before: Instruction) -> bool:
    """Say whether a value is a boolean that is available before an instruction and hangs on nothing undefined."""
    if not types.is_bool(module, module.type_of(value_id)) or not module.available_before(value_id, before):
        return False
    return not may_depend_on_undefined(module, value_id)


def may_depend_on_undefined(module: Module, value_id: int) -> bool:
    """Say whether a value may be computed from an OpUndef."""
    seen = {value_id}
    waiting = [value_id]
    while waiting:
        definition = module.definition(waiting.pop())
        if definition is None or definition.op == OpUndef or len(seen) > MOST:
            return True
        if definition.op in ENDS:
            continue
        if definition.op == OpVectorShuffle and UNDEFINED_COMPONENT in definition.ops[2:]:
            return True
        operands = definition.ops[::2] if definition.op == OpPhi else module.operand_ids(definition)
        for used in operands:
            if used not in seen:
                seen.add(used)
                waiting.append(used)
    return False
