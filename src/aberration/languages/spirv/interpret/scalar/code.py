"""Generated Python: its lines, each with the instruction that it stands for, and the pieces
that writers share.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.leaves import Cell

Cells = list[str]
"""Python expressions (names or literals), one for each leaf."""


class Lines:
    """The text under way."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.origins: list[Instruction | None] = []

    def add(self, indent: int, text: str, origin: Instruction | None) -> None:
        self.text.append(" " * indent + text)
        self.origins.append(origin)

    def __len__(self) -> int:
        return len(self.text)


class Pointer:
    """Where a pointer leads: to `cells`, which are locals, or to `region[dynamic + offset ...]`.

    `races` is the beginning of the names of what notes accesses to shared memory, `external` says
    that NaN may not be stored, `known` that whatever is read was written, `whole` that the pointer
    leads to the variable itself.
    """

    __slots__ = (
        "cells",
        "dynamic",
        "external",
        "known",
        "offset",
        "races",
        "region",
        "root",
        "whole",
    )

    def __init__(self, root: int) -> None:
        self.root = root
        self.cells: Cells | None = None
        self.region = ""
        self.dynamic = ""
        self.offset = 0
        self.races = ""
        self.external = False
        self.known = False
        self.whole = True

    def at_offset(self, offset: int) -> Pointer:
        """Return a pointer to a part of what this one points to."""
        other = Pointer(self.root)
        other.cells = self.cells
        other.region, other.dynamic, other.offset = self.region, self.dynamic, self.offset + offset
        other.races, other.external, other.known = self.races, self.external, self.known
        other.whole = self.whole
        return other

    def place(self, leaf: int = 0) -> str:
        """Return the index of a leaf in the region."""
        offset = self.offset + leaf
        if not self.dynamic:
            return str(offset)
        return f"{self.dynamic} + {offset}" if offset else self.dynamic


def literal(cell: Cell) -> str:
    """Return a constant as Python."""
    if isinstance(cell, float):
        if math.isnan(cell):
            return "NAN"
        if math.isinf(cell):
            return "INF" if cell > 0 else "NINF"
    return repr(cell)


def is_literal(text: str) -> bool:
    """Say whether an expression is a constant."""
    return text[0].isdigit() or text[0] == "-" or text in ("True", "False", "NAN", "INF", "NINF")


def tuple_text(parts: Sequence[str]) -> str:
    """Return a tuple display."""
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
