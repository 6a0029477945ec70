"""Edits of a tree, as data: other nodes in place of some, by their paths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from ..tree import Module, Node
from ..tree.paths import Path, at, splice, with_node_at

N = TypeVar("N", bound=Node)


class Change(msgspec.Struct, frozen=True):
    """`new` nodes in place of the one at a path: several only where it ends in a position, none
    also where the field may hold None.
    """

    path: Path
    new: tuple[Node, ...] = ()


class Edit(msgspec.Struct, frozen=True):
    """Changes that are made together; none of them lies below another."""

    changes: tuple[Change, ...]

    @property
    def depth(self) -> int:
        """Return how deep in the tree the edit begins."""
        return min(len(change.path) for change in self.changes)


def drop_at(path: Path) -> Edit:
    """Return the edit that leaves out one member of a tuple."""
    return Edit((Change(path),))


def replace_at(path: Path, *new: Node) -> Edit:
    """Return the edit that puts these nodes in place of one."""
    return Edit((Change(path, new),))


def apply(module: Module, edits: Sequence[Edit]) -> Module:
    """Return the module after these edits, all of the given module; what lies below another change
    goes with it.

    Raise `LookupError` for a path that the module has not.
    """
    changes = [change for edit in edits for change in edit.changes]
    chosen: list[Change] = []
    for change in sorted(changes, key=lambda one: _order(one.path)):
        if not chosen or change.path[: len(chosen[-1].path)] != chosen[-1].path:
            chosen.append(change)
    # From the end of the text, so that the positions in the paths before stay right.
    for change in reversed(chosen):
        module = _apply_change(module, change)
    return module


def _order(path: Path) -> tuple[tuple[str, int], ...]:
    return tuple(("", step) if isinstance(step, int) else (step, -1) for step in path)


def _apply_change(node: N, change: Change) -> N:
    *above, last = change.path
    if isinstance(last, int):
        made = splice(node, change.path, change.new)
    elif change.new:
        made = with_node_at(node, change.path, change.new[0])
    else:
        parent = at(node, tuple(above))
        assert parent is not None
        made = with_node_at(node, tuple(above), replace(parent, **{last: None}))
    assert isinstance(made, type(node))
    return made
