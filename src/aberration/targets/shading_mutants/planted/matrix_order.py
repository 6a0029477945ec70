"""A square matrix times a vector becomes the vector times the matrix."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Binary, Node
from aberration.languages.shading.types import Matrix, Vector
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Binary) or not isinstance(new, Binary) or old.op != "*":
        return new
    left, right = checked.type_of(old.left), checked.type_of(old.right)
    if not isinstance(left, Matrix) or not isinstance(right, Vector) or left.columns != left.rows:
        return new
    return new if checked.is_constant(old) else Binary("*", new.right, new.left)


MUTANT: Final = ShadingMutant(
    "matrix-order",
    "row-major and column-major products confused",
    "a square matrix times a vector",
    ALL,
    _change,
)
