"""Implicit conversions of GLSL and ESSL, and which of several functions a call means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

from ..types import Matrix, Scalar, Type, element_of, with_element

Conversions = Mapping[str, tuple[str, ...]]
"""From the kind of a scalar to the kinds that it becomes by itself, nearest first."""


class Candidate(Protocol):
    """A function that may be called: a built-in one or one of the program."""

    @property
    def types(self) -> tuple[Type, ...]: ...

    @property
    def directions(self) -> tuple[str, ...]: ...


F = TypeVar("F", bound=Candidate)


def converts(given: Type, wanted: Type, conversions: Conversions) -> bool:
    """Whether a value of a type is taken where another is wanted; also where they are the same."""
    if given is wanted:
        return True
    source, target = element_of(given), element_of(wanted)
    if source is None or target is None or target.kind not in conversions.get(source.kind, ()):
        return False
    if isinstance(given, Matrix) and not target.is_float:
        return False
    return with_element(given, target) is wanted


def common_element(left: Scalar, right: Scalar, conversions: Conversions) -> Scalar | None:
    """Return the element type that both convert to; one of the two, for there is no third."""
    if left is right:
        return left
    if right.kind in conversions.get(left.kind, ()):
        return right
    return left if left.kind in conversions.get(right.kind, ()) else None


def fits(candidate: Candidate, given: tuple[Type, ...], conversions: Conversions) -> bool:
    """Whether a function takes the arguments, some of them converted; those of `out` convert
    the other way.
    """
    if len(candidate.types) != len(given):
        return False
    for argument, wanted, direction in zip(
        given, candidate.types, candidate.directions, strict=True
    ):
        if direction != "out" and not converts(argument, wanted, conversions):
            return False
        if direction in ("out", "inout") and not converts(wanted, argument, conversions):
            return False
    return True


def fitting(candidates: Iterable[F], given: tuple[Type, ...], conversions: Conversions) -> list[F]:
    return [one for one in candidates if fits(one, given, conversions)]


def _is_nearer(given: Type, one: Type, other: Type) -> bool:
    """Whether converting to one type is better than to another (GLSL 4.60, 6.1)."""
    if one is other or other is given:
        return False
    if one is given:
        return True
    source, first, second = element_of(given), element_of(one), element_of(other)
    assert source is not None
    assert first is not None
    assert second is not None
    if source.kind == "float":
        return first.kind == "double"
    return first.kind == "float" and second.kind == "double"


def _is_better(one: Candidate, other: Candidate, given: tuple[Type, ...]) -> bool:
    """Better for at least one argument, and for none the other is."""
    rows = list(zip(given, one.types, other.types, strict=True))
    return any(_is_nearer(g, a, b) for g, a, b in rows) and not any(
        _is_nearer(g, b, a) for g, a, b in rows
    )


def best(candidates: list[F], given: tuple[Type, ...]) -> F | None:
    """Return the one candidate that is better than all others; None where there is no such one."""
    for one in candidates:
        if all(one is other or _is_better(one, other, given) for other in candidates):
            return one
    return None
