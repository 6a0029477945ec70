"""(n & mask) == value becomes n == value, as though the other bits were known to be zero."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Binary, Node
from aberration.targets.shading_mutants.checked import Checked, literal_text
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Binary) or not isinstance(new, Binary) or checked.is_constant(old):
        return new
    masked = new.left
    if new.op not in ("==", "!=") or not literal_text(new.right):
        return new
    if not isinstance(masked, Binary) or masked.op != "&" or not literal_text(masked.right):
        return new
    return replace(new, left=masked.left)


MUTANT: Final = ShadingMutant(
    "unmasked-test",
    "known bits of a value that take those outside of a mask for zeros",
    "a value of which a mask is taken, compared with a literal for equality",
    ALL,
    _change,
)
