"""What float mutants and legal compilers know of values: constants, loads that give what was
stored, equal values.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.availability import precedes
from aberration.languages.spirv.enums import ExecutionMode, StorageClass
from aberration.languages.spirv.floats import float_of_bits
from aberration.languages.spirv.grammar import CONSTANTS, OPCODE
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module

from .site import WIDTH, is_exact, is_floats, length

_HARMLESS: Final = frozenset((opcodes.OpName, opcodes.OpDecorate, opcodes.OpLoad, opcodes.OpStore))


def numbers_of(module: Module, value_id: int) -> tuple[float, ...] | None:
    """Return the numbers of a 32-bit float constant, one for each component; None for anything
    else.
    """
    definition = module.definition(value_id)
    if definition is None or not is_floats(module, definition.type_id):
        return None
    if definition.op == opcodes.OpConstantNull:
        return (0.0,) * length(module, definition.type_id)
    if definition.op == opcodes.OpConstant:
        return (float_of_bits(definition.ops[0], WIDTH),)
    if definition.op != opcodes.OpConstantComposite:
        return None
    parts = [numbers_of(module, part) for part in definition.ops]
    found = tuple(part[0] for part in parts if part is not None)
    return found if len(found) == len(parts) else None


def number_of_all(module: Module, value_id: int) -> float | None:
    """Return the number that a 32-bit float constant has in each component; None for anything
    else.
    """
    numbers = numbers_of(module, value_id)
    return numbers[0] if numbers and len(set(numbers)) == 1 else None


def source_of(module: Module, value_id: int) -> int:
    """Return the value that a load or copy gives again, if it is known; the value itself for
    others.

    A load is known where the variable is stored to once, before it.
    """
    definition = module.definition(value_id)
    while definition is not None and definition.op in (opcodes.OpLoad, opcodes.OpCopyObject):
        value_id = definition.result_id
        known = (
            definition.ops[0]
            if definition.op == opcodes.OpCopyObject
            else _only_stored_value(module, definition)
        )
        if not known:
            break
        value_id = known
        definition = module.definition(known)
    return value_id


def definition_of(module: Module, value_id: int) -> Instruction | None:
    """Return the instruction that computes a value, seen through loads and copies."""
    return module.definition(source_of(module, value_id))


def free_operand(module: Module, value_id: int, *ops: int) -> Instruction | None:
    """Return the instruction of one of these opcodes that computes an operand and whose
    rounding is free.
    """
    found = definition_of(module, value_id)
    if found is None or found.block is None or found.op not in ops or is_exact(module, found):
        return None
    return found


def _only_stored_value(module: Module, load: Instruction) -> int:
    """Return what a load gives: the one value that is stored to a local variable; 0 if that is
    not known.
    """
    variable = module.definition(load.ops[0])
    if (
        variable is None
        or variable.op != opcodes.OpVariable
        or variable.ops != [StorageClass.FUNCTION]
    ):
        return 0
    users = module.users(variable.result_id)
    stores = [
        user for user in users if user.op == opcodes.OpStore and user.ops[0] == variable.result_id
    ]
    if len(stores) != 1 or any(user.op not in _HARMLESS for user in users):
        return 0
    return stores[0].ops[1] if _comes_before(module, stores[0], load) else 0


def _comes_before(module: Module, store: Instruction, load: Instruction) -> bool:
    """Say whether a store dominates a load. In a loop both may come again, each time in this
    order.
    """
    if store.block is None or load.block is None or store.ops[0] == store.ops[1]:
        return False
    if store.block is load.block:
        return precedes(module, store, load)
    return module.reachable(load.block) and module.dominates(store.block, load.block)


def is_same(module: Module, left: int, right: int) -> bool:
    """Say whether two values are the same: one id, or what a variable or a part of it holds
    twice in one block.
    """
    left, right = source_of(module, left), source_of(module, right)
    if left == right:
        return True
    one, other = module.definition(left), module.definition(right)
    if one is None or other is None or one.op != opcodes.OpLoad or other.op != opcodes.OpLoad:
        return False
    if one.block is None or one.block is not other.block or one.ops[1:] or other.ops[1:]:
        return False
    place = _place(module, one.ops[0])
    return (
        bool(place)
        and place == _place(module, other.ops[0])
        and _is_quiet(module, one, other, place[0])
    )


def _place(module: Module, pointer: int) -> list[int]:
    """Return the variable that a pointer leads to and the constants that lead into it; nothing
    if others do.
    """
    found = module.definition(pointer)
    if found is not None and found.op == opcodes.OpVariable:
        return [pointer]
    if found is None or found.op != opcodes.OpAccessChain:
        return []
    base = module.definition(found.ops[0])
    indexes = [module.definition(index) for index in found.ops[1:]]
    is_fixed = base is not None and base.op == opcodes.OpVariable
    is_fixed = is_fixed and all(index is not None and index.op in CONSTANTS for index in indexes)
    return list(found.ops) if is_fixed else []


_ATOMICS: Final = frozenset(op for name, op in OPCODE.items() if name.startswith("OpAtomic"))
_WRITERS: Final = _ATOMICS | {
    opcodes.OpFunctionCall,
    opcodes.OpCopyMemory,
    opcodes.OpControlBarrier,
    opcodes.OpMemoryBarrier,
}


def _is_quiet(module: Module, one: Instruction, other: Instruction, variable: int) -> bool:
    """Say whether nothing writes to a variable between two loads of a block; stores elsewhere
    do no harm.
    """
    if one.block is None:
        return False
    places = sorted((module.position(one), module.position(other)))
    for between in one.block.instructions[places[0] : places[1]]:
        if between.op in _WRITERS:
            return False
        if between.op == opcodes.OpStore and _place(module, between.ops[0])[:1] in ([], [variable]):
            return False
    return True


def keeps_signs_and_specials(module: Module) -> bool:
    """Say whether the module asks that signs of zeros, infinities and NaN are kept in 32-bit
    floats.
    """
    modes = [one for one in module.preamble if one.op == opcodes.OpExecutionMode]
    return any(
        one.ops[1] == ExecutionMode.SIGNED_ZERO_INF_NAN_PRESERVE and one.ops[2] == WIDTH
        for one in modes
    )
