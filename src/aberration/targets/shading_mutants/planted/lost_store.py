"""A store to an element is dropped when one with an index known only at run time comes next."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Assign,
    Block,
    Declare,
    Expression,
    Field,
    Increment,
    Index,
    Name,
    Node,
    Statement,
)
from aberration.languages.shading.types import Array
from aberration.targets.shading_mutants.checked import Checked, names_in
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Block) or not isinstance(new, Block):
        return new
    pairs = zip(old.statements, new.statements, strict=True)
    kept = [after for k, (_, after) in enumerate(pairs) if not _is_dropped(checked, old, k)]
    return new if len(kept) == len(new.statements) else replace(new, statements=tuple(kept))


def _is_dropped(checked: Checked, block: Block, k: int) -> bool:
    """Say whether the k-th statement stores to an element, and a later one elsewhere in the
    array, with nothing about it between them.
    """
    element = _stored_element(checked, block.statements[k])
    if element is None or checked.is_dynamic(element):
        return False
    root = _root_of(element)
    for later in block.statements[k + 1 :]:
        over = _stored_element(checked, later)
        if over is not None and over.base == element.base:
            return checked.is_dynamic(over) and not _mentions(later, root)
        if not isinstance(later, _SIMPLE) or root in names_in(later):
            return False
    return False


def _stored_element(checked: Checked, statement: Statement) -> Index | None:
    """Return the element of a variable that a statement stores a value to."""
    if not isinstance(statement, Assign) or statement.op != "=":
        return None
    target = statement.target
    if not isinstance(target, Index) or not _root_of(target):
        return None
    is_array = isinstance(checked.type_of(target.base), Array)
    return target if is_array and checked.is_pure(statement.value) else None


def _root_of(place: Expression) -> str:
    """Return the name of the variable that a member or element of it belongs to; empty for an
    element of an element.
    """
    base = place.base if isinstance(place, Index) else place
    while isinstance(base, Field):
        base = base.base
    return base.name if isinstance(base, Name) else ""


def _mentions(statement: Statement, name: str) -> bool:
    """Say whether a store needs the array that it stores to."""
    if not isinstance(statement, Assign) or not isinstance(statement.target, Index):
        return True
    return name in names_in(statement.value, statement.target.index)


_SIMPLE: Final = (Assign, Declare, Increment)


MUTANT: Final = ShadingMutant(
    "lost-store",
    "dead-store elimination that takes any element for the same",
    "a store to a[1], and behind it one to a[i]",
    ALL,
    _change,
)
