"""Array types that are not too large to be interpreted."""

from __future__ import annotations

from aberration.core.sizes import size_fault

from ..tree import Node
from ..types import Array, Struct, Type, parts
from .fault import refuse


def array_of(node: Node, element: Type, size: int | None) -> Array:
    """Return an array type; refuse one of more numbers than `MOST_NUMBERS`."""
    made = element.array(size)
    fault = size_fault(count_numbers(made))
    if fault:
        refuse(node, fault)
    return made


def count_numbers(type: Type) -> int:
    """Return how many scalars a value of a type has; an array without a size counts as one of
    its elements.
    """
    if isinstance(type, Array):
        return count_numbers(type.element) * (1 if type.size is None else type.size)
    if isinstance(type, Struct):
        return sum(count_numbers(member.type) for member in type.members)
    return parts(type)
