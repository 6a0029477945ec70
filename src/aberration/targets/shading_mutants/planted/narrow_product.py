"""A product with a number of few bits is taken for one of 24 bits."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Binary, Expression, Literal, LiteralKind, Node
from aberration.languages.shading.types import INT, UINT
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant

_MASK: Final = 0xFFFFFF


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Binary) or not isinstance(new, Binary) or old.op != "*":
        return new
    type = checked.type_of(old)
    if type not in (INT, UINT) or checked.is_constant(old) or not checked.has_bits:
        return new
    if any(checked.type_of(one) is not type for one in (old.left, old.right)):
        return new
    kind: LiteralKind = "int" if type is INT else "uint"
    if _is_small(old.left):
        return replace(new, right=_narrow(new.right, kind))
    return replace(new, left=_narrow(new.left, kind)) if _is_small(old.right) else new


def _is_small(node: Expression) -> bool:
    mask = node.right if isinstance(node, Binary) and node.op == "&" else None
    return isinstance(mask, Literal) and 0 <= mask.value <= _MASK


def _narrow(node: Expression, kind: LiteralKind) -> Expression:
    return Binary(op="&", left=node, right=Literal(kind=kind, value=_MASK))


MUTANT: Final = ShadingMutant(
    "narrow-product",
    "a multiplication of 24 bits chosen where one operand alone is small",
    "an integer of any size times one that is masked",
    ALL,
    _change,
)
