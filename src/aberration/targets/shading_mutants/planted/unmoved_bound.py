"""n <= bound is made n < bound, and n > bound n >= bound, where the bound had to move too."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Binary, If, Node
from aberration.languages.shading.tree.walk import rewrite
from aberration.languages.shading.types import INT, UINT
from aberration.targets.shading_mutants.checked import Checked, literal_text
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant

_MADE_OF: Final = {"<=": "<", ">": ">="}


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, If) or not isinstance(new, If):
        return new

    def bring(node: Node) -> Node:
        if not isinstance(node, Binary) or node.op not in _MADE_OF:
            return node
        if checked.type_of(node.left) not in (INT, UINT) or not literal_text(node.right):
            return node
        return replace(node, op=_MADE_OF[node.op])

    return replace(new, condition=rewrite(new.condition, bring))


MUTANT: Final = ShadingMutant(
    "unmoved-bound",
    "a comparison brought to the two that a machine has, without moving its bound",
    "a branch that tests an integer against a literal by <= or >",
    ALL,
    _change,
)
