"""Calling a built-in function on values: component by component, results as their types hold
them.
"""

from __future__ import annotations

from typing import Any

from ..types import Matrix, Scalar, Struct, Type, Vector, element_of, size_of
from .row import Hazard
from .signature import Overload
from .values import fit_value

Value = Any
"""A scalar as bool, int or float; a vector as a tuple of these; a matrix as a tuple of columns."""


def hazard_of(overload: Overload, arguments: tuple[Value, ...]) -> Hazard | None:
    """Return the first hazard that the arguments are in, of any component; None where the
    result is one value.
    """
    for row in component_arguments(overload, arguments):
        for hazard in overload.builtin.hazards:
            if hazard.when(*row):
                return hazard
    return None


def call(overload: Overload, arguments: tuple[Value, ...]) -> Value:
    """Return what the function gives for the values of its `in` and `inout` parameters.

    Where it has `out` parameters, or gives a structure, a tuple: the result (None for void), then
    the others. The caller asks `hazard_of` first. A function without a meaning is a `TypeError`.
    """
    builtin = overload.builtin
    if builtin.meaning is None:
        raise TypeError(f"{overload.name} has no meaning on values")
    results = _result_types(overload)
    if not builtin.componentwise:
        made = builtin.meaning(*arguments)
        if len(results) == 1:
            return _fit(made, results[0])
        return tuple(_fit(value, type) for value, type in zip(made, results, strict=True))
    rows = [builtin.meaning(*row) for row in component_arguments(overload, arguments)]
    if len(results) == 1:
        return _value_of_parts(rows, results[0])
    return tuple(_value_of_parts([row[k] for row in rows], type) for k, type in enumerate(results))


def _result_types(overload: Overload) -> tuple[Type, ...]:
    if isinstance(overload.result, Struct):
        return tuple(member.type for member in overload.result.members)
    return (overload.result, *(p.type for p in overload.parameters if p.direction == "out"))


def component_arguments(
    overload: Overload, arguments: tuple[Value, ...]
) -> list[tuple[Value, ...]]:
    """The arguments of each component; scalars go with each. One row where the function takes
    whole values.
    """
    width = max((size_of(p.type) for p in overload.parameters), default=1)
    if not overload.builtin.componentwise or width == 1:
        return [arguments]
    columns = [value if isinstance(value, tuple) else (value,) * width for value in arguments]
    return list(zip(*columns, strict=True))


def _value_of_parts(parts: list[Value], type: Type) -> Value:
    return _fit(tuple(parts), type) if isinstance(type, Vector) else _fit(parts[0], type)


def _fit(value: Value, type: Type) -> Value:
    if value is None:
        return None
    element = element_of(type)
    assert element is not None, f"a result of type {type.glsl}"
    if isinstance(type, Scalar):
        return fit_value(value, element)
    if isinstance(type, Matrix):
        return tuple(tuple(fit_value(part, element) for part in column) for column in value)
    return tuple(fit_value(part, element) for part in value)
