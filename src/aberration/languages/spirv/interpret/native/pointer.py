"""Where a pointer of the module leads in generated C."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import StorageClass

from .cells import Cell

OWN: Final = "m"
GROUP: Final = "g"
BLOCKS: Final = "w"
SPACES: Final = {
    StorageClass.WORKGROUP: GROUP,
    StorageClass.UNIFORM: BLOCKS,
    StorageClass.PUSH_CONSTANT: BLOCKS,
    StorageClass.STORAGE_BUFFER: BLOCKS,
}
"""Which array of cells a storage class lies in; all others lie in the invocation's own."""
LOGS: Final = {GROUP: "shared", BLOCKS: "buffers"}


class NativePointer:
    """Either `cells`, which are C variables, or a place in a space: a constant, plus what `dynamic`
    holds.

    `end` is where the variable ends, where an access may lie beyond it; `limit` an index that is
    looked at only when memory is accessed, with what it has to be below and the site of its access
    chain. `weak` has the C variables of the other places that the pointer may lead to. `marked`
    says that cells may never have been written, `logged` that accesses are looked at for races,
    `external` that what is stored is seen from outside.
    """

    __slots__ = (
        "blame",
        "cells",
        "dynamic",
        "end",
        "external",
        "limit",
        "logged",
        "marked",
        "offset",
        "root",
        "space",
        "weak",
        "whole",
    )

    def __init__(self, root: int, space: str = OWN, offset: int = 0) -> None:
        self.root = root
        self.space = space
        self.offset = offset
        self.cells: list[Cell] | None = None
        self.dynamic = ""
        self.end = ""
        self.limit: tuple[str, int, int] | None = None
        self.weak = ""
        self.blame = -1
        self.marked = False
        self.logged = False
        self.external = False
        self.whole = True

    def at_offset(self, offset: int) -> NativePointer:
        """Return a pointer to a part of what this one points to."""
        other = NativePointer(self.root, self.space, self.offset + offset)
        other.cells, other.dynamic, other.end, other.limit = (
            self.cells,
            self.dynamic,
            self.end,
            self.limit,
        )
        other.weak, other.marked, other.logged, other.blame = (
            self.weak,
            self.marked,
            self.logged,
            self.blame,
        )
        other.external, other.whole = self.external, self.whole
        return other

    def place(self, leaf: int = 0) -> str:
        """Return the index of a leaf in its space."""
        offset = self.offset + leaf
        if not self.dynamic:
            return str(offset)
        return f"{self.dynamic} + {offset}" if offset else self.dynamic

    @property
    def marks(self) -> str:
        """The array that tells which cells of the space were written."""
        return {OWN: "z", GROUP: "gz"}[self.space]
