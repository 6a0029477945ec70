"""Reading: literals, names, members, swizzles, elements, and the assignments inside expressions."""

from __future__ import annotations

from ..checker.symbols import UNKNOWN
from ..tree import (
    AddressOf,
    AssignExpr,
    Comma,
    Conditional,
    Deref,
    Expression,
    Field,
    IncrementExpr,
    Index,
    Literal,
    Name,
    Node,
)
from ..types import Array, Matrix, Pointer, Scalar, Struct, Type, Vector, with_element
from .access import clash, components
from .constructors import ConstructorsPart
from .places import Place
from .value import Value, count_of, is_numeric, is_simple, scalar_of, stored


class PartsPart(ConstructorsPart):
    """Reading."""

    def literal(self, node: Literal) -> Value:
        return self.constant_value(node.value, self.type_of(node))

    def name(self, node: Name) -> Value:
        symbol = self.typing.symbols[id(node)]
        type = stored(symbol.type)
        if symbol.constant is not None and symbol.constant is not UNKNOWN and is_numeric(type):
            return self.constant_value(symbol.constant, self.type_of(node))
        if symbol.constant is UNKNOWN and symbol.node is None and symbol not in self.names:
            raise self.refuse(f"{symbol.name}, which the implementation chooses")
        if isinstance(type, Pointer):
            return Value(type, self.names_of(symbol))
        return self._named_value(node)

    def _named_value(self, node: Name) -> Value:
        symbol = self.typing.symbols[id(node)]
        value = self.loaded(self.place(node))
        low, high = self.ranges.get(symbol, (value.low, value.high))
        texts = value.texts
        if not self.is_written_first(symbol) and not self.is_in_memory(symbol):
            texts = tuple([self.writer.marked(node, text) for text in texts])
        return Value(
            value.type,
            texts,
            low,
            high,
            fresh=value.fresh,
            unsure=value.unsure,
            origin=value.origin,
        )

    def field(self, node: Field) -> Value:
        if self.is_place(node):
            return self._checked_part(node)
        base = self.value(node.base)
        if isinstance(base.type, Struct):
            names = [member.name for member in base.type.members]
            return self._from_list(
                self.type_of(node), f"{base.text}[{names.index(node.name)}]", base
            )
        return self._swizzled(node, base)

    def _checked_part(self, node: Field) -> Value:
        """A part of a place; where the whole may be unwritten, each scalar is looked at alone."""
        value = self.loaded(self.place(node))
        root: Expression = node
        while isinstance(root, Field | Index):
            root = root.base
        symbol = self.typing.symbols.get(id(root))
        if symbol is None or self.is_written_first(symbol) or self.is_in_memory(symbol):
            return value
        return Value(
            value.type,
            tuple([self.writer.marked(node, text) for text in value.texts]),
            unsure=value.unsure,
            origin=value.origin,
        )

    def _swizzled(self, node: Field, base: Value) -> Value:
        chosen = components(node.name)
        if len(set(chosen)) != len(chosen):
            base = self.simple(base)
        texts = tuple(base.texts[k] for k in chosen)
        return Value(
            self.type_of(node),
            texts,
            base.low,
            base.high,
            unsure=base.unsure,
            depth=base.depth,
            origin=base.origin,
        )

    def _from_list(self, type: Type, text: str, base: Value) -> Value:
        """A value that lies in a list that is the value of an expression."""
        if not is_numeric(type):
            return Value(type, (text,), fresh=base.fresh)
        if isinstance(type, Scalar):
            return Value(type, (text,), unsure=self.facts.is_partial(base.type))
        name = self.spilled_text(text)
        place = self._in_list(
            type, name, None, tracked="", partial=self.facts.is_partial(base.type)
        )
        return self.loaded(place)

    def index(self, node: Index) -> Value:
        if self.is_place(node) and self._is_reachable(node):
            return self._checked_element(node)
        base = self.value(node.base)
        if isinstance(base.type, Array):
            text = self.index_text(node, base.type)
            return self._from_list(
                self.type_of(node), self.writer.marked(node, f"{base.text}[{text}]"), base
            )
        return self._component_of(node, base)

    def _is_reachable(self, node: Index) -> bool:
        """Swizzles with an index known only at run time are no places here, but values."""
        place = self.facts.access.place_of(node)
        if place is None or self._constant_index(node) is not None:
            return True
        return not (
            isinstance(node.base, Field) and not isinstance(self.type_of(node.base.base), Struct)
        )

    def _checked_element(self, node: Index) -> Value:
        value = self.loaded(self.place(node))
        place = self.facts.access.place_of(node)
        if place is None or self.is_written_first(place.symbol) or self.is_in_memory(place.symbol):
            return value
        return Value(
            value.type,
            tuple([self.writer.marked(node, text) for text in value.texts]),
            unsure=value.unsure,
            origin=value.origin,
        )

    def _component_of(self, node: Index, base: Value) -> Value:
        """An element of a vector or matrix that is no place."""
        type, count = self.type_of(node), count_of(self.type_of(node))
        known = self._constant_index(node)
        if known is not None:
            texts = base.texts[known * count : known * count + count]
            return Value(type, texts, base.low, base.high, depth=base.depth)
        base = self.settled(base, node)
        index = self.spilled_text(self.index_text(node, base.type))
        texts = tuple(
            [
                self.writer.marked(node, f"({', '.join(base.texts[k::count])})[{index}]")
                for k in range(count)
            ]
        )
        return Value(type, texts, depth=base.depth + 2)

    # ---- WGSL's pointers

    def address_of(self, node: AddressOf) -> Value:
        if isinstance(node.operand, Deref):
            return self.value(node.operand.operand)
        return Value(self.typing.types[id(node)], (self.pointer_to(node.operand),))

    def deref(self, node: Deref) -> Value:
        return self.loaded(self.place(node))

    # ---- what GLSL may do inside expressions

    def conditional(self, node: Conditional) -> Value:
        condition = self.settled(self.shallow(self.value(node.condition)), node.condition)
        type = self.type_of(node)
        with self.writer.captured() as first:
            then = self._branch(node.then, type)
        with self.writer.captured() as second:
            otherwise = self._branch(node.otherwise, type)
        if not first and not second and (len(then.texts) == 1 or is_simple(condition.text)):
            return self._chosen(condition.text, then, otherwise)
        name = self.spilled_text(condition.text)
        if not first and not second:
            return self._chosen(name, then, otherwise)
        names = tuple(self.writer.temporary() for _ in then.texts)
        targets = ", ".join(names)
        for head, lines, value in ((f"if {name}:", first, then), ("else:", second, otherwise)):
            with self.writer.block(head):
                self.writer.extend(lines)
                self.writer.line(f"{targets} = {', '.join(value.texts)}")
        return Value(
            type, names, min(then.low, otherwise.low), max(then.high, otherwise.high), fresh=False
        )

    def _branch(self, node: Expression, type: Type) -> Value:
        return self.settled(self.shallow(self.value_as(node, type)), node)

    def _chosen(self, condition: str, then: Value, otherwise: Value) -> Value:
        pairs = zip(then.texts, otherwise.texts, strict=True)
        texts = tuple(f"({a} if {condition} else {b})" for a, b in pairs)
        low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
        return Value(then.type, texts, low, high, depth=max(then.depth, otherwise.depth) + 2)

    def comma(self, node: Comma) -> Value:
        left = self.value(node.left) if self.has_value(node.left) else None
        if left is not None:
            self.evaluated(left)
        return self.value(node.right)

    def has_value(self, node: Expression) -> bool:
        """Whether an expression gives anything; a call of a void function is made here."""
        raise NotImplementedError

    def evaluated(self, value: Value) -> None:
        """Evaluate a value for nothing, so that it may trap."""
        for text in value.texts:
            if not is_simple(text):
                self.writer.line(text)

    def assign(self, node: AssignExpr) -> Value:
        place = self.assigned(node, node.op, node.target, node.value)
        return self.spilled(self.loaded(place)) if place.slots else self.loaded(place)

    def assigned(self, node: AssignExpr, op: str, target: Expression, value: Expression) -> Place:
        """Assign, and return the place."""
        self.check_assignment(node, op, target, value)
        place = self.place(target, frozen=True)
        plain = op == "="
        made = (
            self.value_as(value, place.type)
            if plain
            else self.compound(node, op[:-1], place, value)
        )
        self.store(place, made)
        return place

    def check_assignment(self, node: Node, op: str, target: Expression, value: Expression) -> None:
        """Refuse, when it is run, an assignment whose value writes what the target touches."""
        access = self.facts.access
        place = access.place_of(target)
        if self.semantics.ordered or place is None:
            return
        given, addressed = access.effects(value), access.addressing(target)
        touched = (place, *addressed.reads, *addressed.writes)
        symbol = clash(given.writes, touched) or clash(addressed.writes, (*given.reads, place))
        if symbol is not None:
            self.unordered(node, symbol.name)

    def compound(self, node: Node, op: str, place: Place, value: Expression) -> Value:
        """Return `place op value`, brought to the place's type."""
        given = self.type_of(value)
        shift = op in ("<<", ">>")
        element = (
            scalar_of(place.type) if shift else self.common(scalar_of(place.type), scalar_of(given))
        )
        wanted = given if shift else with_element(given, element)
        old, new = self.values([lambda: self.loaded(place), lambda: self.value_as(value, wanted)])
        old = self.with_scalars(old, element, node)
        return self.converted(
            self.operation(node, op, old, new, _result(old.type, new.type)), place.type, node
        )

    def increment(self, node: IncrementExpr) -> Value:
        place = self.place(node.target, frozen=True)
        old = self.spilled(self.settled(self.loaded(place), node.target))
        new = self.stepped(node, node.op, old)
        self.store(place, new)
        return self.spilled(self.loaded(place)) if node.prefix else old

    def stepped(self, node: Node, op: str, old: Value) -> Value:
        one = self.constant_value(1.0 if scalar_of(old.type).is_float else 1, scalar_of(old.type))
        return self.operation(node, op[0], old, one, old.type)


def _result(left: Type, right: Type) -> Type:
    if isinstance(left, Matrix) or isinstance(right, Scalar):
        return left
    if isinstance(left, Scalar):
        return right
    return left if isinstance(left, Vector) else right
