"""The first turn of a loop of one turn is peeled off, and the loop keeps its count."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Binary, Block, Declare, For, Increment, Literal, Node
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, For) or not isinstance(new, For) or not isinstance(old.init, Declare):
        return new
    if len(old.init.variables) != 1 or not _is(old.init.variables[0].init, 0):
        return new
    condition, step = old.condition, old.step
    if not isinstance(condition, Binary) or condition.op != "<" or not _is(condition.right, 1):
        return new
    if not isinstance(step, Increment) or step.op != "++":
        return new
    (symbol,) = checked.declared_in(old.init)
    if checked.symbol(condition.left) is not symbol:
        return new
    return Block((new, new))


def _is(node: Node | None, number: int) -> bool:
    return isinstance(node, Literal) and type(node.value) is int and node.value == number


MUTANT: Final = ShadingMutant(
    "second-turn",
    "loop peeling that does not lower the count",
    "a loop that counts from 0 to 1",
    ALL,
    _change,
)
