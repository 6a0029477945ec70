"""The right side of && and || is evaluated in any case."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Binary, Literal, Node
from aberration.languages.shading.types import INT
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import cast_to


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Binary) or not isinstance(new, Binary) or old.op not in ("&&", "||"):
        return new
    if checked.is_pure(old.right):
        return new
    if checked.is_wgsl:
        return Binary(old.op[0], new.left, new.right)
    if not checked.has_bits:
        return new
    left, right = cast_to(checked, INT, new.left), cast_to(checked, INT, new.right)
    return Binary("!=", Binary(old.op[0], left, right), Literal("int", 0))


MUTANT: Final = ShadingMutant(
    "eager-logic",
    "lazy operators lowered to operators on values",
    "&& or || with a side effect on its right",
    ALL,
    _change,
)
