"""v.yx of a vector of bools keeps the order of the vector."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.analysis.access import components
from aberration.languages.shading.tree import Field, Node
from aberration.languages.shading.types import BOOL, Vector
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Field) or not isinstance(new, Field) or not checked.is_swizzle(old):
        return new
    type = checked.type_of(old)
    if not isinstance(type, Vector) or type.component is not BOOL or checked.is_constant(old):
        return new
    return replace(new, name="".join(sorted(new.name, key=lambda one: components(one)[0])))


MUTANT: Final = ShadingMutant(
    "swizzled-bools",
    "a shuffle of truth values that is left out",
    "components of a vector of bools that are not in order",
    ALL,
    _change,
)
