"""Values brought into their types, into few brackets and into an order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..tree import Expression, Node
from ..types import Pointer, Type, is_numeric
from .generator import Generator
from .texts import as_list, constant_value, is_literal, wrapped_text
from .value import Value, is_simple, scalar_of

_DEEP: Final = 24
"""Expressions in text nested deeper are cut: Python takes 200 brackets in each other."""


def known_value(gen: Generator, node: Expression, type: Type) -> Value | None:
    """Return a constant of integers or booleans, or None. Floats are computed where they stand."""
    known = gen.constant_of(node)
    if known is None or not is_numeric(type) or scalar_of(type).kind not in ("int", "uint", "bool"):
        return None
    return constant_value(known, type)


def settle(gen: Generator, value: Value, node: Node | None = None) -> Value:
    """Return the value with integers within their type, and never None."""
    value = certain(gen, value, node)
    if value.is_settled:
        return value
    texts = tuple([wrapped_text(text, scalar_of(value.type)) for text in value.texts])
    return Value(value.type, texts, depth=value.depth + 2)


def certain(gen: Generator, value: Value, node: Node | None = None) -> Value:
    """Return the value, which is never None."""
    if not value.unsure:
        return value
    if not is_numeric(value.type):
        return Value(value.type, value.texts, fresh=value.fresh)
    texts = tuple(
        [
            f"({t} if {t} is not None else sure(None))" if is_simple(t) else f"sure({t})"
            for t in value.texts
        ]
    )
    where = value.origin or node
    if where is not None:
        texts = gen.writer.mark_each(where, texts)
    return Value(value.type, texts, value.low, value.high, depth=value.depth + 2)


def mark(gen: Generator, node: Node, value: Value) -> Value:
    """Return a value whose texts are on lines of their own, which are the node's."""
    return value.like(gen.writer.mark_each(node, value.texts), depth=value.depth)


def shallow(gen: Generator, value: Value) -> Value:
    """Return the value with texts that are not nested too deeply."""
    return spill(gen, value) if value.depth > _DEEP else value


def spill(gen: Generator, value: Value) -> Value:
    """Return the value in temporary variables."""
    return value.like(tuple([spill_text(gen, text) for text in value.texts]))


def simple(gen: Generator, value: Value) -> Value:
    """Return the value with texts that may stand more than once."""
    return value if all(is_simple(text) for text in value.texts) else spill(gen, value)


def in_order(gen: Generator, makers: list[Callable[[], Value]]) -> list[Value]:
    """Return values in order: what comes first is kept where what comes later changes
    anything.
    """
    found: list[Value] = []
    for make in makers:
        effects, mark = gen.writer.effects, len(gen.writer.lines)
        made = shallow(gen, make())
        if gen.writer.effects != effects:
            # What came first is evaluated before the lines that change anything.
            after = gen.writer.lines[mark:]
            del gen.writer.lines[mark:]
            found = [_keep(gen, value) for value in found]
            gen.writer.lines.extend(after)
        found.append(made)
    return found


def _keep(gen: Generator, value: Value) -> Value:
    if all(is_literal(text) for text in value.texts):
        return value
    if is_numeric(value.type) or value.fresh or isinstance(value.type, Pointer):
        return spill(gen, value)
    return spill(gen, Value(value.type, (as_list(value),), fresh=True))


def spill_text(gen: Generator, text: str) -> str:
    """Return a temporary variable that holds what a text gives."""
    name = gen.writer.temporary()
    gen.writer.line(f"{name} = {text}")
    return name


def evaluate(gen: Generator, value: Value) -> None:
    """Evaluate a value for nothing, so that it may trap."""
    for text in value.texts:
        if not is_simple(text):
            gen.writer.line(text)


def condition_text(gen: Generator, node: Expression) -> str:
    """Return a condition, or what else decides, as text."""
    return settle(gen, shallow(gen, gen.value(node)), node).text
