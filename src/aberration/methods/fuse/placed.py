"""A statement or declaration of a part, with what is asked about it over and over."""

from __future__ import annotations

from functools import cached_property
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Declaration,
    Function,
    Module,
    Statement,
)
from aberration.languages.shading.write import write

from .bodies import Body, body_of
from .known import Known, known_of

S = TypeVar("S", bound=Statement)


class Placed(Generic[S]):
    """A node of a part: the first part is number 0, the second number 1. What is `known` of it is
    looked for when it is asked for, if it is not given. A `merged` loop does what both parts did.
    """

    def __init__(
        self, part: int, node: S, known: Known | None = None, *, merged: bool = False
    ) -> None:
        self.part: Final = part
        self.node: Final = node
        self.merged: Final = merged
        self._known: Known | None = known

    @property
    def known(self) -> Known:
        """Return what is known of the node."""
        if self._known is None:
            self._known = known_of(self.node)
        return self._known

    @property
    def names(self) -> frozenset[str]:
        """Return the names of variables that are declared or used; of functions called, too."""
        return self.known.names


class PlacedDeclaration(Placed[Declaration]):
    """A declaration, with its text and body: most fused programs have it unchanged."""

    def text(self, like: Module) -> str:
        """Return the declaration as the language of a module writes it."""
        if not self._texts:
            self._texts.append(text_of((self.node,), like))
        return self._texts[0]

    @cached_property
    def body(self) -> Body | None:
        """Return the body of a function whose statements can stand in place of a call."""
        return body_of(self.node) if isinstance(self.node, Function) else None

    @cached_property
    def _texts(self) -> list[str]:
        return []


def text_of(decls: tuple[Declaration, ...], like: Module) -> str:
    """Return declarations as the language of a module writes them."""
    empty = replace(like, directives=(), decls=())
    return write(replace(empty, decls=decls)).removeprefix(write(empty))
