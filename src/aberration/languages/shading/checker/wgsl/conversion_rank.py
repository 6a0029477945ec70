"""WGSL's feasible automatic conversions, which start at the abstract numbers, and which
overload they choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ...builtins.signature import Overload
from ...types import (
    ABSTRACT_FLOAT,
    ABSTRACT_INT,
    FLOAT,
    HALF,
    INT,
    UINT,
    Array,
    Matrix,
    Scalar,
    Struct,
    Type,
    element_of,
    with_element,
)

NEVER: Final = 1000
_RANKS: Final[dict[tuple[Scalar, Scalar], int]] = {
    (ABSTRACT_FLOAT, FLOAT): 1,
    (ABSTRACT_FLOAT, HALF): 2,
    (ABSTRACT_INT, INT): 3,
    (ABSTRACT_INT, UINT): 4,
    (ABSTRACT_INT, ABSTRACT_FLOAT): 5,
    (ABSTRACT_INT, FLOAT): 6,
    (ABSTRACT_INT, HALF): 7,
}
"""The ranks of the specification, section "Conversion Rank"."""


def rank(given: Type, wanted: Type) -> int:
    """Return how far it is from one type to another: 0 for the same, `NEVER` where there is no
    conversion.
    """
    if given is wanted:
        return 0
    if (
        given.scalar is None
        and isinstance(given, Array)
        and isinstance(wanted, Array)
        and given.size == wanted.size
    ):
        return rank(given.element, wanted.element)
    source, target = element_of(given), element_of(wanted)
    if source is None or target is None:
        return NEVER
    found = _RANKS.get((source, target), NEVER)
    if found == NEVER or (isinstance(given, Matrix) and not target.is_float):
        return NEVER
    return found if with_element(given, target) is wanted else NEVER


def concrete(type: Type) -> Type:
    """Return the type that an abstract one becomes where nothing says otherwise: i32 and f32."""
    if type.scalar is not None and not type.scalar.is_abstract:
        return type
    if isinstance(type, Array):
        return concrete(type.element).array(type.size)
    if isinstance(type, Struct):
        return type
    element = element_of(type)
    if element is ABSTRACT_INT:
        return with_element(type, INT)
    return with_element(type, FLOAT) if element is ABSTRACT_FLOAT else type


def is_abstract(type: Type) -> bool:
    if type.scalar is not None:
        return type.scalar.is_abstract
    if isinstance(type, Array):
        return is_abstract(type.element)
    if isinstance(type, Struct):
        return any(is_abstract(member.type) for member in type.members)
    return False


def common(types: Sequence[Type]) -> Type | None:
    """Return the type that all are or convert to; one of them, for there is no other."""
    if types.count(types[0]) == len(types):
        return types[0]
    for candidate in types:
        if all(rank(type, candidate) < NEVER for type in types):
            return candidate
    return None


def choose(
    candidates: Iterable[Overload], given: tuple[Type, ...], *, concrete_only: bool
) -> list[Overload]:
    """Return the overloads that no other beats; more than one where the call is ambiguous.

    `concrete_only`: those that take abstract numbers are out, for the call is no constant
    expression.
    """
    ranked = []
    for one in candidates:
        ranks = _ranks(given, one.types)
        if ranks and not (concrete_only and any(map(is_abstract, one.types))):
            ranked.append((ranks, one))
    return [one for ranks, one in ranked if not any(_beats(other, ranks) for other, _ in ranked)]


def _ranks(given: tuple[Type, ...], wanted: tuple[Type, ...]) -> list[int]:
    """Return the rank of each argument's conversion, at least one; nothing where one has none."""
    if len(given) != len(wanted) or not given:
        return []
    found = []
    for argument, parameter in zip(given, wanted, strict=True):
        distance = rank(argument, parameter)
        if distance == NEVER:
            return []
        found.append(distance)
    return found


def _beats(one: list[int], other: list[int]) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))
