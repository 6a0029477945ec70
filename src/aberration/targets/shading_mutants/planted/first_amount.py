"""A vector is shifted by the first component of the amount alone."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Binary, Field, Node
from aberration.languages.shading.types import Vector
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import cast_to


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Binary) or not isinstance(new, Binary) or old.op not in ("<<", ">>"):
        return new
    type = checked.type_of(old.right)
    if not isinstance(type, Vector) or checked.is_constant(old) or checked.is_constant(old.right):
        return new
    return replace(new, right=cast_to(checked, type, Field(base=new.right, name="x")))


MUTANT: Final = ShadingMutant(
    "first-amount",
    "a vector instruction that takes a scalar amount",
    "a vector shifted by a vector",
    ALL,
    _change,
)
