"""Reading the places of GLSL and ESSL: what is loaded from them and stored to them."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from ..checker.conversions import Conversions
from ..checker.symbols import UNKNOWN, VariableSymbol
from ..rules import Rules
from ..tree import (
    AddressOf,
    Assign,
    Evaluate,
    Expression,
    Field,
    Index,
    Literal,
    Name,
    Node,
    Param,
    TypeName,
)
from ..types import BOOL, FLOAT, INT, UINT, Array, Scalar, Struct, Type, element_of, with_element
from .reader import Key, Reader, element_type, holds_call
from .values import SWIZZLES, Place, Value, call, plain_letters, root_name

_LARGEST: Final = 64
"""Elements of a padded array that are read one by one where it is a value."""


class FamilyPlaces(Reader):
    """Places."""

    rules: Rules

    @property
    def conversions(self) -> Conversions:
        return self.rules.conversions

    @property
    def hoists(self) -> bool:
        """Whether the target's expressions write nothing, so that statements before them do."""
        return bool(self.emitter.rules.reason("AssignExpr"))

    @property
    def passes_pointers(self) -> bool:
        """Whether the target has pointers in place of parameters that are copied back."""
        return bool(self.emitter.rules.refusal(Param("a", TypeName("a"), "inout")))

    def is_place(self, node: Expression) -> bool:
        """Whether an expression names a variable or a part of one."""
        while isinstance(node, Index | Field):
            node = node.base
        return isinstance(node, Name)

    def name_of(self, symbol: VariableSymbol, node: Node) -> Expression:
        """Return what a variable is in the target."""
        found = self.bound.get(symbol)
        if found is not None:
            return found
        if symbol.constant is not None and symbol.constant is not UNKNOWN:
            constant: Expression = self.emitter.constant(symbol.constant, symbol.type)
            return constant
        if symbol.constant is UNKNOWN:
            raise self.emitter.refuse("implementation's constant", symbol.name, node)
        if symbol.role == "in":
            reason = "stage variable" if symbol.name.startswith("gl_") else "inputs from vertices"
            raise self.emitter.refuse(reason, symbol.name, node)
        raise self.emitter.refuse(
            "outputs" if symbol.role == "out" else "stage variable", symbol.name, node
        )

    def place(self, node: Expression, *, fix: bool = False) -> Place:
        """Return a place; with `fix` its indices are evaluated now and once."""
        if isinstance(node, Name):
            symbol = self.typing.symbol_of(node)
            return Place(self.name_of(symbol, node), symbol.type)
        if isinstance(node, Field):
            return self._field_place(self.place(node.base, fix=fix), node)
        if not isinstance(node, Index):
            raise self.emitter.refuse("pointers", "a place that is no variable", node)
        return self._index_place(node, fix)

    def _field_place(self, base: Place, node: Field) -> Place:
        type = self.type_of(node)
        if isinstance(base.type, Struct):
            return Place(self.picked(Value(base.expr, base.type), node.name).expr, type)
        if isinstance(base.type, Scalar):
            return base
        letters = plain_letters(node.name)
        if base.swizzle:
            letters = "".join(base.swizzle[SWIZZLES[letter]] for letter in letters)
        if len(letters) == 1:
            return Place(Field(base.expr, letters), type)
        return Place(base.expr, type, letters)

    def _index_place(self, node: Index, fix: bool) -> Place:
        special = self.indexed_specially(node)
        if special is not None:
            return special
        base = self.place(node.base, fix=fix)
        index: Value = self.value(node.index)
        if fix or (self.hoists and holds_call(node.index)):
            index = self.emitter.temporary(index, "at")
        held = self.indexable(Value(self.emitter.target(base), base.type), index.expr)
        expr: Expression = Index(held.expr, index.expr)
        type = element_type(base.type)
        if (
            not isinstance(type, Array)
            and isinstance(base.type, Array)
            and self.is_padded(node, expr)
        ):
            expr = Field(expr, "value")
        return Place(expr, type)

    def indexed_specially(self, node: Index) -> Place | None:
        """Return the place that an element of an array of the language's own is here."""
        raise NotImplementedError

    def _is_in(self, node: Expression, marked: Set[Key]) -> bool:
        return bool(marked) and self.resolved(self.key_of(node)) in marked

    # ---- loading and storing

    def loaded(self, node: Expression) -> Value:
        """Return the value of a place."""
        place = self.place(node)
        return self.load(place, node)

    def load(self, place: Place, node: Expression) -> Value:
        if self._is_in(node, self.atomic):
            if place.type not in (INT, UINT):
                raise self.emitter.refuse(
                    "whole array in memory", "an array of atomics as a value", node
                )
            return Value(call("atomicLoad", AddressOf(place.expr)), place.type)
        if isinstance(place.type, Array | Struct) and root_name(place.expr) in self.uniform_names:
            return Value(
                self._gathered(place.expr, place.type, self.resolved(self.key_of(node)), node),
                place.type,
            )
        found = Value(self.emitter.target(place), place.type)
        if element_of(place.type) is BOOL and root_name(place.expr) in self.uniform_names:
            return self.truth(found)
        return found

    def truth(self, value: Value) -> Value:
        """Return a truth value that lies in a uniform as a number."""
        found: Value = self.emitter.convert(
            Value(value.expr, with_element(value.type, UINT)), value.type
        )
        return found

    def _gathered(
        self, expr: Expression, type: Type, key: Key | None, node: Expression
    ) -> Expression:
        """Return a value that lies in a uniform in rows as the value that it is elsewhere."""
        if isinstance(type, Struct):
            parts = [
                self._gathered(
                    Field(expr, self.emitter.fields[type, one.name]),
                    one.type,
                    (type, one.name),
                    node,
                )
                for one in type.members
            ]
        elif isinstance(type, Array) and self._changes(type, key):
            parts = self._gathered_elements(expr, type, key, node)
        else:
            return self.truth(Value(expr, type)).expr if element_of(type) is BOOL else expr
        made: Expression = self.emitter.made(type, parts)
        return made

    def _changes(self, type: Array, key: Key | None) -> bool:
        """Whether an array is another type in a uniform."""
        element: Type = type
        while isinstance(element, Array):
            element = element.element
        return (
            isinstance(element, Struct) or element_of(element) is BOOL or key in self.emitter.padded
        )

    def _gathered_elements(
        self, expr: Expression, type: Array, key: Key | None, node: Expression
    ) -> list[Expression]:
        size = type.size or 0
        if size > _LARGEST:
            raise self.emitter.refuse(
                "whole array in memory", f"an array of {size} elements in a uniform", node
            )
        parts = [self.emitter.indexed(expr, k) for k in range(size)]
        if not isinstance(type.element, Array) and key in self.emitter.padded:
            parts = [Field(part, "value") for part in parts]
        return [self._gathered(part, type.element, key, node) for part in parts]

    def is_padded(self, node: Expression, expr: Expression) -> bool:
        """Whether the elements of an array, one of which the expression is, are wrapped."""
        return (
            root_name(expr) in self.uniform_names
            and self.resolved(self.key_of(node)) in self.emitter.padded
        )

    def store(self, place: Place, value: Value, node: Expression) -> None:
        if self._is_in(node, self.atomic):
            self.emitter.call_statement(call("atomicStore", AddressOf(place.expr), value.expr))
            return
        self.emitter.assign(place, value.expr)

    def set(self, variable: Value, value: Value) -> None:
        self.emitter.emit(Assign("=", variable.expr, value.expr))

    def computed(self, op: str, place: Place, node: Expression, target: Expression) -> Value:
        """Return the value that an assignment gives to a place."""
        if op == "=":
            return self.value_as(node, place.type)
        mark = len(self.emitter.out)
        held = [self.load(place, target)]
        right: Value = self.value(node)
        if len(self.emitter.out) > mark:
            self.emitter.kept_before(mark, held)
        return self.converted(self.operation(op[:-1], held[0], right, place.type), place.type)

    def converted(self, value: Value, wanted: Type) -> Value:
        raise NotImplementedError

    def operation(self, op: str, left: Value, right: Value, type: Type) -> Value:
        raise NotImplementedError

    def stepped(self, op: str, value: Value) -> Value:
        """Return a value and one, or less one."""
        element = element_of(value.type)
        assert element is not None
        one = Value(self.emitter.constant(1.0 if element is FLOAT else 1, element), element)
        found: Value = self.emitter.binary(op[0], value, one, value.type)
        return found

    def drop(self, value: Value) -> None:
        """Let an expression happen whose value nobody wants."""
        emitter = self.emitter
        if emitter.is_fixed(value.expr):
            return
        if not emitter.rules.reason("Evaluate"):
            emitter.emit(Evaluate(value.expr))
        else:
            emitter.emit(Assign("=", None, value.expr))

    def indexable(self, base: Value, index: Expression) -> Value:
        """Return a value that can be indexed by a variable: WGSL's compilers want it in memory."""
        if self.emitter.indexes_values or isinstance(index, Literal) or self.is_memory(base.expr):
            return base
        found: Value = self.emitter.variable(base.type, base.expr, "table")
        self.memory.add(root_name(found.expr))
        return found
