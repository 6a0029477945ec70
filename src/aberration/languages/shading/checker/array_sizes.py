"""Array types that are not too large to be interpreted."""

from __future__ import annotations

from aberration.core.sizes import is_too_large, too_large

from ..tree import Node
from ..types import Array, Matrix, Struct, Type, Vector
from .fault import refuse


def array_of(node: Node, element: Type, size: int | None) -> Array:
    """Return an array type; refuse one of more numbers than `MOST_NUMBERS`."""
    made = element.array(size)
    count = count_numbers(made)
    if is_too_large(count):
        refuse(node, too_large(count))
    return made


def count_numbers(type: Type) -> int:
    """Return how many scalars a value of a type has; an array without a size counts as one of
    its elements.
    """
    if isinstance(type, Array):
        return count_numbers(type.element) * (1 if type.size is None else type.size)
    if isinstance(type, Struct):
        return sum(count_numbers(member.type) for member in type.members)
    if isinstance(type, Matrix):
        return type.columns * count_numbers(type.column)
    return type.size if isinstance(type, Vector) else 1
