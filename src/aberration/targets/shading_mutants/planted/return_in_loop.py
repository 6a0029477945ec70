"""A return inside a loop leaves the loop only."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Block,
    Break,
    Clause,
    Function,
    If,
    Node,
    Return,
    Switch,
)
from aberration.languages.shading.tree.walk import with_children
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import LOOPS


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(new, Function) or new.body is None or not new.body.statements:
        return new
    if new.result is not None and not isinstance(new.body.statements[-1], Return):
        return new
    return replace(new, body=with_children(new.body, _outside))


def _outside(node: Node) -> Node:
    """Return a part that is in no loop, changed in its loops."""
    if isinstance(node, LOOPS):
        return replace(node, body=with_children(node.body, _inside))
    return with_children(node, _outside) if isinstance(node, _HOLDERS) else node


def _inside(node: Node) -> Node:
    """Return a part of a loop, where a break would leave the loop."""
    if isinstance(node, Return):
        return Break()
    if isinstance(node, LOOPS):
        return _outside(node)
    return with_children(node, _inside) if isinstance(node, Block | If) else node


_HOLDERS: Final = (Block, If, Switch, Clause)


MUTANT: Final = ShadingMutant(
    "return-in-loop",
    "returns lowered to breaks without the flag and the value",
    "a return inside a loop",
    ALL,
    _change,
)
