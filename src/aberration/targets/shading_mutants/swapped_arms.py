"""Two arms that store to one place, chosen by `!=`, become a selection with the arms exchanged."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Assign, Binary, Block, Expression, If, Node
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, If) or not isinstance(new, If) or not isinstance(new.otherwise, Block):
        return new
    if not isinstance(old.condition, Binary) or old.condition.op != "!=":
        return new
    one, other = _only_target(new.then), _only_target(new.otherwise)
    if one is None or one != other:
        return new
    return replace(new, then=new.otherwise, otherwise=new.then)


def _only_target(block: Block) -> Expression | None:
    """Return what a block writes to that holds but one assignment."""
    first = block.statements[0] if len(block.statements) == 1 else None
    return first.target if isinstance(first, Assign) and first.op == "=" else None


MUTANT: Final = ShadingMutant(
    "swapped-arms",
    "if-conversion that forgets that it inverted the condition",
    "an if with != whose two arms store to one place",
    ALL,
    _change,
)
