"""!(a && b) becomes !a && !b, and !(a || b) becomes !a || !b."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Binary, Node, Unary
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant

_LOGIC: Final = ("&&", "||")


def _change(checked: Checked, old: Node, new: Node) -> Node:
    match old, new:
        case Unary(op="!", operand=Binary()), Unary(operand=Binary() as inner):
            if inner.op in _LOGIC and not checked.is_constant(old):
                left, right = (replace(new, operand=one) for one in (inner.left, inner.right))
                return replace(inner, left=left, right=right)
    return new


MUTANT: Final = ShadingMutant(
    "shared-negation",
    "a negation moved inwards without the other operator",
    "a conjunction or disjunction that is negated",
    ALL,
    _change,
)
