"""An index i++ is taken for ++i."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import IncrementExpr, Index, Node
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import FAMILY, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(new, Index) or not isinstance(new.index, IncrementExpr):
        return new
    return replace(new, index=replace(new.index, prefix=True))


MUTANT: Final = ShadingMutant(
    "pre-increment",
    "a side effect in an index done too early",
    "an index that is counted up or down by itself",
    FAMILY,
    _change,
)
