"""Put a part of an expression in its place: the nearest ones below it of the same type."""

from __future__ import annotations

from typing import Final

from ..tree import Call, Expression, Name
from ..tree.node import Node
from ..tree.walk import children
from ..types import Type
from .edit import Edit, replace_at
from .subject import Subject

VARIANTS: Final = 4
"""How many parts of an expression are tried, one after the other."""


def operand(subject: Subject, variant: int) -> list[Edit]:
    """Return an edit for each expression that has so many parts of its own type."""
    edits = []
    for path, node, type in subject.values():
        found = [] if isinstance(node, Name) else _nearest(subject, node, type)
        if variant < len(found):
            edits.append(replace_at(path, found[variant]))
    return edits


def _nearest(subject: Subject, node: Node, type: Type) -> list[Expression]:
    found: list[Expression] = []
    below = node.args if isinstance(node, Call) else children(node)
    for child in below:
        if isinstance(child, Expression) and subject.type_of(child) is type:
            found.append(child)
        else:
            found += _nearest(subject, child, type)
    return found
