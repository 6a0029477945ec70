"""The value of x++ is that of ++x, outside of indexes."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Binary, Call, Expression, IncrementExpr, Node
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import FAMILY, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if isinstance(new, Binary):
        return replace(new, left=_early(new.left), right=_early(new.right))
    if isinstance(new, Call):
        args = tuple(map(_early, new.args))
        return new if args == new.args else replace(new, args=args)
    return new


def _early(node: Expression) -> Expression:
    if isinstance(node, IncrementExpr) and not node.prefix:
        return replace(node, prefix=True)
    return node


MUTANT: Final = ShadingMutant(
    "late-increment",
    "the value of a post-increment read after the store",
    "x++ or x-- as an operand or argument",
    FAMILY,
    _change,
)
