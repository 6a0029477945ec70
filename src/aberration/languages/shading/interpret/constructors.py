"""Constructors of numbers, arrays and structures, and WGSL's zero values."""

from __future__ import annotations

from functools import partial
from typing import Final

from ..tree import Call, Expression, InitList
from ..types import Array, Matrix, Scalar, Struct, Type, Vector, is_numeric
from .conversion import value_as, with_scalars
from .generator import Generator, Values
from .settling import certain, in_order, known_value, settle, simple
from .texts import as_list, blank_text, constant_value
from .value import Value, count_of, scalar_of


def construct(gen: Generator, node: Call, type: Type) -> Value:
    """Return what the constructor of a type gives."""
    known = known_value(gen, node, type)
    if known is not None:
        return known
    if not node.args:
        return zero_value(type)
    if is_numeric(type):
        return _number_of(gen, node, type)
    return _list_of(gen, node.args, type)


def zero_value(type: Type) -> Value:
    """Return the value of a type that is all zeros."""
    if not is_numeric(type):
        return Value(type, (blank_text(type, True),), fresh=True)
    zero = blank_text(scalar_of(type), True)
    return Value(type, (zero,) * count_of(type), 0, 0)


def _init_list(gen: Generator, node: InitList) -> Value:
    """GLSL's braces: as the constructor of the type would."""
    type = gen.type_of(node)
    if not is_numeric(type):
        return _list_of(gen, node.items, type)
    inner = type.column if isinstance(type, Matrix) else scalar_of(type)
    parts = in_order(gen, [partial(value_as, gen, item, inner) for item in node.items])
    return Value(type, tuple(text for part in parts for text in settle(gen, part).texts))


def _list_of(gen: Generator, nodes: tuple[Expression, ...], type: Type) -> Value:
    if isinstance(type, Array):
        types = [type.element] * len(nodes)
    else:
        assert isinstance(type, Struct)
        types = [member.type for member in type.members]
    parts = in_order(
        gen, [partial(value_as, gen, node, inner) for node, inner in zip(nodes, types, strict=True)]
    )
    whole = [settle(gen, part, node) for part, node in zip(parts, nodes, strict=True)]
    return Value(type, (f"[{', '.join(as_list(part) for part in whole)}]",), fresh=True, depth=3)


def _number_of(gen: Generator, node: Call, type: Type) -> Value:
    given = in_order(gen, [partial(concrete_value, gen, argument) for argument in node.args])
    element = scalar_of(type)
    # The four numbers of a vector fill a matrix of two columns in order (GLSL 4.60, 5.4.2).
    if len(given) == 1 and isinstance(type, Matrix) and not isinstance(given[0].type, Vector):
        return _matrix_of_one(gen, certain(gen, given[0]), type, node)
    whole = [part for value in given for part in _split(certain(gen, value), element)]
    parts = [with_scalars(gen, part, element, node) for part in whole]
    low, high = min(part.low for part in parts), max(part.high for part in parts)
    depth = max(part.depth for part in parts)
    count = count_of(type)
    if len(parts) == 1 and len(parts[0].texts) == 1:
        parts = [simple(gen, parts[0])] * count if count > 1 else parts
    texts = tuple(text for part in parts for text in part.texts)
    return Value(type, texts[:count], low, high, depth=depth)


def concrete_value(gen: Generator, node: Expression) -> Value:
    """The value of an argument; an abstract one is a constant of any type, and taken as it
    is.
    """
    known = gen.constant_of(node)
    type = gen.type_of(node)
    if known is not None and is_numeric(type) and scalar_of(type).is_abstract:
        return constant_value(known, type)
    return gen.value(node)


def _matrix_of_one(gen: Generator, value: Value, type: Matrix, node: Expression) -> Value:
    value = simple(gen, with_scalars(gen, value, type.component, node))
    given = value.type
    if isinstance(given, Scalar):
        places = [(column, row) for column in range(type.columns) for row in range(type.rows)]
        return Value(type, tuple(value.text if c == r else "0.0" for c, r in places))
    assert isinstance(given, Matrix)
    texts = []
    for column in range(type.columns):
        for row in range(type.rows):
            inside = column < given.columns and row < given.rows
            identity = "1.0" if column == row else "0.0"
            texts.append(value.texts[column * given.rows + row] if inside else identity)
    return Value(type, tuple(texts))


def _split(value: Value, element: Scalar) -> list[Value]:
    """Return the scalars of a matrix one by one where there are no matrices of the other
    element type.
    """
    if not isinstance(value.type, Matrix) or element.is_float:
        return [value]
    return [Value(value.type.component, (text,), depth=value.depth) for text in value.texts]


CONSTRUCTORS: Final[Values] = {InitList: _init_list}
