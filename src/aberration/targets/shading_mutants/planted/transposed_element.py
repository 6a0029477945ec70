"""m[i][j] of a square matrix is m[j][i]."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Index, Node
from aberration.languages.shading.types import Matrix
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Index) or not isinstance(new, Index) or checked.is_constant(old):
        return new
    if not isinstance(old.base, Index) or not isinstance(new.base, Index):
        return new
    type = checked.type_of(old.base.base)
    if not isinstance(type, Matrix) or type.columns != type.rows:
        return new
    if not checked.is_pure(old.index) or not checked.is_pure(old.base.index):
        return new
    return replace(new, base=replace(new.base, index=new.index), index=new.base.index)


MUTANT: Final = ShadingMutant(
    "transposed-element",
    "rows and columns confused where a matrix is indexed twice",
    "an element `m[i][j]` of a square matrix",
    ALL,
    _change,
)
