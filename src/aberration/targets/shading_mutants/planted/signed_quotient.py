"""A signed integer divided by a power of two is shifted, which rounds down and not to zero."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Assign, Binary, Literal, Node
from aberration.languages.shading.types import INT
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import power_of_two


def _change(checked: Checked, old: Node, new: Node) -> Node:
    match old, new:
        case Binary(op="/", left=left, right=right), Binary():
            exponent = _exponent(checked, left, right)
            return Binary(">>", new.left, exponent) if exponent is not None else new
        case Assign(op="/=", target=Node() as target, value=value), Assign():
            exponent = _exponent(checked, target, value)
            return Assign(">>=", new.target, exponent) if exponent is not None else new
    return new


def _exponent(checked: Checked, left: Node, right: Node) -> Literal | None:
    """Return by how much to shift; None where a division stays one."""
    exponent = power_of_two(right)
    if not exponent or checked.type_of(left) is not INT or checked.is_constant(left):
        return None
    return Literal("uint" if checked.is_wgsl else "int", exponent) if checked.has_bits else None


MUTANT: Final = ShadingMutant(
    "signed-quotient",
    "division strength-reduced without the correction of negative numbers",
    "a signed integer divided by a power of two",
    ALL,
    _change,
)
