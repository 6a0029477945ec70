"""Statements taken out of a program: what all readers of their trees share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from aberration.languages.c import libclang
from aberration.languages.c.lexical import SourceText
from aberration.languages.c.libclang import MACRO, Cursor, Library
from aberration.languages.c.shapes import Shapes

TYPE_WORDS: Final = frozenset(
    (
        *("void", "char", "signed", "unsigned", "short", "int", "long", "float", "double"),
        *("const", "volatile", "_Bool"),
    )
)
UNFIT: Final = frozenset(
    (
        *(libclang.STATEMENT_EXPRESSION, libclang.LABEL_ADDRESS, libclang.UNEXPOSED_STATEMENT),
        *(libclang.COMPUTED_GOTO, libclang.ASSEMBLY, libclang.ASSEMBLY + 1, libclang.LABEL),
        *(libclang.FUNCTION, libclang.TYPEDEF, libclang.GENERIC),
    )
)
"""Kinds of nodes that no statement has that stands elsewhere."""
WORD: Final = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
MEMBER: Final = re.compile(r"(?:\.|->)\s*[A-Za-z_]\w*")


class Unfit(Exception):
    """The statements cannot stand elsewhere."""


class Excerpt(NamedTuple):
    """Statements in the program that they stand in: cursors, extents, the extent of the function,
    the names of its locals, and the declarations whose address it takes.

    `escapes`: a `break` or `continue` in them belongs to a loop around.
    """

    cursors: Sequence[Cursor]
    extents: Sequence[tuple[int, int]]
    function: tuple[int, int]
    names: frozenset[str]
    taken: frozenset[int]
    escapes: bool

    @property
    def start(self) -> int:
        """Return the offset of the first statement."""
        return self.extents[0][0]

    @property
    def end(self) -> int:
        """Return the offset behind the last one."""
        return self.extents[-1][1]


class TreeReader:
    """The tree and the text of one program; `base` is the raw code of its offset 0."""

    def __init__(self, library: Library, text: SourceText, base: int, shapes: Shapes) -> None:
        self.library, self.text, self.base, self.shapes = library, text, base, shapes

    def is_here(self, code: int) -> bool:
        """Return whether a raw code lies in the main file."""
        return self.base <= code < self.base + len(self.text.data)

    def extent(self, node: Cursor, excerpt: Excerpt) -> tuple[int, int]:
        """Return the offsets of a node of an excerpt; `Unfit` where a macro made it."""
        start, end = self.library.extent(node)
        if (start | end) & MACRO:
            raise Unfit
        start, end = start - self.base, end - self.base
        if not excerpt.start <= start <= end <= excerpt.end:
            raise Unfit
        return start, end
