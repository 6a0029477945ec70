"""A branch tests what a variable held before the store in front of it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Assign, Block, If, Name, Node, Statement
from aberration.languages.shading.types import BOOL
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import local


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Block) or not isinstance(new, Block):
        return new
    made: list[Statement] = []
    for k, statement in enumerate(new.statements):
        if made and isinstance(statement, If) and _is_early(checked, old.statements[k - 1 : k + 1]):
            name = checked.fresh_name("tested")
            test = local(checked, name, BOOL, statement.condition)
            assert test is not None
            made[-1:] = [test, made[-1], replace(statement, condition=Name(name))]
        else:
            made.append(statement)
    return new if len(made) == len(new.statements) else replace(new, statements=tuple(made))


def _is_early(checked: Checked, pair: tuple[Statement, ...]) -> bool:
    """Say whether a store of something computed stands before a branch that tests the variable."""
    store, branch = pair
    if not isinstance(store, Assign) or store.op != "=" or not isinstance(branch, If):
        return False
    symbol = checked.symbol(store.target)
    if symbol is None or not checked.read_by(store.value) or not checked.is_pure(store.value):
        return False
    return checked.is_pure(branch.condition) and symbol in checked.read_by(branch.condition)


MUTANT: Final = ShadingMutant(
    "early-test",
    "a comparison scheduled in front of a store that it depends on",
    "a store of a computed value to a variable, and behind it a branch that tests the variable",
    ALL,
    _change,
)
