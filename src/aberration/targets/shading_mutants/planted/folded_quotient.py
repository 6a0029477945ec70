"""x / c * c of integers is taken for x."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Binary, Literal, Node
from aberration.languages.shading.types import INT, UINT
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    match old, new:
        case Binary(op="*", left=Binary(op="/")), Binary(
            left=Binary(op="/", left=value, right=Literal() as divisor), right=Literal() as factor
        ):
            is_same = divisor.value == factor.value
            if is_same and checked.type_of(old) in (INT, UINT) and not checked.is_constant(old):
                return value
    return new


MUTANT: Final = ShadingMutant(
    "folded-quotient",
    "an algebraic rule of real numbers applied to integers",
    "an integer divided by a literal, and multiplied by it",
    ALL,
    _change,
)
