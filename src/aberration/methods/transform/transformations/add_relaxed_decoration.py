"""Ask for less precision where it does not matter (catalogue: AddRelaxedDecoration)."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate, has_decoration
from aberration.methods.transform.analysis.opcode_sets import (
    ARITHMETIC,
    BIT_FIELDS,
    BITWISE,
    CONVERSIONS,
    DIVISIONS,
    SHIFTS,
)
from aberration.methods.transform.transformation import Transformation

NUMERIC: Final = (
    CONVERSIONS
    | ARITHMETIC
    | BITWISE
    | SHIFTS
    | DIVISIONS
    | frozenset(BIT_FIELDS)
    | {
        o.OpConvertFToU,
        o.OpConvertFToS,
        o.OpVectorExtractDynamic,
        o.OpVectorInsertDynamic,
        o.OpVectorShuffle,
        o.OpTranspose,
    }
)
WIDTH: Final = 32


class AddRelaxedDecoration(Transformation, frozen=True, gc=False):
    """Precondition: the result of a numeric instruction in a dead block, made of numbers of 32
    bits, not decorated so.
    Effect: decorates it RelaxedPrecision.
    Facts: uses that the block is dead, adds none.
    """

    result: int

    def is_applicable(self, module: Module) -> bool:
        found = module.definition(self.result)
        if found is None or found.op not in NUMERIC or found.block is None or not found.block.dead:
            return False
        if has_decoration(module, self.result, Decoration.RELAXED_PRECISION):
            return False
        type_id = found.type_id
        return types.width(module, types.component_type(module, type_id) or type_id) == WIDTH

    def apply(self, module: Module) -> None:
        decorate(module, self.result, Decoration.RELAXED_PRECISION)
