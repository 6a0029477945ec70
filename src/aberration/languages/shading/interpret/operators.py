"""Operators on scalars, and how they spread over vectors and matrices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..analysis.access import clash, inner_clash
from ..checker.arithmetic import is_linear
from ..checker.symbols import VariableSymbol
from ..tree import Binary, Node, Unary
from ..types import BOOL, Scalar, Type, is_numeric, with_element
from .conversion import value_as
from .generator import Generator, Values
from .products import float_form, matrix_product
from .settling import certain, in_order, known_value, mark, settle, shallow, simple, spill
from .texts import constant_value
from .trap import Refused
from .value import Value, bounds_of, scalar_of

_RING: Final = frozenset(("+", "-", "*"))
_COMPARISONS: Final = frozenset(("<", "<=", ">", ">=", "==", "!="))
_BITS: Final = frozenset(("&", "|", "^"))
_LAZY: Final = {"&&": "and", "||": "or"}
_WIDE: Final = 1 << 90
"""Integers beyond are wrapped before they are computed with."""
_Bounds = tuple[int | None, int | None]
_Operation = Callable[[Generator, Node, str, Value, Value, Type], Value]


def _unary(gen: Generator, node: Unary) -> Value:
    known = gen.constant_of(node)
    if (
        known is not None
        and is_numeric(gen.type_of(node))
        and not scalar_of(gen.type_of(node)).is_abstract
    ):
        return constant_value(known, gen.type_of(node))
    value = gen.value(node.operand)
    return _negate(gen, node.op, value, node)


def _negate(gen: Generator, op: str, value: Value, node: Node) -> Value:
    element, depth = scalar_of(value.type), value.depth + 1
    if op == "+":
        return value
    if op == "!":
        return Value(
            value.type, tuple(f"(not {t})" for t in settle(gen, value, node).texts), depth=depth
        )
    if op == "~":
        value = settle(gen, value, node)
        # Python's `~` of an unsigned number is negative: its 32 bits are turned one by one.
        form = "({} ^ 4294967295)" if element.kind == "uint" else "(~{})"
        return Value(value.type, tuple(form.format(t) for t in value.texts), depth=depth)
    value = certain(gen, value)
    texts = tuple(f"(-{text})" for text in value.texts)
    return Value(value.type, texts, -value.high, -value.low, depth=depth)


def _binary(gen: Generator, node: Binary) -> Value:
    type = gen.type_of(node)
    known = known_value(gen, node, type)
    if known is not None:
        return known
    if node.op in _LAZY:
        return _lazy(gen, node)
    left_type, right_type = _operand_types(gen, node)
    makers = [
        lambda: value_as(gen, node.left, left_type),
        lambda: value_as(gen, node.right, right_type),
    ]
    ordered = gen.semantics.ordered
    left, right = in_order(gen, makers) if ordered else _in_any_order(gen, node, makers)
    return operation(gen, node, node.op, left, right, type)


def _in_any_order(gen: Generator, node: Binary, makers: list[Callable[[], Value]]) -> list[Value]:
    """Return two operands whose order the language leaves open: neither may write what the
    other one touches.
    """
    one, other = gen.facts.access.effects(node.left), gen.facts.access.effects(node.right)
    touched = other.reads + other.writes
    symbol = clash(one.writes, touched) or clash(other.writes, one.reads)
    # A write beside a use of the same variable: no order makes that right, so it is undefined
    # wherever it is run.
    if symbol is not None:
        raise_unordered(gen, node, symbol.name)
    # What called functions do inside happens as a whole: only the order of the two calls is open,
    # and may not matter.
    if inner_clash(one.writes, touched) or inner_clash(other.writes, one.reads):
        return _both_orders(gen, node, makers)
    return in_order(gen, makers)


def _both_orders(gen: Generator, node: Binary, makers: list[Callable[[], Value]]) -> list[Value]:
    """Evaluate two operands, one of which calls what concerns the other, in both orders:
    these must agree.
    """
    symbols = _variables_changed_by(gen, node)
    saved, after = gen.writer.temporary(), gen.writer.temporary()
    state = f"deep([{', '.join(name for symbol in symbols for name in gen.names_of(symbol))}])"
    gen.writer.effect(f"{saved} = {state}")
    first = [spill(gen, settle(gen, make(), node)) for make in makers]
    gen.writer.line(f"{after} = {state}")
    _restore(gen, symbols, saved)
    second = [spill(gen, settle(gen, make(), node)) for make in reversed(makers)]
    # The second time the right operand came first: turned round, both lists have the left one in
    # front.
    texts = [text for value in (*first, *reversed(second)) for text in value.texts]
    half = len(texts) // 2
    one, other = ", ".join(texts[:half]), ", ".join(texts[half:])
    message = "the order of two calls, which the language leaves open, decides the result"
    gen.writer.at(node)
    gen.writer.line(
        f"if [{one}, {after}] != [{other}, {state}]: raise Undefined('order', {message!r})"
    )
    return first


def _restore(gen: Generator, symbols: list[VariableSymbol], saved: str) -> None:
    number = 0
    for symbol in symbols:
        for name in gen.names_of(symbol):
            held = f"{saved}[{number}]"
            gen.writer.line(
                f"replace({name}, {held})" if gen.is_in_memory(symbol) else f"{name} = {held}"
            )
            number += 1


def _variables_changed_by(gen: Generator, node: Binary) -> list[VariableSymbol]:
    """The variables that the operands change; refuse what other invocations see, and what
    may be unwritten.
    """
    symbols = dict.fromkeys(place.symbol for place in gen.facts.access.effects(node).writes)
    for symbol in symbols:
        seen = symbol in gen.tracked or symbol in gen.emitted
        if seen or not (gen.is_in_memory(symbol) or gen.is_written_first(symbol)):
            raise Refused(f"two calls in one expression of which one changes {symbol.name}")
    return list(symbols)


def raise_unordered(gen: Generator, node: Node, name: str) -> None:
    """Raise, where this is run: a variable is written and used in no order."""
    message = f"{name} is written here and used here, in an order that the language leaves open"
    gen.writer.at(node)
    gen.writer.effect(f"raise Undefined('order', {message!r})")


def _operand_types(gen: Generator, node: Binary) -> tuple[Type, Type]:
    left, right = gen.type_of(node.left), gen.type_of(node.right)
    if node.op in ("<<", ">>") or not is_numeric(left) or not is_numeric(right):
        return left, right
    element = common_element(gen, scalar_of(left), scalar_of(right))
    return with_element(left, element), with_element(right, element)


def common_element(gen: Generator, left: Scalar, right: Scalar) -> Scalar:
    """Return the element type that two operands are brought to."""
    if left is right:
        return left
    targets = gen.rules.conversions.get(left.kind.replace(" ", "_"), ())
    return right if right.kind.replace(" ", "_") in targets else left


def _lazy(gen: Generator, node: Binary) -> Value:
    left = settle(gen, shallow(gen, gen.value(node.left)), node.left)
    with gen.writer.capture() as lines:
        right = settle(gen, shallow(gen, gen.value(node.right)), node.right)
    word = _LAZY[node.op]
    if not lines:
        return _each(left, right, f"({{}} {word} {{}})", BOOL)
    name = gen.writer.temporary()
    gen.writer.line(f"{name} = {left.text}")
    with gen.writer.block(f"if {name}:" if word == "and" else f"if not {name}:"):
        gen.writer.lines += lines
        gen.writer.line(f"{name} = {right.text}")
    return Value(BOOL, (name,))


# ---- one operator on two values


def operation(gen: Generator, node: Node, op: str, left: Value, right: Value, type: Type) -> Value:
    """Return `left op right`, whose operands are of one element type already (but for
    shifts).
    """
    if not is_numeric(left.type):
        return _each(left, right, f"({{}} {op} {{}})", BOOL)
    left, right = certain(gen, left), certain(gen, right)
    if op == "*" and is_linear(left.type, right.type):
        return matrix_product(gen, node, left, right, type)
    if op in ("==", "!=") and isinstance(type, Scalar) and len(left.texts) > 1:
        return _all_equal(gen, node, op, left, right)
    count = max(len(left.texts), len(right.texts))
    left, right = to_width(gen, left, count), to_width(gen, right, count)
    return _writer_of(op, left)(gen, node, op, left, right, type)


def to_width(gen: Generator, value: Value, count: int) -> Value:
    """Return a value with so many texts: a scalar stands for each component."""
    if len(value.texts) == count:
        return value
    value = simple(gen, value)
    return value.like(value.texts * count, depth=value.depth)


def _writer_of(op: str, left: Value) -> _Operation:
    element = scalar_of(left.type)
    if op in _COMPARISONS or op == "^^":
        return _compare
    if element.is_float:
        return _float_operation
    if op in _RING:
        return _ring
    if op in _BITS:
        return _bits
    return _shift if op in ("<<", ">>") else _divide


def _each(
    left: Value,
    right: Value,
    form: str,
    type: Type,
    bounds: _Bounds = (None, None),
    deeper: int = 1,
) -> Value:
    """Return an operation on the scalars of two values."""
    texts = [form.format(a, b) for a, b in zip(left.texts, right.texts, strict=True)]
    return Value(type, tuple(texts), *bounds, depth=max(left.depth, right.depth) + deeper)


def _compare(gen: Generator, node: Node, op: str, left: Value, right: Value, type: Type) -> Value:
    left, right = settle(gen, left, node), settle(gen, right, node)
    sign = "!=" if op == "^^" else op
    return _each(left, right, f"({{}} {sign} {{}})", type)


def _float_operation(
    gen: Generator, node: Node, op: str, left: Value, right: Value, type: Type
) -> Value:
    _note_float(gen, op, node)
    value = _each(left, right, float_form(gen, op, scalar_of(type)), type, deeper=3)
    return mark(gen, node, value)


def _note_float(gen: Generator, op: str, node: Node) -> None:
    if op in ("/", "%"):
        gen.inexact["division of floats"] = None
    elif (
        op != "*"
        and isinstance(node, Binary)
        and (_is_product(node.left) or _is_product(node.right))
    ):
        gen.inexact["a product and a sum that may be fused"] = None


def _ring(gen: Generator, node: Node, op: str, left: Value, right: Value, type: Type) -> Value:
    low, high = _ring_bounds(op, left, right)
    # Sums and products are not wrapped at each step: modulo 2^32 it comes to the same, as long as
    # numbers stay small enough to be cheap.
    if max(-low, high) > _WIDE:
        left, right = settle(gen, left, node), settle(gen, right, node)
        low, high = _ring_bounds(op, left, right)
    return _each(left, right, f"({{}} {op} {{}})", type, (low, high))


def _bits(gen: Generator, node: Node, op: str, left: Value, right: Value, type: Type) -> Value:
    left, right = settle(gen, left, node), settle(gen, right, node)
    low, high = bounds_of(type)
    if op == "&" and (left.low >= 0 or right.low >= 0):
        # No bit can be set that a non-negative operand lacks.
        low, high = 0, min(value.high for value in (left, right) if value.low >= 0)
    elif left.low >= 0 and right.low >= 0:
        low, high = 0, (1 << max(left.high, right.high).bit_length()) - 1
    return _each(left, right, f"({{}} {op} {{}})", type, (low, high))


def _shift(gen: Generator, node: Node, op: str, left: Value, right: Value, type: Type) -> Value:
    left, right = settle(gen, left, node), settle(gen, right, node)
    if right.low >= 0 and right.high < 32:
        return _each(left, right, f"({{}} {op} {{}})", type, _shift_bounds(op, left, right), 2)
    # WGSL takes the amount modulo the width; GLSL leaves it undefined, which `amount` traps.
    amount = "({} & 31)" if gen.semantics.shift == "defined" else "amount({})"
    right = Value(right.type, right.texts, 0, 31, depth=right.depth + 1)
    bounds = _shift_bounds(op, left, right)
    return mark(gen, node, _each(left, right, f"({{}} {op} {amount})", type, bounds, 2))


def _divide(gen: Generator, node: Node, op: str, left: Value, right: Value, type: Type) -> Value:
    left, right = settle(gen, left, node), settle(gen, right, node)
    plain = left.low >= 0 and right.low >= 0
    low, high = (0, left.high) if plain else bounds_of(type)
    if plain and op == "%":
        high = min(high, max(right.high - 1, 0)) if right.low > 0 else high
    if plain and (right.low > 0 or gen.semantics.integer_division == "undefined"):
        form = "({} // {})" if op == "/" else "({} % {})"
    else:
        form = "divided({}, {})" if op == "/" else "remainder({}, {})"
    return mark(gen, node, _each(left, right, form, type, (low, high), 2))


# ---- whole values


def _all_equal(gen: Generator, node: Node, op: str, left: Value, right: Value) -> Value:
    left, right = settle(gen, left, node), settle(gen, right, node)
    word = " and " if op == "==" else " or "
    each = _each(left, right, f"{{}} {op} {{}}", left.type)
    return Value(BOOL, (f"({word.join(each.texts)})",), depth=each.depth)


def _ring_bounds(op: str, left: Value, right: Value) -> tuple[int, int]:
    if op == "+":
        return left.low + right.low, left.high + right.high
    if op == "-":
        return left.low - right.high, left.high - right.low
    # Where signs differ any pair of ends may be the largest product.
    ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return min(ends), max(ends)


def _shift_bounds(op: str, left: Value, right: Value) -> tuple[int, int]:
    if op == "<<":
        low = min(left.low << right.low, left.low << right.high)
        return low, max(left.high << right.low, left.high << right.high)
    low = min(left.low, left.low >> right.low, left.low >> right.high)
    high = left.high >> (right.low if left.high >= 0 else 0)
    return low, max(high, left.high >> right.high)


def _is_product(node: Any) -> bool:
    return isinstance(node, Binary) and node.op == "*"


OPERATORS_TABLE: Final[Values] = {Unary: _unary, Binary: _binary}
