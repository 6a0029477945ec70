"""(x << a) << b becomes one shift by a + b, also where that is as many bits as there are."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Binary, Literal, LiteralKind, Node
from aberration.languages.shading.types import ABSTRACT_INT, INT, UINT, Type
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import BITS


def _change(checked: Checked, old: Node, new: Node) -> Node:
    match old, new:
        case Binary(op="<<" | ">>", left=Binary() as inner), Binary(left=Binary() as below):
            if inner.op != old.op or below.op != old.op or checked.is_constant(old):
                return new
            amounts = (checked.type_of(inner.right), checked.type_of(old.right))
            if checked.type_of(inner.left) not in (INT, UINT) or not _is_one_type(amounts):
                return new
            kind: LiteralKind = "int" if INT in amounts else "uint"
            total = Binary("+", below.right, new.right)
            return Binary(old.op, below.left, Binary("&", total, Literal(kind, BITS - 1)))
    return new


def _is_one_type(types: tuple[Type | None, Type | None]) -> bool:
    return types[0] is types[1] or ABSTRACT_INT in types


MUTANT: Final = ShadingMutant(
    "shift-sum",
    "two shifts folded to one without a look at their sum",
    "a shift of a shift in the same direction",
    ALL,
    _change,
)
