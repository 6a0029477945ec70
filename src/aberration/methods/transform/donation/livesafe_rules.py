"""Which functions may be called from live code at all.

A livesafe function ends, and has defined behaviour whatever its arguments are. Loops, kills and
indexes are made harmless by rewriting (`livesafe.py`); everything else that can go wrong is refused
here: an opcode is allowed because it is listed.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.blocks import is_loop_header
from aberration.languages.spirv.call_graph import calls
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.types import pointee
from aberration.methods.transform.analysis.constants import constant_words
from aberration.methods.transform.analysis.memory import DERIVED
from aberration.methods.transform.analysis.opcode_sets import (
    BIT_FIELDS,
    DATA_TYPES,
    DIVISIONS,
    HARMLESS,
    SHIFTS,
    is_plain_glsl,
)
from aberration.methods.transform.donation.function_text import Detached


def offence(module: Module, text: Detached) -> str:
    """Return why a function can never be livesafe; empty if it can. Callees have to be livesafe
    already.
    """
    if pointee(module, text.function.definition.type_id):
        return "it returns a pointer"
    defined: set[int] = set()
    # 0 is the type of instructions without a result.
    plain: set[int] = {0}
    for instruction in text.instructions():
        reason = _offence(module, text, instruction, defined)
        if not reason and instruction.type_id not in plain:
            reason = _pointer_offence(module, instruction, plain)
        if reason:
            return reason
    lines = text.instructions()
    called = [each.ops[0] for each in lines if each.op == o.OpFunctionCall]
    # Each call grants its loops their rounds anew: in a loop they would multiply.
    if any(each.op == o.OpLoopMerge for each in lines) and any(
        has_loops(module, callee) for callee in called
    ):
        return "it has a loop and calls a function with a loop"
    return ""


def _offence(module: Module, text: Detached, instruction: Instruction, defined: set[int]) -> str:
    """Look at one instruction but for its type. `defined` collects globals that are no OpUndef
    and have none inside.
    """
    own = text.own
    for used in module.operand_ids(instruction):
        if used in own or used in defined:
            continue
        if is_undefined_constant(module, used):
            return "it reads an undefined constant"
        defined.add(used)
    op = instruction.op
    if op in HARMLESS:
        return ""
    if op in _CHECKS:
        if _CHECKS[op](module, text, instruction):
            return ""
        return f"opcode {op} may have undefined behaviour"
    return f"opcode {op} is not on the list"


def _pointer_offence(module: Module, instruction: Instruction, plain: set[int]) -> str:
    """Look at the type of a result. `plain` collects types of plain data."""
    if instruction.op not in HARMLESS and instruction.op != o.OpExtInst:
        return ""
    if instruction.op in (o.OpCopyObject, o.OpFunctionParameter, o.OpFunction, o.OpLabel):
        return ""
    found = module.definition(instruction.type_id)
    if found is None or found.op not in DATA_TYPES:
        return "it makes a value that is no plain data"
    plain.add(instruction.type_id)
    return ""


def is_undefined_constant(module: Module, value_id: int) -> bool:
    """Say whether a global is an OpUndef or contains one."""
    found = module.definition(value_id)
    if found is None:
        return True
    if found.op == o.OpConstantComposite:
        return any(is_undefined_constant(module, part) for part in found.ops)
    return found.op == o.OpUndef


# ---- opcodes that depend on their operands


def _variable(module: Module, text: Detached, instruction: Instruction) -> bool:
    return instruction.ops[0] == StorageClass.FUNCTION and len(instruction.ops) == 2


def _memory(module: Module, text: Detached, instruction: Instruction) -> bool:
    count = 2 if instruction.op == o.OpCopyMemory else 1
    return all(is_own_memory(module, text, pointer) for pointer in instruction.ops[:count])


def is_own_memory(module: Module, text: Detached, pointer_id: int) -> bool:
    """Say whether a pointer leads to a variable or parameter of the function or to an initialised
    global variable whose value does not matter.
    """
    definition = text.definition(pointer_id)
    while definition is not None and definition.op in DERIVED:
        definition = text.definition(definition.ops[0])
    if definition is None or definition.op not in (o.OpVariable, o.OpFunctionParameter):
        return False
    # A parameter too: who calls has to pass memory whose value does not matter (see `_call`).
    if definition.result_id in text.own:
        return True
    return (
        definition.op == o.OpVariable
        and definition.ops[0] == StorageClass.PRIVATE
        and len(definition.ops) == 2
        # What live code reads must not change because a dead function came alive.
        and module.facts.is_pointee_irrelevant(definition.result_id)
    )


def _chain(module: Module, text: Detached, instruction: Instruction) -> bool:
    return is_own_memory(module, text, instruction.ops[0])


def _call(module: Module, text: Detached, instruction: Instruction) -> bool:
    if not module.facts.is_livesafe(instruction.ops[0]):
        return False
    for argument in instruction.ops[1:]:
        if pointee(module, text.type_of(argument)) and not is_own_memory(module, text, argument):
            return False
    return True


def _shift(module: Module, text: Detached, instruction: Instruction) -> bool:
    """The amount is a constant within the width, or has been masked with one."""
    width = _width(module, instruction.type_id)
    amount = instruction.ops[1]
    masked = text.own.get(amount)
    sources = [amount] if masked is None or masked.op != o.OpBitwiseAnd else masked.ops
    for source in sources:
        words = constant_words(module, source)
        # A shift by the width or more is undefined (OpShiftLeftLogical). Masked with 31, also 64
        # bits are shifted by less.
        if words and max(words) < min(width, 32):
            return True
    return False


def _division(module: Module, text: Detached, instruction: Instruction) -> bool:
    width = _width(module, instruction.type_id)
    divisors = constant_words(module, instruction.ops[1])
    # 0 divides nothing, and the smallest integer divided by -1 (0xFFFFFFFF) overflows.
    return bool(divisors) and width == 32 and all(0 < divisor < 0xFFFFFFFF for divisor in divisors)


def _bit_field(module: Module, text: Detached, instruction: Instruction) -> bool:
    at = BIT_FIELDS[instruction.op]
    offset, count = (constant_words(module, operand) for operand in instruction.ops[at : at + 2])
    # OpBitFieldInsert and its kin: undefined where offset and count together exceed the width.
    return len(offset) == len(count) == 1 and offset[0] + count[0] <= 32 == _width(
        module, instruction.type_id
    )


def _component(module: Module, text: Detached, instruction: Instruction) -> bool:
    """An index that picks a component at run time has to be a constant within the vector."""
    index = constant_words(module, instruction.ops[-1])
    vector = module.definition(text.type_of(instruction.ops[0]))
    return (
        len(index) == 1
        and vector is not None
        and vector.op == o.OpTypeVector
        and index[0] < vector.ops[1]
    )


def _shuffle(module: Module, text: Detached, instruction: Instruction) -> bool:
    # A component of that number is undefined.
    return 0xFFFFFFFF not in instruction.ops[2:]


def _is_safe_extended(module: Module, text: Detached, instruction: Instruction) -> bool:
    return is_plain_glsl(module, instruction)


_CHECKS: Final = {
    o.OpVariable: _variable,
    o.OpLoad: _memory,
    o.OpStore: _memory,
    o.OpCopyMemory: _memory,
    o.OpAccessChain: _chain,
    o.OpInBoundsAccessChain: _chain,
    o.OpFunctionCall: _call,
    o.OpVectorExtractDynamic: _component,
    o.OpVectorInsertDynamic: _component,
    o.OpVectorShuffle: _shuffle,
    o.OpExtInst: _is_safe_extended,
    **dict.fromkeys(SHIFTS, _shift),
    **dict.fromkeys(DIVISIONS, _division),
    **dict.fromkeys(BIT_FIELDS, _bit_field),
}


def _width(module: Module, type_id: int) -> int:
    found = module.definition(type_id)
    if found is not None and found.op == o.OpTypeVector:
        found = module.definition(found.ops[0])
    return found.ops[0] if found is not None and found.op == o.OpTypeInt else 0


# ---- loops


def has_loops(module: Module, function_id: int) -> bool:
    """Say whether a function, or one that it may call, has a loop."""
    seen = [function_id]
    for current in seen:
        function = module.function(current)
        if function is None:
            return True
        for block in function.blocks:
            if is_loop_header(block):
                return True
        seen.extend(callee for callee in calls(module, current) if callee not in seen)
    return False
