"""Drop statements."""

from __future__ import annotations

from ..tree import Clause
from .edit import Edit, drop_at
from .subject import Subject


def any_statement(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each statement of a block, in the order of the text."""
    return [
        drop_at(path)
        for path, _node in subject.places
        if len(path) > 1 and path[-2] == "statements"
    ]


def clauses(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each clause of a switch."""
    return [drop_at(path) for path, node in subject.places if isinstance(node, Clause)]


def labels(subject: Subject, _: int = 0) -> list[Edit]:
    """Return an edit for each label of a clause that has others."""
    return [
        drop_at((*path, "labels", k))
        for path, node in subject.places
        if isinstance(node, Clause) and len(node.labels) + node.has_default > 1
        for k in range(len(node.labels))
    ]
