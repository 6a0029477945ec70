"""Two arms that store to one place, chosen by `!=`, become a selection with the arms exchanged."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Assign,
    Binary,
    Block,
    Call,
    Conditional,
    Expression,
    If,
    Node,
)
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    match old, new:
        case If(), If(then=then, otherwise=Block() as otherwise) if _is_unequal(old.condition):
            one = _only_target(then)
            if one is not None and one == _only_target(otherwise):
                return replace(new, then=otherwise, otherwise=then)
        case Conditional(), Conditional() if _is_unequal(old.condition):
            return replace(new, then=new.otherwise, otherwise=new.then)
        case Call(), Call() if checked.calls_builtin(old, "select"):
            if _is_unequal(old.args[2]) and not checked.is_constant(old):
                return replace(new, args=(new.args[1], new.args[0], new.args[2]))
    return new


def _is_unequal(node: Node) -> bool:
    return isinstance(node, Binary) and node.op == "!="


def _only_target(block: Block) -> Expression | None:
    """Return what a block writes to that holds but one assignment."""
    first = block.statements[0] if len(block.statements) == 1 else None
    return first.target if isinstance(first, Assign) and first.op == "=" else None


MUTANT: Final = ShadingMutant(
    "swapped-arms",
    "if-conversion that forgets that it inverted the condition",
    "an if whose two arms only store to one place, or a conditional (in WGSL: select), with !=",
    ALL,
    _change,
)
