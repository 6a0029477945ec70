"""Operators on scalars, and how they spread over vectors and matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..checker.symbols import VariableSymbol
from ..tree import Binary, Expression, Node, Unary
from ..types import BOOL, Matrix, Scalar, Type, Vector, with_element
from .access import clash, inner_clash
from .conversion import ConversionPart
from .rounding import OPERATORS
from .value import Value, bounds_of, is_numeric, scalar_of

_RING: Final = frozenset(("+", "-", "*"))
_COMPARISONS: Final = frozenset(("<", "<=", ">", ">=", "==", "!="))
_BITS: Final = frozenset(("&", "|", "^"))
_LAZY: Final = {"&&": "and", "||": "or"}
_WIDE: Final = 1 << 90
"""Integers beyond are wrapped before they are computed with."""


class OperatorsPart(ConversionPart):
    """Operators."""

    def unary(self, node: Unary) -> Value:
        known = self.constant_of(node)
        if (
            known is not None
            and is_numeric(self.type_of(node))
            and not scalar_of(self.type_of(node)).is_abstract
        ):
            return self.constant_value(known, self.type_of(node))
        value = self.value(node.operand)
        return self.negated(node.op, value, node)

    def negated(self, op: str, value: Value, node: Node) -> Value:
        element, depth = scalar_of(value.type), value.depth + 1
        if op == "+":
            return value
        if op == "!":
            return Value(
                value.type,
                tuple(f"(not {t})" for t in self.settled(value, node).texts),
                depth=depth,
            )
        if op == "~":
            value = self.settled(value, node)
            form = "({} ^ 4294967295)" if element.kind == "uint" else "(~{})"
            return Value(value.type, tuple(form.format(t) for t in value.texts), depth=depth)
        value = self.certain(value)
        texts = tuple(f"(-{text})" for text in value.texts)
        return Value(value.type, texts, -value.high, -value.low, depth=depth)

    def binary(self, node: Binary) -> Value:
        known = self.constant_of(node)
        type = self.type_of(node)
        if (
            known is not None
            and is_numeric(type)
            and scalar_of(type).kind in ("int", "uint", "bool")
        ):
            return self.constant_value(known, type)
        if node.op in _LAZY:
            return self._lazy(node)
        self.check_order(node, node.left, node.right)
        left_type, right_type = self._operand_types(node)
        makers = [
            lambda: self.value_as(node.left, left_type),
            lambda: self.value_as(node.right, right_type),
        ]
        left, right = (
            self._both_orders(node, makers) if self._calls_clash(node) else self.values(makers)
        )
        return self.operation(node, node.op, left, right, type)

    def _calls_clash(self, node: Binary) -> bool:
        if self.semantics.ordered:
            return False
        one, other = self.facts.access.effects(node.left), self.facts.access.effects(node.right)
        return inner_clash(one.writes, other.reads + other.writes) or inner_clash(
            other.writes, one.reads
        )

    def _both_orders(self, node: Binary, makers: list[Callable[[], Value]]) -> list[Value]:
        """Evaluate two operands, one of which calls what concerns the other, in both orders:
        these must agree.
        """
        symbols = self._changed_by(node)
        saved, after = self.writer.temporary(), self.writer.temporary()
        state = f"deep([{', '.join(name for symbol in symbols for name in self.names_of(symbol))}])"
        self.writer.effect(f"{saved} = {state}")
        first = [self.spilled(self.settled(make(), node)) for make in makers]
        self.writer.line(f"{after} = {state}")
        self._restore(symbols, saved)
        second = [self.spilled(self.settled(make(), node)) for make in reversed(makers)]
        texts = [text for value in (*first, *reversed(second)) for text in value.texts]
        half = len(texts) // 2
        one, other = ", ".join(texts[:half]), ", ".join(texts[half:])
        message = "the order of two calls, which the language leaves open, decides the result"
        self.writer.at(node)
        self.writer.line(
            f"if [{one}, {after}] != [{other}, {state}]: raise Undefined('order', {message!r})"
        )
        return first

    def _restore(self, symbols: list[VariableSymbol], saved: str) -> None:
        number = 0
        for symbol in symbols:
            for name in self.names_of(symbol):
                held = f"{saved}[{number}]"
                self.writer.line(
                    f"replace({name}, {held})" if self.is_in_memory(symbol) else f"{name} = {held}"
                )
                number += 1

    def _changed_by(self, node: Binary) -> list[VariableSymbol]:
        """The variables that the operands change; refuse what other invocations see, and what
        may be unwritten.
        """
        symbols = dict.fromkeys(place.symbol for place in self.facts.access.effects(node).writes)
        for symbol in symbols:
            if symbol in self.tracked or not (
                self.is_in_memory(symbol) or self.is_written_first(symbol)
            ):
                raise self.refuse(f"two calls in one expression of which one changes {symbol.name}")
        return list(symbols)

    def check_order(self, node: Node, left: Expression, right: Expression) -> None:
        """Where the language leaves the order of operands open, neither may write what the
        other one touches.
        """
        if self.semantics.ordered:
            return
        one, other = self.facts.access.effects(left), self.facts.access.effects(right)
        symbol = clash(one.writes, other.reads + other.writes) or clash(other.writes, one.reads)
        if symbol is not None:
            self.unordered(node, symbol.name)

    def unordered(self, node: Node, name: str) -> None:
        message = f"{name} is written here and used here, in an order that the language leaves open"
        self.writer.at(node)
        self.writer.effect(f"raise Undefined('order', {message!r})")

    def _operand_types(self, node: Binary) -> tuple[Type, Type]:
        left, right = self.type_of(node.left), self.type_of(node.right)
        if node.op in ("<<", ">>") or not is_numeric(left) or not is_numeric(right):
            return left, right
        element = self.common(scalar_of(left), scalar_of(right))
        return with_element(left, element), with_element(right, element)

    def common(self, left: Scalar, right: Scalar) -> Scalar:
        """Return the element type that two operands are brought to."""
        if left is right:
            return left
        return right if right.kind.replace(" ", "_") in self._targets(left) else left

    def _targets(self, element: Scalar) -> tuple[str, ...]:
        return self.rules.conversions.get(element.kind.replace(" ", "_"), ())

    def _lazy(self, node: Binary) -> Value:
        left = self.settled(self.shallow(self.value(node.left)), node.left)
        with self.writer.captured() as lines:
            right = self.settled(self.shallow(self.value(node.right)), node.right)
        word = _LAZY[node.op]
        if not lines:
            return Value(
                BOOL,
                (f"({left.text} {word} {right.text})",),
                depth=max(left.depth, right.depth) + 1,
            )
        name = self.writer.temporary()
        self.writer.line(f"{name} = {left.text}")
        with self.writer.block(f"if {name}:" if word == "and" else f"if not {name}:"):
            self.writer.extend(lines)
            self.writer.line(f"{name} = {right.text}")
        return Value(BOOL, (name,))

    # ---- one operator on two values

    def operation(self, node: Node, op: str, left: Value, right: Value, type: Type) -> Value:
        """Return `left op right`, whose operands are of one element type already (but for
        shifts).
        """
        if not is_numeric(left.type):
            return self._equality(op, left, right)
        left, right = self.certain(left), self.certain(right)
        if op == "*" and _is_linear(left.type, right.type):
            return self._product(node, left, right, type)
        if op in ("==", "!=") and isinstance(type, Scalar) and len(left.texts) > 1:
            return self._all_equal(node, op, left, right)
        count = max(len(left.texts), len(right.texts))
        left, right = self._spread(left, count), self._spread(right, count)
        maker = self._maker(op, left)
        return maker(node, op, left, right, type)

    def _spread(self, value: Value, count: int) -> Value:
        if len(value.texts) == count:
            return value
        value = self.simple(value)
        return Value(
            value.type,
            value.texts * count,
            value.low,
            value.high,
            unsure=value.unsure,
            depth=value.depth,
        )

    def _maker(self, op: str, left: Value) -> Callable[[Node, str, Value, Value, Type], Value]:
        element = scalar_of(left.type)
        if op in _COMPARISONS or op == "^^":
            return self._compared
        if element.is_float:
            return self._float
        if op in _RING:
            return self._ring
        if op in _BITS:
            return self._bits
        return self._shift if op in ("<<", ">>") else self._divided

    def _each(
        self, left: Value, right: Value, form: str, node: Node | None = None
    ) -> tuple[str, ...]:
        texts = [form.format(a, b) for a, b in zip(left.texts, right.texts, strict=True)]
        return tuple(texts if node is None else [self.writer.marked(node, text) for text in texts])

    def _compared(self, node: Node, op: str, left: Value, right: Value, type: Type) -> Value:
        left, right = self.settled(left, node), self.settled(right, node)
        sign = "!=" if op == "^^" else op
        return Value(
            type, self._each(left, right, f"({{}} {sign} {{}})"), depth=_depth(left, right) + 1
        )

    def _float(self, node: Node, op: str, left: Value, right: Value, type: Type) -> Value:
        element = scalar_of(type)
        self._note_float(op, node)
        texts = self._each(left, right, self._float_form(op, element), node)
        return Value(type, texts, depth=_depth(left, right) + 3)

    def _float_form(self, op: str, element: Scalar) -> str:
        """Return the text of an operation on two floats, whose own texts go in."""
        if self.rounding is not None and element.kind == "float":
            return OPERATORS[op]
        form = f"{{}} {op} {{}}"
        if op == "/" and self.options.nonfinite == "allow":
            form = "quotient({}, {})"
        elif op == "%":
            form = "float_remainder({}, {})"
        return self.rounded(form, element)

    def _note_float(self, op: str, node: Node) -> None:
        if op in ("/", "%"):
            self.inexact["division of floats"] = None
        elif (
            op != "*"
            and isinstance(node, Binary)
            and (_is_product(node.left) or _is_product(node.right))
        ):
            self.inexact["a product and a sum that may be fused"] = None

    def _ring(self, node: Node, op: str, left: Value, right: Value, type: Type) -> Value:
        low, high = _ring_bounds(op, left, right)
        if max(-low, high) > _WIDE:
            left, right = self.settled(left, node), self.settled(right, node)
            low, high = _ring_bounds(op, left, right)
        texts = self._each(left, right, f"({{}} {op} {{}})")
        return Value(type, texts, low, high, depth=_depth(left, right) + 1)

    def _bits(self, node: Node, op: str, left: Value, right: Value, type: Type) -> Value:
        left, right = self.settled(left, node), self.settled(right, node)
        low, high = bounds_of(type)
        if op == "&" and (left.low >= 0 or right.low >= 0):
            low, high = 0, min(value.high for value in (left, right) if value.low >= 0)
        elif left.low >= 0 and right.low >= 0:
            low, high = 0, (1 << max(left.high, right.high).bit_length()) - 1
        return Value(
            type,
            self._each(left, right, f"({{}} {op} {{}})"),
            low,
            high,
            depth=_depth(left, right) + 1,
        )

    def _shift(self, node: Node, op: str, left: Value, right: Value, type: Type) -> Value:
        left, right = self.settled(left, node), self.settled(right, node)
        amount, marker = self._amount(right), node
        if right.low >= 0 and right.high < 32:
            return self._shifted(op, left, right, type, f"({{}} {op} {{}})", None)
        bounded = Value(right.type, right.texts, 0, 31, depth=right.depth + 1)
        return self._shifted(op, left, bounded, type, f"({{}} {op} {amount})", marker)

    def _amount(self, right: Value) -> str:
        return "({} & 31)" if self.semantics.shift == "defined" else "amount({})"

    def _shifted(
        self, op: str, left: Value, right: Value, type: Type, form: str, node: Node | None
    ) -> Value:
        if op == ">>":
            low, high = (
                min(left.low, left.low >> right.low),
                left.high >> (right.low if left.high >= 0 else 0),
            )
            high = max(high, left.high >> right.high)
            low = min(low, left.low >> right.high)
        else:
            low = min(left.low << right.low, left.low << right.high)
            high = max(left.high << right.low, left.high << right.high)
        return Value(
            type, self._each(left, right, form, node), low, high, depth=_depth(left, right) + 2
        )

    def _divided(self, node: Node, op: str, left: Value, right: Value, type: Type) -> Value:
        left, right = self.settled(left, node), self.settled(right, node)
        plain = left.low >= 0 and right.low >= 0
        low, high = (0, left.high) if plain else bounds_of(type)
        if plain and op == "%":
            high = min(high, max(right.high - 1, 0)) if right.low > 0 else high
        if plain and (right.low > 0 or self.semantics.integer_division == "undefined"):
            sign = "//" if op == "/" else "%"
            return Value(
                type,
                self._each(left, right, f"({{}} {sign} {{}})", node),
                low,
                high,
                depth=_depth(left, right) + 2,
            )
        helper = "divided" if op == "/" else "remainder"
        return Value(
            type,
            self._each(left, right, f"{helper}({{}}, {{}})", node),
            low,
            high,
            depth=_depth(left, right) + 2,
        )

    # ---- whole values

    def _equality(self, op: str, left: Value, right: Value) -> Value:
        return Value(BOOL, (f"({left.text} {op} {right.text})",), depth=_depth(left, right) + 1)

    def _all_equal(self, node: Node, op: str, left: Value, right: Value) -> Value:
        left, right = self.settled(left, node), self.settled(right, node)
        word = " and " if op == "==" else " or "
        texts = self._each(left, right, f"{{}} {op} {{}}")
        return Value(BOOL, (f"({word.join(texts)})",), depth=_depth(left, right) + 1)

    def _product(self, node: Node, left: Value, right: Value, type: Type) -> Value:
        """The linear algebra of `*`, each operation rounded, summed from the first to the last."""
        self.inexact["a product of matrices, whose sums may be taken in any order"] = None
        left, right = self.simple(left), self.simple(right)
        element = scalar_of(type)
        rows = _rows(left)
        columns = _columns(right)
        texts = tuple(
            self.sum_of_products(node, row, column, element) for column in columns for row in rows
        )
        return self.spilled(Value(type, texts))

    def sum_of_products(
        self, node: Node, left: list[str], right: list[str], element: Scalar
    ) -> str:
        text, terms = "", list(zip(left, right, strict=True))
        for a, b in terms if self.rounding is None else self.rounding.in_order(terms):
            product = self._float_form("*", element).format(a, b)
            text = self._float_form("+", element).format(text, product) if text else product
        return self.writer.marked(node, text)


def _depth(*values: Value) -> int:
    return max([value.depth for value in values])


def _ring_bounds(op: str, left: Value, right: Value) -> tuple[int, int]:
    if op == "+":
        return left.low + right.low, left.high + right.high
    if op == "-":
        return left.low - right.high, left.high - right.low
    ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return min(ends), max(ends)


def _is_product(node: Any) -> bool:
    return isinstance(node, Binary) and node.op == "*"


def _is_linear(left: Type, right: Type) -> bool:
    if isinstance(left, Matrix):
        return isinstance(right, Matrix | Vector)
    return isinstance(left, Vector) and isinstance(right, Matrix)


def _rows(value: Value) -> list[list[str]]:
    """Rows of a matrix; a vector on the left is one row."""
    if not isinstance(value.type, Matrix):
        return [list(value.texts)]
    rows = value.type.rows
    return [list(value.texts[k::rows]) for k in range(rows)]


def _columns(value: Value) -> list[list[str]]:
    """Columns of a matrix; a vector on the right is one column."""
    if not isinstance(value.type, Matrix):
        return [list(value.texts)]
    rows = value.type.rows
    return [list(value.texts[k * rows : k * rows + rows]) for k in range(value.type.columns)]
