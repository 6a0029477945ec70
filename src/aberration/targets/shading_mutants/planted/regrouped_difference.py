"""a - (b - c) of integers is regrouped as (a - b) - c, and a - (b + c) as (a - b) + c."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Binary, Node
from aberration.languages.shading.types import INT, UINT
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    match old, new:
        case Binary(op="-", right=Binary(op="-" | "+")), Binary(right=Binary() as inner):
            type = checked.type_of(old)
            is_integer = type is not None and type.scalar in (INT, UINT)
            if not is_integer or any(map(checked.is_constant, (old, old.left, old.right))):
                return new
            if inner.op not in ("-", "+"):
                return new
            return Binary(inner.op, Binary("-", new.left, inner.left), inner.right)
    return new


MUTANT: Final = ShadingMutant(
    "regrouped-difference",
    "reassociation that loses a sign",
    "a sum or difference subtracted from an integer",
    ALL,
    _change,
)
