"""Values in generated code: the text of each scalar, and what is known of integers without
running.
"""

from __future__ import annotations

from typing import Final

from ..tree import Node
from ..types import BOOL, Atomic, Matrix, Scalar, Type, Vector, is_numeric, parts

RANGES: Final = {
    "int": (-(2**31), 2**31 - 1),
    "uint": (0, 2**32 - 1),
    "bool": (0, 1),
    "abstract int": (-(2**63), 2**63 - 1),
}
# A `-` is of an exponent, as in 1e-05: operators have spaces around them.
_CHARACTERS: Final = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789[].-"
)


class Value:
    """A scalar, vector or matrix as the texts of its scalars, column by column; anything else as
    one text.

    `low` and `high` bound the integers that the texts give, which may lie beyond their type until
    they are settled. `fresh`: nothing else holds the list that the text gives. `unsure`: it may be
    None, for what was never written; then `origin` is what reads it.
    """

    __slots__ = ("depth", "fresh", "high", "low", "origin", "texts", "type", "unsure")

    def __init__(
        self,
        type: Type,
        texts: tuple[str, ...],
        low: int | None = None,
        high: int | None = None,
        *,
        fresh: bool = False,
        unsure: bool = False,
        depth: int = 0,
        origin: Node | None = None,
    ) -> None:
        self.type: Final = type
        self.texts: Final = texts
        range_ = bounds_of(type)
        self.low: Final = range_[0] if low is None else low
        self.high: Final = range_[1] if high is None else high
        self.fresh: Final = fresh
        self.unsure: Final = unsure
        self.depth: Final = depth
        self.origin: Final = origin

    def like(self, texts: tuple[str, ...], type: Type | None = None, depth: int = 0) -> Value:
        """Return other texts, of which the same is known."""
        return Value(
            self.type if type is None else type, texts, self.low, self.high,
            fresh=self.fresh, unsure=self.unsure, depth=depth, origin=self.origin,
        )  # fmt: skip

    @property
    def text(self) -> str:
        """The text of a value that has one."""
        (text,) = self.texts
        return text

    @property
    def is_settled(self) -> bool:
        low, high = bounds_of(self.type)
        return low <= self.low and self.high <= high


def bounds_of(type: Type) -> tuple[int, int]:
    """Return the bounds of the integers of a type."""
    element = scalar_of(type) if is_numeric(type) else BOOL
    return RANGES.get(element.kind, (0, 0))


def scalar_of(type: Type) -> Scalar:
    """Return what a scalar, vector or matrix is made of."""
    if isinstance(type, Vector | Matrix):
        return type.component
    assert isinstance(type, Scalar), type.glsl
    return type


def count_of(type: Type) -> int:
    """Return how many texts a value of a type has."""
    return parts(type) if is_numeric(type) else 1


def is_boxed(type: Type) -> bool:
    """Whether a variable of the type that is in memory is alone in a list."""
    return isinstance(type, Scalar | Atomic)


def is_simple(text: str) -> bool:
    """Whether a text may stand twice: a name, a number, a part of a name by number."""
    return _CHARACTERS.issuperset(text) or (text[:2] == "(-" and _CHARACTERS.issuperset(text[1:-1]))
