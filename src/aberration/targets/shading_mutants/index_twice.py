"""a[f()] op= b evaluates f twice."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Assign, Binary, Node
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Assign) or not isinstance(new, Assign) or old.target is None:
        return new
    if old.op == "=" or new.target is None or checked.is_pure(old.target):
        return new
    return Assign("=", new.target, Binary(old.op[:-1], new.target, new.value))


MUTANT: Final = ShadingMutant(
    "index-twice",
    "compound assignment expanded without a temporary for the place",
    "a compound assignment to an element whose index has a side effect",
    ALL,
    _change,
)
