"""Texts of values that need no state: numbers, lists, their copies and blanks."""

from __future__ import annotations

from typing import Any

from ..builtins.values import fit_value, is_subnormal
from ..types import Array, Atomic, Matrix, Scalar, Struct, Type, Vector
from .trap import Refused
from .value import Value, is_boxed, is_simple, scalar_of


def constant_value(value: Any, type: Type) -> Value:
    """Return a numeric constant."""
    element = scalar_of(type)
    scalars = [fit_value(scalar, element) for scalar in _scalars_in(value)]
    if element.kind == "float" and any(map(is_subnormal, scalars)):
        raise Refused("a constant too small to be a normal number, which may be flushed to zero")
    texts = tuple([literal(scalar) for scalar in scalars])
    if element.is_integer:
        return Value(type, texts, int(min(scalars)), int(max(scalars)))
    return Value(type, texts)


def wrapped_text(text: str, element: Scalar) -> str:
    """Return an integer brought into its type."""
    if element.kind == "uint":
        return f"({text} & 4294967295)"
    # Moved by 2^31, the range of int begins at 0, where a mask does what two's complement does.
    return f"(({text} + 2147483648 & 4294967295) - 2147483648)"


def as_list(value: Value) -> str:
    """Return a value as it lies in a list: a scalar itself, all else a list that nothing
    else holds.
    """
    type = value.type
    if isinstance(type, Scalar):
        return value.text
    if isinstance(type, Vector):
        return f"[{', '.join(value.texts)}]"
    if isinstance(type, Matrix):
        rows, texts = type.rows, value.texts
        columns = [f"[{', '.join(texts[k * rows : k * rows + rows])}]" for k in range(type.columns)]
        return f"[{', '.join(columns)}]"
    return value.text if value.fresh else copy_text(type, value.text, 0)


def in_memory_text(type: Type, text: str) -> str:
    """Return what a variable in memory holds: a scalar is alone in a list."""
    return f"[{text}]" if is_boxed(type) else text


def is_literal(text: str) -> bool:
    """Whether a text is a number."""
    return text[:1].isdigit() or text[:2] == "(-" or text in ("True", "False")


def literal(scalar: bool | int | float) -> str:
    """Return a number as Python writes it, in brackets where it is negative."""
    if isinstance(scalar, float) and scalar - scalar != 0.0:
        return "nan" if scalar != scalar else "inf" if scalar > 0 else "(-inf)"
    text = repr(scalar)
    return f"({text})" if text[0] == "-" else text


def _scalars_in(value: Any) -> list[Any]:
    if isinstance(value, tuple):
        return [scalar for part in value for scalar in _scalars_in(part)]
    return [value]


def is_flat(type: Type) -> bool:
    """Whether a list of the type holds no lists."""
    if isinstance(type, Vector):
        return True
    if isinstance(type, Array):
        return isinstance(type.element, Scalar | Atomic)
    return isinstance(type, Struct) and all(
        isinstance(member.type, Scalar | Atomic) for member in type.members
    )


def copy_text(type: Type, text: str, depth: int) -> str:
    """Return a copy of a list; `depth` numbers the variables of its loops."""
    if isinstance(type, Scalar | Atomic):
        return text
    if is_flat(type):
        return f"{text}[:]"
    if isinstance(type, Array | Matrix):
        inner = type.element if isinstance(type, Array) else type.column
        return f"[{copy_text(inner, f'e{depth}', depth + 1)} for e{depth} in {text}]"
    assert isinstance(type, Struct)
    if not is_simple(text):
        return f"deep({text})"
    members = [
        copy_text(member.type, f"{text}[{k}]", depth) for k, member in enumerate(type.members)
    ]
    return f"[{', '.join(members)}]"


def blank_text(type: Type, zero: bool) -> str:
    """Return a variable without initialiser, as a list: of zeros, or of None."""
    if isinstance(type, Scalar | Atomic) and not zero:
        return "None"
    if isinstance(type, Scalar):
        return "False" if type.kind == "bool" else "0.0" if type.is_float else "0"
    if isinstance(type, Atomic):
        return "0"
    if isinstance(type, Struct):
        return f"[{', '.join(blank_text(member.type, zero) for member in type.members)}]"
    inner, count = _element_and_count(type)
    text = blank_text(inner, zero)
    if isinstance(inner, Scalar | Atomic):
        return f"[{text}] * {count}"
    return f"[{text} for e in range({count})]"


def _element_and_count(type: Type) -> tuple[Type, int]:
    if isinstance(type, Vector):
        return type.component, type.size
    if isinstance(type, Matrix):
        return type.column, type.columns
    if isinstance(type, Array) and type.size is not None:
        return type.element, type.size
    raise Refused(f"a variable of type {type.glsl}")
