"""An array is assigned without its last element."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import (
    Assign,
    Block,
    Expression,
    Field,
    Index,
    Literal,
    LiteralKind,
    Name,
    Node,
)
from aberration.languages.shading.types import Array
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Assign) or not isinstance(new, Assign) or old.op != "=":
        return new
    type = checked.type_of(old.target)
    size = type.size if isinstance(type, Array) else None
    if new.target is None or size is None or not 1 < size <= _LARGEST:
        return new
    if not (_is_plain(new.target) and _is_plain(new.value)):
        return new
    kind: LiteralKind = "abstract_int" if checked.is_wgsl else "int"
    at = [Literal(kind, k) for k in range(size - 1)]
    return Block(tuple(Assign("=", Index(new.target, k), Index(new.value, k)) for k in at))


_LARGEST: Final = 64


def _is_plain(node: Expression) -> bool:
    """Say whether an expression is a variable or a member of one."""
    while isinstance(node, Field):
        node = node.base
    return isinstance(node, Name)


MUTANT: Final = ShadingMutant(
    "short-copy",
    "an array copied element by element, one too few",
    "an assignment of a whole array",
    ALL,
    _change,
)
