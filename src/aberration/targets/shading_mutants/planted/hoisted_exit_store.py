"""A store in front of a jump is done also where the jump is not taken."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Assign,
    Block,
    Break,
    Continue,
    Discard,
    If,
    Node,
    Return,
)
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant

_JUMPS: Final = (Break, Continue, Discard, Return)


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, If) or not isinstance(new, If) or old.otherwise is not None:
        return new
    if checked.wants_uniformity:
        return new
    statements = old.then.statements
    if len(statements) < 2 or not isinstance(statements[-1], _JUMPS):
        return new
    first = statements[0]
    if not isinstance(first, Assign) or first.op != "=" or not checked.is_pure(first.value):
        return new
    symbol = checked.symbol(first.target)
    if symbol is None or not checked.is_pure(old.condition):
        return new
    if symbol in checked.read_by(old.condition):
        return new
    rest = replace(new.then, statements=new.then.statements[1:])
    return Block((new.then.statements[0], replace(new, then=rest)))


MUTANT: Final = ShadingMutant(
    "hoisted-exit-store",
    "if-conversion that takes a store for one without effect",
    "a branch without else that stores to a variable first and leaves at its end",
    ALL,
    _change,
)
