"""!(a < b) becomes a > b: equal operands are taken for smaller ones."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Binary, Node, Unary
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    match old, new:
        case Unary(op="!", operand=Binary()), Unary(operand=Binary() as compared):
            if compared.op in _OTHER and not checked.is_constant(old):
                return replace(compared, op=_OTHER[compared.op])
    return new


_OTHER: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


MUTANT: Final = ShadingMutant(
    "negated-order",
    "a comparison inverted without its equality",
    "a comparison that is negated",
    ALL,
    _change,
)
