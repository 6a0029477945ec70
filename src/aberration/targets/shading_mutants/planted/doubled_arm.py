"""What both arms of a branch do is moved before it, and stays in one of them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Assign,
    Block,
    CallStatement,
    If,
    Increment,
    Node,
)
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, If) or not isinstance(new, If) or old.then != old.otherwise:
        return new
    plain = all(isinstance(one, Assign | Increment | CallStatement) for one in old.then.statements)
    if not plain or not checked.is_pure(old.condition):
        return new
    return Block((*new.then.statements, replace(new, otherwise=None)))


MUTANT: Final = ShadingMutant(
    "doubled-arm",
    "hoisting of what two arms have in common that clears only one of them",
    "a branch whose arms are the same, and hold assignments and calls only",
    ALL,
    _change,
)
