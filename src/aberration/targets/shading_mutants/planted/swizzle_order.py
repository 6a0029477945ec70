"""v.yx = w stores to the components in their order: x first."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.analysis.access import components
from aberration.languages.shading.tree import Assign, Field, Node
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import FAMILY, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Assign) or not isinstance(new, Assign):
        return new
    if not isinstance(old.target, Field) or not isinstance(new.target, Field):
        return new
    if not checked.is_swizzle(old.target):
        return new
    in_order = "".join(sorted(new.target.name, key=lambda letter: components(letter)[0]))
    return replace(new, target=replace(new.target, name=in_order))


MUTANT: Final = ShadingMutant(
    "swizzle-order",
    "a write mask that forgets the order of the swizzle",
    "an assignment to components that are not in order",
    FAMILY,
    _change,
)
