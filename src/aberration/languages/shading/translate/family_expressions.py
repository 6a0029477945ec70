"""Reading the expressions of GLSL and ESSL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..builtins.values import fitted
from ..checker.conversions import common_element
from ..tree import (
    AssignExpr,
    Binary,
    Block,
    Call,
    Comma,
    Conditional,
    Expression,
    Field,
    If,
    IncrementExpr,
    Index,
    InitList,
    Literal,
    Name,
    Unary,
)
from ..types import Scalar, Type, Vector, element_of, with_element
from .emitter import parts_of
from .family_places import FamilyPlaces
from .reader import is_small
from .values import Value

_SHIFTS: Final = ("<<", ">>")
_CHEAP: Final = ("+", "-", "*", "&", "|", "^", "<", ">", "<=", ">=", "==", "!=")


class FamilyExpressions(FamilyPlaces):
    """Expressions."""

    def value(self, node: Expression) -> Value:
        self.emitter.node = node
        return _READERS[type(node)](self, node)

    def value_as(self, node: Expression, wanted: Type) -> Value:
        if isinstance(node, InitList):
            return self._listed(node, wanted)
        return self.converted(self.value(node), wanted)

    def converted(self, value: Value, wanted: Type) -> Value:
        if value.type is wanted or element_of(wanted) is None:
            return value
        converted: Value = self.emitter.convert(value, wanted)
        return converted

    def _literal(self, node: Literal) -> Value:
        type = self.type_of(node)
        assert isinstance(type, Scalar)
        if type.kind == "double":
            raise self.emitter.refuse("float of another width", "a double", node)
        return Value(self.emitter.constant(fitted(node.value, type), type), type)

    def _name(self, node: Name) -> Value:
        return self.loaded(node)

    # ---- operators

    def _unary(self, node: Unary) -> Value:
        found: Value = self.emitter.unary(node.op, self.value(node.operand))
        return found

    def _binary(self, node: Binary) -> Value:
        if node.op in ("&&", "||"):
            return self.lazy(node.op, node)
        left, right = self.values((node.left, node.right))
        return self.operation(node.op, left, right, self.type_of(node))

    def operation(self, op: str, left: Value, right: Value, type: Type) -> Value:
        """Return `left op right`, the operands converted as GLSL does by itself."""
        first, second = element_of(left.type), element_of(right.type)
        if first is not None and second is not None and first is not second and op not in _SHIFTS:
            element = common_element(first, second, self.conversions)
            assert element is not None
            left = self.converted(left, with_element(left.type, element))
            right = self.converted(right, with_element(right.type, element))
        found: Value = self.emitter.binary(op, left, right, type)
        return found

    def _conditional(self, node: Conditional) -> Value:
        type = self.type_of(node)
        condition = self.value(node.condition)
        with self.emitter.collected() as first:
            then = self.value_as(node.then, type)
        with self.emitter.collected() as second:
            otherwise = self.value_as(node.otherwise, type)
        if not first and not second:
            simple = self._simple_conditional(condition, then, otherwise, node)
            if simple is not None:
                return Value(simple, type)
        result = self.emitter.variable(type, None, "chosen")
        with self.emitter.collected() as taken:
            self.emitter.emit(*first)
            self.set(result, then)
        with self.emitter.collected() as left:
            self.emitter.emit(*second)
            self.set(result, otherwise)
        self.emitter.emit(If(condition.expr, Block(tuple(taken)), Block(tuple(left))))
        self.emitter.fixed.add(result.expr.name)
        self.memory.add(result.expr.name)
        return Value(result.expr, type)

    def _simple_conditional(
        self, condition: Value, then: Value, otherwise: Value, node: Conditional
    ) -> Expression | None:
        if not self.emitter.rules.reason("Conditional"):
            return Conditional(condition.expr, then.expr, otherwise.expr)
        plain = isinstance(then.type, Scalar | Vector)
        if plain and _is_cheap(node.then, self) and _is_cheap(node.otherwise, self):
            return Call(Name("select"), (otherwise.expr, then.expr, condition.expr))
        return None

    # ---- parts

    def _index(self, node: Index) -> Value:
        if self.is_place(node):
            return self.loaded(node)
        base, index = self.values((node.base, node.index))
        return self.element(self.indexable(base, index.expr), index.expr)

    def _field(self, node: Field) -> Value:
        if self.is_place(node):
            return self.loaded(node)
        return self.picked(self.value(node.base), node.name)

    # ---- writing inside of expressions

    def _assign(self, node: AssignExpr) -> Value:
        if not self.hoists:
            place = self.place(node.target)
            right = self._right(node.op, place.type, node.value)
            return Value(AssignExpr(node.op, self.emitter.target(place), right.expr), place.type)
        place = self.place(node.target, fix=True)
        value = self.computed(node.op, place, node.value, node.target)
        kept: Value = self.emitter.temporary(value)
        self.store(place, kept, node.target)
        return kept

    def _right(self, op: str, type: Type, node: Expression) -> Value:
        if op == "=":
            return self.value_as(node, type)
        value = self.value(node)
        element, own = element_of(type), element_of(value.type)
        if op in ("<<=", ">>=") or element is None or own is None:
            return value
        return self.converted(value, with_element(value.type, element))

    def _increment(self, node: IncrementExpr) -> Value:
        if not self.emitter.rules.reason("IncrementExpr"):
            place = self.place(node.target)
            return Value(
                IncrementExpr(node.op, self.emitter.target(place), node.prefix), place.type
            )
        place = self.place(node.target, fix=True)
        before: Value = self.emitter.temporary(self.load(place, node.target))
        after: Value = self.emitter.temporary(self.stepped(node.op, before))
        self.store(place, after, node.target)
        return after if node.prefix else before

    def _comma(self, node: Comma) -> Value:
        with self.emitter.collected() as statements:
            left = self.value(node.left)
        if not statements and not self.emitter.rules.reason("Comma"):
            right = self.value(node.right)
            return Value(Comma(left.expr, right.expr), right.type)
        self.emitter.emit(*statements)
        self.drop(left)
        return self.value(node.right)

    def _listed(self, node: InitList, type: Type) -> Value:
        types = parts_of(type)
        values = self.values(node.items, types)
        found: Value = self.emitter.construct(type, values)
        return found

    def _call(self, node: Call) -> Value:
        return self.call(node)

    def call(self, node: Call) -> Value:
        raise NotImplementedError


def _is_cheap(node: Expression, reader: Any) -> bool:
    """Whether evaluating an expression that is not asked for does no harm: no calls, no
    indices, no division.
    """
    if isinstance(node, Binary):
        element = element_of(reader.type_of(node.left))
        whole = element is not None and element.is_integer
        return (
            whole
            and node.op in _CHEAP
            and _is_cheap(node.left, reader)
            and _is_cheap(node.right, reader)
        )
    return is_small(node)


_READERS: Final[dict[type[Expression], Callable[[FamilyExpressions, Any], Value]]] = {
    Literal: FamilyExpressions._literal,
    Name: FamilyExpressions._name,
    Unary: FamilyExpressions._unary,
    Binary: FamilyExpressions._binary,
    Conditional: FamilyExpressions._conditional,
    Call: FamilyExpressions._call,
    Index: FamilyExpressions._index,
    Field: FamilyExpressions._field,
    AssignExpr: FamilyExpressions._assign,
    IncrementExpr: FamilyExpressions._increment,
    Comma: FamilyExpressions._comma,
}
