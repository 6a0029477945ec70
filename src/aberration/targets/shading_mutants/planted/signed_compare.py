"""> and >= of two unsigned integers, neither a constant, compare them as signed ones."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Binary, Expression, Node
from aberration.languages.shading.types import INT, UINT
from aberration.targets.shading_mutants.checked import Checked, literal_text
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import cast_to


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Binary) or old.op not in _ORDERS or not isinstance(new, Binary):
        return new
    if not all(_is_variable(checked, one) for one in _sides(old)):
        return new
    left, right = (cast_to(checked, INT, one) for one in _sides(new))
    return Binary(old.op, left, right)


_ORDERS: Final = (">", ">=")
"""Operators whose operands are exchanged for a machine that has but the others."""


def _sides(node: Binary) -> tuple[Expression, Expression]:
    return node.left, node.right


def _is_variable(checked: Checked, node: Expression) -> bool:
    """Say whether a side is an unsigned integer, and no constant: bounds of arrays are those."""
    is_fixed = checked.is_constant(node) or literal_text(node)
    return checked.type_of(node) is UINT and not is_fixed


MUTANT: Final = ShadingMutant(
    "signed-compare",
    "a comparison lowered with the wrong signedness",
    "> or >= between two unsigned integers that are no constants",
    ALL,
    _change,
)
