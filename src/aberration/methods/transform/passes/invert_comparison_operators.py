"""Propose to negate opposite comparisons."""

from __future__ import annotations

from typing import Final

from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.invert_comparison_operator import (
    INVERSE,
    InvertComparisonOperator,
)

COMPARISONS: Final = tuple(sorted(INVERSE))


@fuzzer_pass(chance=(0.2, 0.5))
def invert_comparison_operators(draw: Draw) -> Transformation | None:
    """One attempt: any comparison."""
    found = draw.instruction(COMPARISONS)
    return None if found is None else InvertComparisonOperator(found.result_id, draw.fresh())
