"""Negate the opposite comparison (catalogue: InvertComparisonOperator)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation

_PAIRS: Final = (
    (o.OpIEqual, o.OpINotEqual),
    (o.OpSLessThan, o.OpSGreaterThanEqual),
    (o.OpSGreaterThan, o.OpSLessThanEqual),
    (o.OpULessThan, o.OpUGreaterThanEqual),
    (o.OpUGreaterThan, o.OpULessThanEqual),
    (o.OpFOrdEqual, o.OpFUnordNotEqual),
    (o.OpFUnordEqual, o.OpFOrdNotEqual),
    (o.OpFOrdLessThan, o.OpFUnordGreaterThanEqual),
    (o.OpFUnordLessThan, o.OpFOrdGreaterThanEqual),
    (o.OpFOrdGreaterThan, o.OpFUnordLessThanEqual),
    (o.OpFUnordGreaterThan, o.OpFOrdLessThanEqual),
)
INVERSE: Final = {**dict(_PAIRS), **{right: left for left, right in _PAIRS}}
"""What is true exactly where the other is false; with a NaN an ordered comparison is false, an
unordered one true.
"""


class InvertComparisonOperator(Transformation, frozen=True, gc=False):
    """Precondition: `comparison` compares integers or floats, and is not decorated.
    Effect: the opposite comparison takes its place, and the negation of that, which follows, its
    id.
    Facts: none used, none added.
    """

    comparison: int
    fresh: int

    def is_applicable(self, module: Module) -> bool:
        comparison = module.definition(self.comparison)
        if comparison is None or comparison.op not in INVERSE or comparison.block is None:
            return False
        return module.is_fresh(self.fresh) and not module.is_decorated(self.comparison)

    def apply(self, module: Module) -> None:
        old = must_exist(module.definition(self.comparison))
        module.replace(
            old,
            Instruction(INVERSE[old.op], old.type_id, self.fresh, list(old.ops)),
            Instruction(o.OpLogicalNot, old.type_id, self.comparison, [self.fresh]),
        )
