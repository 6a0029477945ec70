"""Values in C."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from .kinds import FLOAT, INT, Kind, NativeNumber

NONE: Final = "NONE"
"""The cell that stands for Python's None, and for a variable that was never written."""
_SIMPLE: Final = re.compile(r"[A-Za-z0-9_.]+(->\w+)?(\[\d+\]\.[id])?$")


class Term(msgspec.Struct, frozen=True, eq=False):
    """A value in C. A list is the address of its first cell plus `offset`; `nullable`: a number
    that may be NONE.

    `literal`: a number in the text. `below_zero`: it may be negative.
    """

    text: str
    kind: Kind
    nullable: bool = False
    offset: int = 0
    literal: int | float | None = None
    below_zero: bool = True

    @property
    def address(self) -> str:
        """The address of a list; the text of a number."""
        return f"({self.text} + {self.offset})" if self.offset else self.text

    def cell(self, offset: int, number: NativeNumber) -> str:
        """A cell of a list."""
        return f"{self.text}[{self.offset + offset}].{number.field}"

    @property
    def is_simple(self) -> bool:
        """Whether the text may stand more than once."""
        return self.literal is not None or _SIMPLE.match(self.text) is not None


def is_none(term: Term) -> str:
    """Return the condition that a number is None. Its text is simple."""
    # NONE is a NaN, which equals nothing: its bits are compared.
    if isinstance(term.kind, NativeNumber) and term.kind.field == "d":
        if term.text.endswith(".d"):
            return f"{term.text[:-2]}.i == {NONE}"
        return f"((cell *)&{term.text})->i == {NONE}"
    return f"{term.text} == {NONE}"


def at_address(text: str, kind: Kind) -> Term:
    """Return what lies at an address: a number, or the list that begins there."""
    return Term(f"{text}[0].{kind.field}" if isinstance(kind, NativeNumber) else text, kind)


def plain_integer(value: int) -> Term:
    """Return an integer of the text."""
    text = f"{value}LL" if value >= 0 else f"({value}LL)"
    return Term(text, INT, literal=value, below_zero=value < 0)


def as_float(term: Term) -> Term:
    """Return a number as a float."""
    return term if term.kind == FLOAT else Term(f"((double)({term.text}))", FLOAT)
