"""Do without a variable: what it began with, or 0, stands for it, and nothing is written to it
any more.
"""

from __future__ import annotations

from typing import Final

from ..tree import Assign, Declare, Expression, Field, Increment, Index, Node, Variable, While
from ..tree.paths import Path
from ..tree.walk import depth
from .edit import Change, Edit
from .literals import literal
from .subject import Subject, root_of, target_of

VARIANTS: Final = 2
_SHALLOW: Final = 4
"""A first value that is deeper is not repeated."""


def without(subject: Subject, variant: int) -> list[Edit]:
    """Return an edit for each variable: variant 0 puts its first value in its places, variant 1 the
    number 0.
    """
    edits = []
    for path, node in subject.places:
        symbol = subject.typing.declared.get(id(node)) if isinstance(node, Variable) else None
        if symbol is None or not isinstance(node, Variable) or (variant == 0 and node.init is None):
            continue
        paths = subject.occurrences.get(symbol, [])
        if variant == 0 and len(paths) > 1 and depth(node) > _SHALLOW:
            continue
        changes = _changes(subject, paths, node.init if variant == 0 else None)
        if changes is not None:
            # A declaration of nothing else goes as a whole.
            above = subject.nodes[path[:-2]]
            alone = isinstance(above, Declare) and len(above.variables) == 1
            # `while (bool b = f())` cannot do without.
            if alone and isinstance(subject.nodes.get(path[:-3]), While):
                continue
            edits.append(Edit((Change(path[:-2] if alone else path), *changes)))
    return edits


def _changes(subject: Subject, paths: list[Path], first: Expression | None) -> list[Change] | None:
    """Return what becomes of the places where a variable stands; None where nothing can stand
    there.
    """
    changes: list[Change] = []
    for path in paths:
        written = _write(subject, path)
        if written is not None:
            changes.append(Change(written))
            continue
        change = Change(path, (first,)) if first is not None else _zero(subject, path)
        if change is None:
            return None
        changes.append(change)
    return changes


def _write(subject: Subject, path: Path) -> Path | None:
    """Return the place of the statement that writes to the variable that stands at a path, if
    it does so.
    """
    for end in range(len(path) - 1, 0, -1):
        node: Node | None = subject.nodes.get(path[:end])
        if isinstance(node, Assign | Increment) and path[end - 2] == "statements":
            return path[:end] if root_of(target_of(node)) is subject.nodes[path] else None
    return None


def _zero(subject: Subject, path: Path) -> Change | None:
    """Return the change of the variable, or of the part of it that is read, to 0."""
    node = subject.nodes[path]
    while isinstance(node, Expression):
        found = subject.type_of(node)
        made = None if found is None else literal(found, 0, wgsl=subject.wgsl)
        if made is not None:
            return Change(path, (made,))
        if path[-1] != "base":
            return None
        path = path[:-1]
        node = subject.nodes[path]
        assert isinstance(node, Field | Index)
    return None
