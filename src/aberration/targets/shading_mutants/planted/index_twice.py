"""a[f()] op= b evaluates f twice, and so does a[f()]++."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Assign, Binary, Increment, Literal, Node
from aberration.languages.shading.types import INT, UINT, Type
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Assign | Increment) or not isinstance(new, Assign | Increment):
        return new
    if old.op == "=" or old.target is None or new.target is None or checked.is_pure(old.target):
        return new
    value = new.value if isinstance(new, Assign) else _one(checked.type_of(old.target))
    if value is None:
        return new
    return Assign("=", new.target, Binary(old.op[:-1], new.target, value))


def _one(type: Type | None) -> Literal | None:
    """Return the literal 1 of an integer type; None for another type."""
    return Literal("int" if type is INT else "uint", 1) if type in (INT, UINT) else None


MUTANT: Final = ShadingMutant(
    "index-twice",
    "compound assignment expanded without a temporary for the place",
    "a compound assignment to an element whose index has a side effect",
    ALL,
    _change,
)
