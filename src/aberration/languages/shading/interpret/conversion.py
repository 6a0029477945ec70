"""Conversions between scalar types, component by component."""

from __future__ import annotations

from ..builtins.values import fit_value
from ..tree import Expression, Node
from ..types import Scalar, Type, is_numeric, with_element
from .generator import Generator
from .settling import mark, settle
from .texts import constant_value, literal
from .value import Value, scalar_of

_EXACT_IN_SINGLE = 1 << 24
"""All integers up to here are floats of 32 bits."""


def value_as(gen: Generator, node: Expression, wanted: Type) -> Value:
    """Return the value of an expression, converted to the type that its place asks for."""
    known = gen.constant_of(node)
    given = gen.type_of(node)
    if (
        known is not None
        and is_numeric(wanted)
        and is_numeric(given)
        and scalar_of(given).is_abstract
    ):
        return constant_value(known, wanted)
    return convert(gen, gen.value(node), wanted, node)


def settled_as(gen: Generator, node: Expression, wanted: Type) -> Value:
    """Return the same, with integers within their type, and never None."""
    return settle(gen, value_as(gen, node, wanted), node)


def convert(gen: Generator, value: Value, wanted: Type, node: Node | None = None) -> Value:
    """Return a value with another element type; the shape stays."""
    if value.type is wanted or not is_numeric(wanted) or not is_numeric(value.type):
        return value
    target = scalar_of(wanted)
    return with_scalars(gen, value, target, node)


def with_scalars(gen: Generator, value: Value, target: Scalar, node: Node | None = None) -> Value:
    """Return a value whose scalars are of another type."""
    source = scalar_of(value.type)
    if source is target:
        return value
    type = with_element(value.type, target)
    # The same 32 bits: they are wrapped to the new type where they are settled.
    if source.is_integer and target.is_integer:
        return value.like(value.texts, type, value.depth)
    value = settle(gen, value, node)
    return _convert_scalars(gen, value, type, source, target, node)


def _convert_scalars(
    gen: Generator, value: Value, type: Type, source: Scalar, target: Scalar, node: Node | None
) -> Value:
    texts, depth = value.texts, value.depth + 2
    if target.kind == "bool":
        zero = "0.0" if source.is_float else "0"
        return Value(type, tuple([f"({text} != {zero})" for text in texts]), depth=depth)
    if source.kind == "bool" and target.is_float:
        return Value(type, tuple([f"(1.0 if {text} else 0.0)" for text in texts]), depth=depth)
    if source.kind == "bool":
        return Value(type, tuple([f"(1 if {text} else 0)" for text in texts]), 0, 1, depth=depth)
    if target.is_float:
        texts = tuple([_float_text(gen, value, text, source, target) for text in texts])
        return Value(type, texts, depth=depth)
    helper = "to_int" if target.kind == "int" else "to_uint"
    found = Value(type, tuple([f"{helper}({text})" for text in texts]), depth=depth)
    return found if node is None else mark(gen, node, found)


def _float_text(gen: Generator, value: Value, text: str, source: Scalar, target: Scalar) -> str:
    if source.is_float:
        return text if target.kind == "double" else rounded_text(gen, text, target)
    if value.low == value.high:
        return literal(fit_value(float(value.low), target))
    if target.kind != "half" and max(-value.low, value.high) <= _EXACT_IN_SINGLE:
        # An addition is the shortest way from an integer to a float in Python.
        return f"({text} + 0.0)"
    return rounded_text(gen, text, target)


def rounded_text(gen: Generator, text: str, element: Scalar) -> str:
    """Return a float as its type holds it."""
    if gen.rounding is not None and element.kind in ("float", "half"):
        return f"loose_half({text})" if element.kind == "half" else f"loose_rounded({text})"
    if element.kind == "float":
        return f"unpack(pack({text}))[0]"
    return f"half({text})" if element.kind == "half" else f"float({text})"
