"""a[f()] op= b evaluates f twice, and so does a[f()]++."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Assign,
    Binary,
    Block,
    Increment,
    Literal,
    Name,
    Node,
    Statement,
)
from aberration.languages.shading.types import INT, UINT, Type
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import local


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Block) or not isinstance(new, Block):
        return new
    pairs = zip(old.statements, new.statements, strict=True)
    expanded = tuple(_expand(checked, before, after) for before, after in pairs)
    same = all(one is two for one, two in zip(expanded, new.statements, strict=True))
    return new if same else replace(new, statements=expanded)


def _expand(checked: Checked, old: Statement, new: Statement) -> Statement:
    """Return `{ T was = a[f()]; a[f()] = was op b; }`.

    As two statements, as GLSL does not say in which order one would call f.
    """
    if not isinstance(old, Assign | Increment) or not isinstance(new, Assign | Increment):
        return new
    if old.op == "=" or old.target is None or new.target is None or checked.is_pure(old.target):
        return new
    type = checked.type_of(old.target)
    value = new.value if isinstance(new, Assign) else _one(type)
    name = checked.fresh_name("was_")
    declared = local(checked, name, type, new.target)
    if value is None or declared is None:
        return new
    return Block((declared, Assign("=", new.target, Binary(old.op[:-1], Name(name), value))))


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
