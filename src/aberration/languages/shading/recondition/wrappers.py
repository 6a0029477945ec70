"""Functions that are called in place of operations, as text of the program's language.

A body holds no more than `if` with `return`, which is the same text in all three languages. No
built-in function is called but the one that is replaced: a program may have functions of its own by
the same names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..tree import Call, Expression, Name
from ..types import Matrix, Scalar, Type, Vector, vector
from .context import Context

_LETTERS: Final = {"int": "i", "uint": "u", "float": "f", "half": "h", "bool": "b"}
_SUFFIXES: Final = {"double": "lf", "half": "h"}
_COMPONENTS: Final = "xyzw"
_NAMES: Final = "abcd"
Case = tuple[str, str]
"""A condition, and what is returned where it holds."""


def spelling(context: Context, type: Type) -> str:
    """Return a scalar, vector or matrix type as the program's language writes it."""
    return type.wgsl if context.wgsl else type.glsl


def word_of(context: Context, type: Type) -> str:
    """Return a type as a part of a name: `ivec3`, in WGSL `vec3i`."""
    if not context.wgsl or isinstance(type, Scalar):
        return spelling(context, type)
    assert isinstance(type, Vector | Matrix)
    shape = f"vec{type.size}" if isinstance(type, Vector) else f"mat{type.columns}x{type.rows}"
    return f"{shape}{_LETTERS[type.component.kind]}"


def number(value: float, element: Scalar) -> str:
    """Return a number as text: of the element's type in GLSL and ESSL, of any in WGSL."""
    if element.is_float:
        return f"{float(value)!r}{_SUFFIXES.get(element.kind, '')}"
    if value == -(2**31):
        return "(-2147483647 - 1)"
    return f"{int(value)}u" if element.kind == "uint" else str(int(value))


def name_for(context: Context, stem: str, result: Type, operands: Sequence[Type]) -> str:
    """Return `divide_int`, or `divide_ivec3_int` where types differ."""
    same = all(operand is result for operand in operands)
    words = [word_of(context, one) for one in ((result,) if same else operands)]
    return "_".join((stem, *words))


def function(
    context: Context, wanted: str, result: Type, operands: Sequence[Type], *cases: Case, last: str
) -> str:
    """Declare a function of parameters `a`, `b`, `c`, `d`, once, and return its name; `cases` are
    asked in their order, and `last` is returned where none holds.
    """
    known = context.name_of(wanted)
    if known is not None:
        return known
    steps = [f"if ({condition}) {{ return {value}; }}" for condition, value in cases]
    return declare(context, wanted, result, operands, (*steps, f"return {last};"))


def declare(
    context: Context,
    wanted: str,
    result: Type,
    operands: Sequence[Type],
    steps: Sequence[str],
    *,
    changes_first: bool = False,
) -> str:
    """Declare a function whose statements are given, once, and return its name; `changes_first`:
    its first parameter is GLSL's `inout`.
    """
    known = context.name_of(wanted)
    if known is not None:
        return known
    pairs = list(zip(_NAMES, operands, strict=False))
    body = " ".join(steps)
    if context.wgsl:
        given = ", ".join(f"{name}: {type.wgsl}" for name, type in pairs)
        return context.declare(wanted, f"fn NAME({given}) -> {result.wgsl} {{ {body} }}")
    given = ", ".join(f"{precise(context, type)} {name}" for name, type in pairs)
    given = f"inout {given}" if changes_first else given
    return context.declare(wanted, f"{precise(context, result)} NAME({given}) {{ {body} }}")


def precise(context: Context, type: Type) -> str:
    """Return a type with the precision that ESSL would else take from a default."""
    element = type.scalar
    assert element is not None
    needs = context.module.language == "essl" and element.is_numeric
    return f"highp {type.glsl}" if needs else type.glsl


def spread(context: Context, stem: str, scalar: str, result: Type, operands: Sequence[Type]) -> str:
    """Return the function that calls `scalar` for each component; `scalar` itself for scalars."""
    if isinstance(result, Scalar):
        return scalar
    wanted = name_for(context, stem, result, operands)
    known = context.name_of(wanted)
    if known is not None:
        return known
    if isinstance(result, Vector):
        rows = [_calls(scalar, operands, f".{one}") for one in _COMPONENTS[: result.size]]
    else:
        assert isinstance(result, Matrix)
        columns = [one.column if isinstance(one, Matrix) else one for one in operands]
        column = spread(context, stem, scalar, result.column, columns)
        rows = [_calls(column, operands, f"[{k}]") for k in range(result.columns)]
    made = f"{spelling(context, result)}({', '.join(rows)})"
    return function(context, wanted, result, operands, last=made)


def _calls(name: str, operands: Sequence[Type], part: str) -> str:
    given = [
        letter if isinstance(type, Scalar) else f"{letter}{part}"
        for letter, type in zip(_NAMES, operands, strict=False)
    ]
    return f"{name}({', '.join(given)})"


def shape_with(type: Type, element: Scalar) -> Type:
    """Return a scalar or vector with another element, also of a matrix that is a float's."""
    if isinstance(type, Vector):
        return vector(element, type.size)
    return element if isinstance(type, Scalar) else type


def call(name: str, *args: Expression) -> Call:
    return Call(callee=Name(name=name), args=args)
