"""A load a[j] is moved in front of the store to a[i] before it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Assign,
    Block,
    Declare,
    Expression,
    Index,
    Node,
    Statement,
)
from aberration.targets.shading_mutants.checked import Checked, names_in
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Block) or not isinstance(new, Block):
        return new
    for k in range(1, len(old.statements)):
        if _may_be_same(checked, old.statements[k - 1], old.statements[k]):
            moved = (new.statements[k], new.statements[k - 1])
            return replace(
                new, statements=(*new.statements[: k - 1], *moved, *new.statements[k + 1 :])
            )
    return new


def _may_be_same(checked: Checked, store: Statement, load: Statement) -> bool:
    """Say whether a store to an element stands before a load of one with another index."""
    if not isinstance(store, Assign) or not isinstance(store.target, Index):
        return False
    value, names = _load_behind(load)
    if not isinstance(value, Index) or value.base != store.target.base:
        return False
    if value.index == store.target.index or names & names_in(store):
        return False
    return checked.is_pure(value) and checked.is_pure(store.target) and checked.is_pure(store.value)


def _load_behind(load: Statement) -> tuple[Expression | None, frozenset[str]]:
    """Return what a statement reads, and the names that it writes to."""
    if isinstance(load, Declare) and len(load.variables) == 1:
        one = load.variables[0]
        return (None if one.kind == "const" else one.init), frozenset((one.name,))
    if isinstance(load, Assign) and load.op == "=" and load.target is not None:
        return load.value, names_in(load.target)
    return None, frozenset()


MUTANT: Final = ShadingMutant(
    "reordered-load",
    "alias analysis that takes two different indexes for two elements",
    "a store to an element, and right behind it a load of an element of the same array",
    ALL,
    _change,
)
