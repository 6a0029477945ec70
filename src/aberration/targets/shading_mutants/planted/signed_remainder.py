"""The remainder of a signed integer by a power of two is taken by a mask: never negative."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Binary, Literal, Node
from aberration.languages.shading.types import INT
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import WGSL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import power_of_two


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Binary) or not isinstance(new, Binary) or old.op != "%":
        return new
    exponent = power_of_two(old.right)
    if not exponent or checked.type_of(old.left) is not INT or checked.is_constant(old.left):
        return new
    return Binary("&", new.left, Literal("int", 2**exponent - 1))


MUTANT: Final = ShadingMutant(
    "signed-remainder",
    "remainder strength-reduced without the sign",
    "the remainder of a signed integer by a power of two",
    WGSL,
    _change,
)
