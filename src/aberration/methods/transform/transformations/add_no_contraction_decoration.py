"""Forbid contraction where it cannot happen or does not matter (catalogue:
AddNoContractionDecoration).
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate, has_decoration
from aberration.methods.transform.precise import ARITHMETIC
from aberration.methods.transform.transformation import Transformation

EXACT: Final = frozenset(
    (
        *(
            o.OpSNegate,
            o.OpIAdd,
            o.OpISub,
            o.OpIMul,
            o.OpUDiv,
            o.OpSDiv,
            o.OpUMod,
            o.OpSRem,
            o.OpSMod,
        ),
        *(o.OpIAddCarry, o.OpISubBorrow, o.OpUMulExtended, o.OpSMulExtended),
    )
)
"""Arithmetic of integers gives the same bits, contracted or not."""
DECORABLE: Final = tuple(sorted(EXACT.union(ARITHMETIC)))


class AddNoContractionDecoration(Transformation, frozen=True, gc=False):
    """Precondition: the result of an arithmetic instruction, not decorated so: of integers, or in a
    dead block. Live floats are left alone: the reference may be contracted, so that rounding would
    distinguish them.
    Effect: decorates it NoContraction.
    Facts: none used but that the block is dead, none added.
    """

    result: int

    def is_applicable(self, module: Module) -> bool:
        found = module.definition(self.result)
        if found is None or found.block is None or found.op not in DECORABLE:
            return False
        if found.op not in EXACT and not found.block.dead:
            return False
        return not has_decoration(module, self.result, Decoration.NO_CONTRACTION)

    def apply(self, module: Module) -> None:
        decorate(module, self.result, Decoration.NO_CONTRACTION)
