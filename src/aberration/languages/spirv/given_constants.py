"""The values that the inputs give to a module's specialisation constants (Vulkan 1.3, 10.8
"Specialization Constants"; SPIR-V specification, 2.12 "Specialization").

A module whose constants have these values by default means the same as one whose host gives them.
So whatever computes with a module (interpreters, proofs, translators without a host of this kind)
is given that one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from aberration.core.constants import Constant, ConstantType
from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module

BOOLEANS: Final = (o.OpSpecConstantTrue, o.OpSpecConstantFalse)
_WORD: Final = 32


def numbered_constants(module: Module) -> list[tuple[int, Instruction]]:
    """Return the specialisation constants that a host may give, each with its `SpecId`."""
    found = []
    for mark in module.by_opcode(o.OpDecorate):
        constant = module.definition(mark.ops[0]) if mark.ops[1] == Decoration.SPEC_ID else None
        if constant is not None:
            found.append((mark.ops[2], constant))
    return found


def constant_type(module: Module, constant: Instruction) -> ConstantType | None:
    """Return the type of a constant, specialised or not; None where it is no boolean and has not 32
    bits.
    """
    type_id = constant.type_id
    if types.is_bool(module, type_id):
        return "bool"
    if not types.is_numeric_scalar(module, type_id) or types.width(module, type_id) != _WORD:
        return None
    if types.is_int(module, type_id):
        return "int" if types.is_signed(module, type_id) else "uint"
    return "float"


def give_constants(module: Module, constants: Sequence[Constant]) -> str:
    """Let the constants of a module have the given values by default; return why that cannot be,
    or nothing.

    Values of numbers that the module does not have are of no effect, as in Vulkan.
    """
    given = {one.number: one for one in constants}
    if None in given:
        return f"a specialisation constant by name: {given[None].id!r}"
    for number, constant in numbered_constants(module) if given else ():
        value = given.get(number)
        if value is None:
            continue
        kind = constant_type(module, constant)
        if kind != value.type:
            known = kind or "of another kind than 32 bits"
            return f"specialisation constant {number} is {known}, and {value.type} is given"
        _set(module, constant, value.word)
    return ""


def with_given_constants(program: Program) -> Program:
    """Return a module that has by default what its inputs give, without these inputs; raise
    `BadInput` where that cannot be.
    """
    if not program.inputs.constants:
        return program
    module = Module.parse(program.source)
    try:
        reason = give_constants(module, program.inputs.constants)
        if reason:
            raise BadInput(reason, where=program.name)
        inputs = replace(program.inputs, constants=())
        return replace(program, source=module.to_bytes(), inputs=inputs)
    finally:
        module.clear()


def _set(module: Module, constant: Instruction, word: int) -> None:
    if constant.op not in BOOLEANS:
        module.set_operands(constant, [word])
        return
    op = o.OpSpecConstantTrue if word else o.OpSpecConstantFalse
    module.replace_global(constant, Instruction(op, constant.type_id, constant.result_id, []))
