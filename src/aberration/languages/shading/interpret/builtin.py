"""Built-in functions as generated code calls them: hazards looked at, results as their types
hold them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from ..builtins.evaluate import call
from ..builtins.row import Hazard
from ..builtins.signature import Overload
from ..builtins.values import fit_value, half, single
from ..semantics import Semantics
from ..types import VOID, Scalar, Struct, Type, element_of
from .options import Options
from .trap import Undefined
from .value import scalar_of

Loose = Callable[..., Any]
"""A function of floats, rounded another way than to the nearest."""
_OPEN: Final = ("undefined", "indeterminate", "indeterminate at run time")


class Origin(msgspec.Struct, frozen=True, eq=False):
    """Which built-in function an object of generated text is: of one component, or of whole
    values.
    """

    overload: Overload
    whole: bool

    @property
    def argument_types(self) -> tuple[Type, ...]:
        """The types of what it takes."""
        types = [
            type
            for type, direction in zip(self.overload.types, self.overload.directions, strict=True)
            if direction != "out"
        ]
        return tuple(types if self.whole else [scalar_of(type) for type in types])

    @property
    def result_types(self) -> tuple[Type | None, ...]:
        """The types of what it gives; None for a function that gives nothing, before its `out`
        parameters.
        """
        overload = self.overload
        if not self.whole:
            return (scalar_of(overload.result),)
        if isinstance(overload.result, Struct):
            return tuple(member.type for member in overload.result.members)
        outs = [
            type
            for type, direction in zip(overload.types, overload.directions, strict=True)
            if direction == "out"
        ]
        return (None if overload.result is VOID else overload.result, *outs)


class Cast(msgspec.Struct, frozen=True, eq=False):
    """An object of generated text that gives the same bits as another type."""

    source: Scalar
    target: Scalar


def open_hazards(overload: Overload, semantics: Semantics) -> tuple[Hazard, ...]:
    """Return the hazards whose result the language leaves open."""
    column = semantics.hazards
    return tuple(hazard for hazard in overload.builtin.hazards if getattr(hazard, column) in _OPEN)


def is_scalar_wise(overload: Overload) -> bool:
    """Whether the function can be called for each component alone, with one result."""
    single_result = not isinstance(overload.result, Struct) and "out" not in overload.directions
    return overload.builtin.componentwise and single_result


def component_function(
    overload: Overload, semantics: Semantics, options: Options, loose: Loose | None = None
) -> Callable[..., Any]:
    """Return the function of one component; `loose` is its meaning where that is not the
    table's.
    """
    meaning, element = loose or overload.builtin.meaning, element_of(overload.result)
    assert meaning is not None
    assert element is not None
    hazards, fit = open_hazards(overload, semantics), fitter(element, options)
    name = overload.name

    def check_and_call(*arguments: Any) -> Any:
        for hazard in hazards:
            if hazard.when(*arguments):
                raise domain_error(name, hazard, arguments)
        try:
            found = meaning(*arguments)
        except ZeroDivisionError:
            raise Undefined("domain", f"a division by zero for {values_text(arguments)}") from None
        return fit(found)

    return check_and_call


def whole_function(
    overload: Overload, semantics: Semantics, options: Options, loose: Loose | None = None
) -> Callable[..., Any]:
    """Return the function of whole values: vectors as tuples, matrices as tuples of columns.

    `loose` is its meaning where that is not the table's; it gives 32-bit floats.
    """
    hazards = open_hazards(overload, semantics)
    trap = options.nonfinite == "trap"
    name = overload.name

    def check_and_call(*arguments: Any) -> Any:
        for hazard in hazards:
            for row in _rows(overload, arguments):
                if hazard.when(*row):
                    raise domain_error(name, hazard, row)
        try:
            found = loose(*arguments) if loose is not None else call(overload, arguments)
        except ZeroDivisionError:
            raise Undefined("domain", f"{name} divides by zero") from None
        if trap and _has_nonfinite(found):
            raise Undefined("nan", f"{name} gives {found}")
        return found

    return check_and_call


def _rows(overload: Overload, arguments: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    if not overload.builtin.componentwise or not any(
        isinstance(argument, tuple) for argument in arguments
    ):
        return [arguments]
    width = max(len(argument) for argument in arguments if isinstance(argument, tuple))
    columns = [
        argument if isinstance(argument, tuple) else (argument,) * width for argument in arguments
    ]
    return list(zip(*columns, strict=True))


def _has_nonfinite(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(_has_nonfinite(part) for part in value)
    return isinstance(value, float) and value - value != 0.0


def fitter(element: Scalar, options: Options) -> Callable[[Any], Any]:
    """Return what brings a result to its type, and traps infinities and NaN where the options
    say so.
    """
    if not element.is_float or options.nonfinite == "allow":
        return lambda value: fit_value(value, element)
    round_ = single if element.bits == 32 else half if element.bits == 16 else float

    def finite(value: float) -> float:
        rounded = round_(value)
        if rounded - rounded != 0.0:
            raise Undefined("nan", f"the result is {rounded}")
        return rounded

    return finite


def domain_error(name: str, hazard: Hazard, arguments: tuple[Any, ...]) -> Undefined:
    return Undefined("domain", f"{name} where {hazard.says}: {name}({values_text(arguments)})")


def values_text(arguments: tuple[Any, ...]) -> str:
    return ", ".join(_value_text(argument) for argument in arguments)


def _value_text(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(_value_text(part) for part in value)})"
    if isinstance(value, float):
        return f"{value:.9g}"
    return str(value).lower() if isinstance(value, bool) else str(value)
