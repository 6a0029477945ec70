"""Declare a composite constant (catalogue: AddConstantComposite)."""

from __future__ import annotations

from typing import ClassVar, Final

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpConstant,
    OpConstantComposite,
    OpConstantFalse,
    OpConstantNull,
    OpConstantTrue,
    OpUndef,
)
from aberration.methods.transform.analysis.composites import member_types
from aberration.methods.transform.transformation import Transformation

PARTS: Final = frozenset(
    (OpConstant, OpConstantComposite, OpConstantFalse, OpConstantNull, OpConstantTrue, OpUndef)
)


class AddConstantComposite(Transformation, frozen=True, gc=False):
    """Precondition: the type is a vector, matrix, array or structure that may be a member; the
    constituents are constants (no specialisation constants) or undefs of exactly its member types.
    Effect: declares the constant.
    Facts: the constant is irrelevant, if asked for.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    type_id: int
    constituents: tuple[int, ...]
    irrelevant: bool = False

    def is_applicable(self, module: Module) -> bool:
        wanted = member_types(module, self.type_id)
        if not wanted or len(wanted) != len(self.constituents) or not module.is_fresh(self.fresh):
            return False
        for constituent, member in zip(self.constituents, wanted, strict=True):
            definition = module.definition(constituent)
            if definition is None or definition.type_id != member:
                return False
            if definition.block is not None or definition.op not in PARTS:
                return False
        return True

    def apply(self, module: Module) -> None:
        module.append_global(
            Instruction(OpConstantComposite, self.type_id, self.fresh, list(self.constituents))
        )
        if self.irrelevant:
            module.facts.add_irrelevant(self.fresh)
