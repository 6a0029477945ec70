"""The first variable of a loop's body is computed once, though the loop changes its operands."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.checker.symbols import VariableSymbol
from aberration.languages.shading.tree import Block, Declare, Node, Statement
from aberration.targets.shading_mutants.checked import Checked, names_in
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import LOOPS


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, LOOPS) or not isinstance(new, LOOPS) or not new.body.statements:
        return new
    first = old.body.statements[0]
    if not _is_movable(checked, old, first):
        return new
    rest = replace(new.body, statements=new.body.statements[1:])
    return Block((new.body.statements[0], replace(new, body=rest)))


def _is_movable(checked: Checked, loop: Node, first: Statement) -> bool:
    """Say whether a declaration may stand before its loop, and reads what the loop changes."""
    if not isinstance(first, Declare) or len(first.variables) != 1:
        return False
    variable, header = first.variables[0], _header(loop)
    if variable.init is None or checked.is_constant(variable.init):
        return False
    if variable.name in names_in(*header) or not checked.is_pure(variable.init):
        return False
    read = checked.read_by(variable.init)
    steps = set[VariableSymbol]().union(*(checked.written_by(one) for one in header))
    own = checked.declared_in(getattr(loop, "init", None))
    return not read & (steps | own) and bool(read & checked.written_by(loop))


def _header(loop: Node) -> list[Node]:
    """Return what a loop has beside its body."""
    parts = [getattr(loop, field, None) for field in ("init", "condition", "step")]
    return [part for part in parts if isinstance(part, Node)]


MUTANT: Final = ShadingMutant(
    "hoisted-variable",
    "loop-invariant code motion that overlooks a store",
    "a loop whose first statement declares a variable computed of what the loop changes",
    ALL,
    _change,
)
