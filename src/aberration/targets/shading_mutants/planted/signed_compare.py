"""Unsigned integers are compared as signed ones."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Binary, Expression, Node
from aberration.languages.shading.types import INT, UINT
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import cast_to


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Binary) or old.op not in _ORDERS or not isinstance(new, Binary):
        return new
    if checked.is_constant(old) or not all(checked.type_of(one) is UINT for one in _sides(old)):
        return new
    left, right = (cast_to(checked, INT, one) for one in _sides(new))
    return Binary(old.op, left, right)


_ORDERS: Final = ("<", "<=", ">", ">=")


def _sides(node: Binary) -> tuple[Expression, Expression]:
    return node.left, node.right


MUTANT: Final = ShadingMutant(
    "signed-compare",
    "a comparison lowered with the wrong signedness",
    "a comparison of unsigned integers",
    ALL,
    _change,
)
