"""Constructors of numbers, arrays and structures, and WGSL's zero values."""

from __future__ import annotations

from collections.abc import Callable

from ..tree import Call, Expression, InitList
from ..types import Array, Matrix, Scalar, Struct, Type, Vector
from .base import blank_text
from .places import PlacesPart
from .value import Value, count_of, is_numeric, scalar_of


class ConstructorsPart(PlacesPart):
    """Constructors."""

    def constructed(self, node: Call, type: Type) -> Value:
        known = self.constant_of(node)
        if (
            known is not None
            and is_numeric(type)
            and scalar_of(type).kind in ("int", "uint", "bool")
        ):
            return self.constant_value(known, type)
        if not node.args:
            return self.zero(type)
        if is_numeric(type):
            return self._numbers(node, type)
        return self._listed(node.args, type)

    def zero(self, type: Type) -> Value:
        if not is_numeric(type):
            return Value(type, (blank_text(type, True),), fresh=True)
        zero = blank_text(scalar_of(type), True)
        return Value(type, (zero,) * count_of(type), 0, 0)

    def init_list(self, node: InitList) -> Value:
        """GLSL's braces: as the constructor of the type would."""
        type = self.type_of(node)
        if not is_numeric(type):
            return self._listed(node.items, type)
        inner = type.column if isinstance(type, Matrix) else scalar_of(type)
        parts = self.values([self._maker_of(item, inner) for item in node.items])
        return Value(type, tuple(text for part in parts for text in self.settled(part).texts))

    def _maker_of(self, node: Expression, type: Type) -> Callable[[], Value]:
        return lambda: self.value_as(node, type)

    def _listed(self, nodes: tuple[Expression, ...], type: Type) -> Value:
        types = _inner_types(type, len(nodes))
        parts = self.values(
            [self._maker_of(node, inner) for node, inner in zip(nodes, types, strict=True)]
        )
        settled = [self.settled(part, node) for part, node in zip(parts, nodes, strict=True)]
        return Value(
            type, (f"[{', '.join(self.as_list(part) for part in settled)}]",), fresh=True, depth=3
        )

    def _numbers(self, node: Call, type: Type) -> Value:
        makers: list[Callable[[], Value]] = [self._plain(argument) for argument in node.args]
        given = self.values(makers)
        element = scalar_of(type)
        if len(given) == 1 and isinstance(type, Matrix):
            return self._matrix_of_one(self.certain(given[0]), type, node)
        whole = [part for value in given for part in _split(self.certain(value), element)]
        parts = [self.with_scalars(part, element, node) for part in whole]
        low, high = min(part.low for part in parts), max(part.high for part in parts)
        depth = max(part.depth for part in parts)
        count = count_of(type)
        if len(parts) == 1 and len(parts[0].texts) == 1:
            parts = [self.simple(parts[0])] * count if count > 1 else parts
        texts = tuple(text for part in parts for text in part.texts)
        return Value(type, texts[:count], low, high, depth=depth)

    def _plain(self, node: Expression) -> Callable[[], Value]:
        return lambda: self._concrete(node)

    def _concrete(self, node: Expression) -> Value:
        """The value of an argument; an abstract one is a constant of any type, and taken as it
        is.
        """
        known = self.constant_of(node)
        type = self.type_of(node)
        if known is not None and is_numeric(type) and scalar_of(type).is_abstract:
            return self.constant_value(known, type)
        return self.value(node)

    def _matrix_of_one(self, value: Value, type: Matrix, node: Expression) -> Value:
        value = self.simple(self.with_scalars(value, type.component, node))
        given = value.type
        if isinstance(given, Scalar | Vector) and len(value.texts) == 1:
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


def _inner_types(type: Type, count: int) -> list[Type]:
    if isinstance(type, Array):
        return [type.element] * count
    assert isinstance(type, Struct)
    return [member.type for member in type.members]
