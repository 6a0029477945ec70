"""Of two branches that test the same variable, the second is only reached through the first."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Block, If, Node, Statement
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Block) or not isinstance(new, Block):
        return new
    if checked.wants_uniformity:
        return new
    made: list[Statement] = []
    for k, statement in enumerate(new.statements):
        last = made[-1] if made else None
        if k and isinstance(last, If) and _is_same_test(checked, old.statements[k - 1 : k + 1]):
            made[-1] = replace(last, then=replace(last.then, statements=_behind(last, statement)))
        else:
            made.append(statement)
    return new if len(made) == len(new.statements) else replace(new, statements=tuple(made))


def _behind(first: If, second: Statement) -> tuple[Statement, ...]:
    return (*first.then.statements, second)


def _is_same_test(checked: Checked, pair: tuple[Statement, ...]) -> bool:
    """Say whether two branches without `else` test one variable, and only compute."""
    first, second = pair
    if not isinstance(first, If) or not isinstance(second, If):
        return False
    if first.otherwise is not None or second.otherwise is not None:
        return False
    pure = checked.is_pure(first.condition) and checked.is_pure(second.condition)
    return pure and bool(checked.read_by(first.condition) & checked.read_by(second.condition))


MUTANT: Final = ShadingMutant(
    "merged-guards",
    "jump threading that takes two tests of one variable for the same test",
    "two branches without else, one behind the other, that test the same variable",
    ALL,
    _change,
)
