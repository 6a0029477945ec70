"""A signed integer is shifted right without its sign."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Binary, Node
from aberration.languages.shading.types import INT
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import as_unsigned, cast_to


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Binary) or not isinstance(new, Binary) or old.op != ">>":
        return new
    type = checked.type_of(old.left)
    if type is None or type.scalar is not INT or checked.is_constant(old):
        return new
    value = cast_to(checked, as_unsigned(type), new.left)
    return cast_to(checked, type, Binary(">>", value, new.right))


MUTANT: Final = ShadingMutant(
    "logical-shift",
    "an arithmetic shift lowered to a logical one",
    "a signed integer shifted right",
    ALL,
    _change,
)
