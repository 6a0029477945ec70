"""Name a component of a vector by an id instead of a literal (catalogue:
MakeVectorOperationDynamic).
"""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCompositeExtract,
    OpCompositeInsert,
    OpConstant,
    OpTypeInt,
    OpVectorExtractDynamic,
    OpVectorInsertDynamic,
)
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.parts import can_be_made
from aberration.methods.transform.transformation import Transformation

VECTOR_AT: Final = {OpCompositeExtract: 0, OpCompositeInsert: 1}
"""Which operand of the instruction is the composite."""


class MakeVectorOperationDynamic(Transformation, frozen=True, gc=False):
    """Precondition: `result` is that of an OpCompositeExtract from a vector or OpCompositeInsert
    into one, with all numbers of which the module may compute; a relevant constant of 32 bits,
    signed or not, has the literal's value.
    Effect: it becomes OpVectorExtractDynamic or OpVectorInsertDynamic, with the constant as index.
    Facts: none used, none added: the result is the same.
    """

    result: int
    signed: bool

    def is_applicable(self, module: Module) -> bool:
        literal = literal_of(module, module.definition(self.result))
        return literal >= 0 and index_constant(module, literal, self.signed) != 0

    def apply(self, module: Module) -> None:
        old = must_exist(module.definition(self.result))
        index = index_constant(module, literal_of(module, old), self.signed)
        if old.op == OpCompositeExtract:
            made = Instruction(
                OpVectorExtractDynamic, old.type_id, self.result, [old.ops[0], index]
            )
        else:
            made = Instruction(
                OpVectorInsertDynamic, old.type_id, self.result, [old.ops[1], old.ops[0], index]
            )
        module.replace(old, made)


def literal_of(module: Module, found: Instruction | None) -> int:
    """Return the literal of an operation on a vector that may have an id instead; -1 if it is
    none.
    """
    if found is None or found.block is None or found.op not in VECTOR_AT:
        return -1
    at = VECTOR_AT[found.op]
    type_id = module.type_of(found.ops[at])
    if (
        len(found.ops) != at + 2
        or not types.is_vector(module, type_id)
        or not can_be_made(module, type_id)
    ):
        return -1
    return found.ops[-1]


def index_constant(module: Module, literal: int, signed: bool) -> int:
    """Return the relevant constant of the literal's value; 0 if there is none."""
    int_type = module.find(OpTypeInt, 0, 32, int(signed))
    return find_constant(module, False, OpConstant, int_type, literal) if int_type else 0
