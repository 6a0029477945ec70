"""A variable that is given what was saved of it is left as it is, though a branch between has
changed it.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.checker.symbols import VariableSymbol
from aberration.languages.shading.tree import (
    Assign,
    Block,
    CallStatement,
    Declare,
    Evaluate,
    Increment,
    Node,
    Statement,
)
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant

_PLAIN: Final = (Assign, Increment, CallStatement, Evaluate, Declare)


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Block) or not isinstance(new, Block):
        return new
    dropped = {k for k in range(1, len(old.statements)) if _is_dropped(checked, old, k)}
    if not dropped:
        return new
    kept = [one for k, one in enumerate(new.statements) if k not in dropped]
    return replace(new, statements=tuple(kept))


def _is_dropped(checked: Checked, block: Block, k: int) -> bool:
    """Say whether the k-th statement gives a variable what was saved of it in the same block, and
    only branches and loops between write to one of the two.
    """
    store = block.statements[k]
    if not isinstance(store, Assign) or store.op != "=":
        return False
    target, saved = checked.symbol(store.target), checked.symbol(store.value)
    if target is None or saved is None:
        return False
    for earlier in reversed(block.statements[:k]):
        if _saves(checked, earlier, saved, target):
            return True
        if saved in checked.written_by(earlier):
            return False
        if isinstance(earlier, _PLAIN) and target in checked.written_by(earlier):
            return False
    return False


def _saves(
    checked: Checked, statement: Statement, saved: VariableSymbol, target: VariableSymbol
) -> bool:
    """Say whether a statement declares a variable that begins as another one."""
    if not isinstance(statement, Declare) or len(statement.variables) != 1:
        return False
    init = statement.variables[0].init
    return saved in checked.declared_in(statement) and checked.symbol(init) is target


MUTANT: Final = ShadingMutant(
    "stale-copy",
    "copy propagation that does not see stores in branches",
    "a variable that is saved, changed in a branch or loop alone, and restored in one block",
    ALL,
    _change,
)
