"""A while loop is entered without its first test."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import (
    Block,
    Declare,
    DoWhile,
    Expression,
    Loop,
    Node,
    Unary,
    While,
)
from aberration.targets.shading_mutants.checked import Checked, names_in
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(new, While) or not isinstance(new.condition, Expression):
        return new
    if not checked.is_wgsl:
        return DoWhile(new.body, new.condition)
    declared = [
        variable.name
        for one in new.body.statements
        if isinstance(one, Declare)
        for variable in one.variables
    ]
    if set(declared) & names_in(new.condition):
        return new
    return Loop(new.body, Block(), Unary("!", new.condition), new.attributes)


MUTANT: Final = ShadingMutant(
    "first-test",
    "loop inversion that leaves out the test in front",
    "a while loop that is not always entered",
    ALL,
    _change,
)
