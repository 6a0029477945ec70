"""Reading WGSL's expressions. What is constant is written as its value: abstract numbers have
no other type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..checker import arithmetic
from ..checker.symbols import UNKNOWN
from ..checker.wgsl.conversion_rank import concrete
from ..tree import Binary, Call, Deref, Expression, Field, Index, Literal, Name, Unary
from ..types import UINT, Scalar, Type, element_of, with_element
from .values import Value
from .wgsl_places import WgslPlaces

_SHIFTS: Final = ("<<", ">>")


class WgslExpressions(WgslPlaces):
    """Expressions."""

    def value(self, node: Expression) -> Value:
        return self.value_as(node, concrete(self.type_of(node)))

    def value_as(self, node: Expression, wanted: Type) -> Value:
        self.emitter.node = node
        known = self.folded(node, wanted)
        if known is not None:
            return Value(known, wanted)
        return _READERS[type(node)](self, node)

    def folded(self, node: Expression, wanted: Type) -> Expression | None:
        value = self.typing.constants.get(id(node))
        if value is None or value is UNKNOWN:
            return None
        given = self.type_of(node)
        if isinstance(node, Name) and given is wanted and self.typing.symbol_of(node) in self.bound:
            return self.bound[self.typing.symbol_of(node)]
        source, target = arithmetic.innermost(given), arithmetic.innermost(wanted)
        if source is not None and target is not None and source is not target:
            value = _converted(value, source, target)
        made: Expression = self.emitter.constant(value, wanted)
        return made

    def _name(self, node: Name) -> Value:
        symbol = self.typing.symbol_of(node)
        return Value(self.name_of(symbol, node), self.type_of(node))

    def _literal(self, node: Literal) -> Value:
        type = self.type_of(node)
        assert isinstance(type, Scalar)
        return Value(self.emitter.constant(node.value, type), type)

    # ---- operators

    def _unary(self, node: Unary) -> Value:
        found: Value = self.emitter.unary(node.op, self.value(node.operand))
        return found

    def _binary(self, node: Binary) -> Value:
        if node.op in ("&&", "||"):
            return self.lazy(node.op, node)
        left, right = self.values(
            (node.left, node.right), self._operand_types(node.op, node.left, node.right)
        )
        return self.operation(node.op, left, right, concrete(self.type_of(node)))

    def operation(self, op: str, left: Value, right: Value, type: Type) -> Value:
        found: Value = self.emitter.binary(op, left, right, type)
        return found

    def _operand_types(self, op: str, left: Expression, right: Expression) -> tuple[Type, Type]:
        """Return the types of both operands: an abstract one becomes what the other one is made
        of.
        """
        first, second = self.type_of(left), self.type_of(right)
        if op in _SHIFTS:
            return concrete(first), with_element(second, UINT)
        one, other = element_of(first), element_of(second)
        assert one is not None
        assert other is not None
        element = element_of(concrete(first if not one.is_abstract else second))
        assert element is not None
        return with_element(first, element), with_element(second, element)

    # ---- parts

    def _index(self, node: Index) -> Value:
        if self.is_place(node):
            return self.loaded(node)
        types = (concrete(self.type_of(node.base)), self._index_type(node.index))
        base, index = self.values((node.base, node.index), types)
        return self.element(base, index.expr)

    def _index_type(self, node: Expression) -> Type:
        return concrete(self.type_of(node))

    def _field(self, node: Field) -> Value:
        if self.is_place(node):
            return self.loaded(node)
        return self.picked(self.value(node.base), node.name)

    def _deref(self, node: Deref) -> Value:
        return self.loaded(node)

    def _call(self, node: Call) -> Value:
        return self.call(node)

    def call(self, node: Call) -> Value:
        raise NotImplementedError


def _converted(value: Any, source: Scalar, target: Scalar) -> Any:
    """Return a constant, through arrays, as another type has it."""
    if isinstance(value, tuple):
        return tuple(_converted(part, source, target) for part in value)
    return arithmetic.converted(value, source, target)


_READERS: Final[dict[type[Expression], Callable[[WgslExpressions, Any], Value]]] = {
    Literal: WgslExpressions._literal,
    Name: WgslExpressions._name,
    Unary: WgslExpressions._unary,
    Binary: WgslExpressions._binary,
    Call: WgslExpressions._call,
    Index: WgslExpressions._index,
    Field: WgslExpressions._field,
    Deref: WgslExpressions._deref,
}
