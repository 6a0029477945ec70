"""A store is moved into the branch behind it that reads the variable, though code after it does
too.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Assign, Block, If, Name, Node, Statement
from aberration.languages.shading.tree.walk import find
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Block) or not isinstance(new, Block):
        return new
    if checked.wants_uniformity:
        return new
    made: list[Statement] = []
    for k, statement in enumerate(new.statements):
        if made and isinstance(statement, If) and _is_sunk(checked, old.statements[k - 1 : k + 1]):
            inside = (made.pop(), *statement.then.statements)
            made.append(replace(statement, then=replace(statement.then, statements=inside)))
        else:
            made.append(statement)
    return new if len(made) == len(new.statements) else replace(new, statements=tuple(made))


def _is_sunk(checked: Checked, pair: tuple[Statement, ...]) -> bool:
    """Say whether a store to a variable stands before a branch without `else` that reads it inside,
    and not in its test.
    """
    store, branch = pair
    if not isinstance(store, Assign) or store.op != "=" or not isinstance(branch, If):
        return False
    symbol = checked.symbol(store.target)
    if symbol is None or branch.otherwise is not None or not checked.is_pure(store.value):
        return False
    if symbol in checked.read_by(branch.condition) or not checked.is_pure(branch.condition):
        return False
    return any(checked.symbol(name) is symbol for name in find(branch.then, Name))


MUTANT: Final = ShadingMutant(
    "sunk-store",
    "code sinking that overlooks a use behind the branch",
    "a store to a variable, and behind it a branch without else that names the variable inside",
    ALL,
    _change,
)
