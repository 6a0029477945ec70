"""Declare an integer or floating-point constant (catalogue: AddConstantScalar)."""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpConstant, OpTypeFloat, OpTypeInt
from aberration.methods.transform.transformation import Transformation


class AddConstantScalar(Transformation, frozen=True, gc=False):
    """Precondition: the type is an integer or float type; there are as many words as its width
    takes, and a narrow value is extended to its word as its sign demands.
    Effect: declares the constant.
    Facts: the constant is irrelevant, if asked for.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    type_id: int
    words: tuple[int, ...]
    irrelevant: bool = False

    def is_applicable(self, module: Module) -> bool:
        scalar = module.definition(self.type_id)
        if (
            scalar is None
            or scalar.op not in (OpTypeInt, OpTypeFloat)
            or not module.is_fresh(self.fresh)
        ):
            return False
        width = scalar.ops[0]
        if len(self.words) != (width + 31) // 32 or not all(
            0 <= word < 1 << 32 for word in self.words
        ):
            return False
        signed = scalar.op == OpTypeInt and scalar.ops[1] == 1
        return width >= 32 or is_extended(self.words[0], width, signed)

    def apply(self, module: Module) -> None:
        module.append_global(Instruction(OpConstant, self.type_id, self.fresh, list(self.words)))
        if self.irrelevant:
            module.facts.add_irrelevant(self.fresh)


def is_extended(word: int, width: int, signed: bool) -> bool:
    """Say whether a value narrower than its word is sign- or zero-extended to it."""
    high = word >> (width - 1) if signed else word >> width
    return high == 0 or (signed and high == (1 << (33 - width)) - 1)
