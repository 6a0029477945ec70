"""What all nodes of the tree share."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Span(msgspec.Struct, frozen=True, eq=False, gc=False):
    """Where a node was written: offsets into the original text, the end exclusive; negative for a
    made node.

    It takes no part in equality, so that a parsed tree equals a made one. `plain` is false where
    the node's first or last word came out of a macro, so that the slice is not the node's text.
    """

    start: int = -1
    end: int = -1
    plain: bool = True

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


NOWHERE = Span()


class Node(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Base of all nodes: immutable, compared by structure, without a link to the parent.

    A child field holds a node, None, or a tuple of these; `CHILDREN` names the child fields in the
    order of walks. A place is named by a path (`tree.paths`); what is known of a node (its type)
    lies beside the tree, keyed by the node's identity.
    """

    CHILDREN: ClassVar[tuple[str, ...]] = ()

    span: Span = NOWHERE


class TypeSyntax(Node, frozen=True, gc=False):
    """A type as it is written; what it means is `shading.types`."""


class Expression(Node, frozen=True, gc=False):
    """Something that has a value."""


class Statement(Node, frozen=True, gc=False):
    """Something that is done."""


class Declaration(Statement, frozen=True, gc=False):
    """Something that may stand at module scope; some kinds may stand among statements, too."""
