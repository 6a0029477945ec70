"""Reading: literals, names, members, swizzles, elements, pointers, choices."""

from __future__ import annotations

from typing import Final

from ..analysis.access import components
from ..checker.symbols import UNKNOWN
from ..tree import AddressOf, Conditional, Deref, Expression, Field, Index, Literal, Name
from ..types import Array, Pointer, Scalar, Struct, Type, is_numeric, stored_type
from .conversion import value_as
from .generator import Generator, Values
from .places import index_text, is_place, load, place_in_list, place_of, pointer_to
from .settling import condition_text, settle, shallow, simple, spill_text
from .texts import constant_value
from .trap import Refused
from .value import Value, count_of, is_simple


def _literal(gen: Generator, node: Literal) -> Value:
    return constant_value(node.value, gen.type_of(node))


def _name(gen: Generator, node: Name) -> Value:
    symbol = gen.typing.symbols[id(node)]
    type = stored_type(symbol.type)
    if symbol.constant is not None and symbol.constant is not UNKNOWN and is_numeric(type):
        return constant_value(symbol.constant, gen.type_of(node))
    if symbol.constant is UNKNOWN and symbol.node is None and symbol not in gen.names:
        raise Refused(f"{symbol.name}, which the implementation chooses")
    if isinstance(type, Pointer):
        return Value(type, gen.names_of(symbol))
    value = load(gen, place_of(gen, node))
    low, high = gen.ranges.get(symbol, (value.low, value.high))
    texts = value.texts
    if not gen.is_written_first(symbol) and not gen.is_in_memory(symbol):
        texts = gen.writer.mark_each(node, texts)
    return Value(
        value.type, texts, low, high, fresh=value.fresh, unsure=value.unsure, origin=value.origin
    )


def _field(gen: Generator, node: Field) -> Value:
    if is_place(gen, node):
        return _checked_part(gen, node)
    base = gen.value(node.base)
    if isinstance(base.type, Struct):
        names = [member.name for member in base.type.members]
        return _from_list(gen, gen.type_of(node), f"{base.text}[{names.index(node.name)}]", base)
    chosen = components(node.name)
    if len(set(chosen)) != len(chosen):
        base = simple(gen, base)
    return base.like(tuple(base.texts[k] for k in chosen), gen.type_of(node), base.depth)


def _checked_part(gen: Generator, node: Field | Index) -> Value:
    """A part of a place; where the whole may be unwritten, each scalar is looked at alone."""
    value = load(gen, place_of(gen, node))
    root: Expression = node
    while isinstance(root, Field | Index):
        root = root.base
    symbol = gen.typing.symbols.get(id(root))
    if symbol is None or gen.is_written_first(symbol) or gen.is_in_memory(symbol):
        return value
    return value.like(gen.writer.mark_each(node, value.texts))


def _from_list(gen: Generator, type: Type, text: str, base: Value) -> Value:
    """A value that lies in a list that is the value of an expression."""
    if not is_numeric(type):
        return Value(type, (text,), fresh=base.fresh)
    if isinstance(type, Scalar):
        return Value(type, (text,), unsure=base.type in gen.facts.partial)
    name = spill_text(gen, text)
    place = place_in_list(gen, type, name, None, tracked="", partial=base.type in gen.facts.partial)
    return load(gen, place)


def _index(gen: Generator, node: Index) -> Value:
    # Swizzles with an index known only at run time are no places here, but values.
    if is_place(gen, node) and not (
        isinstance(node.base, Field)
        and not isinstance(gen.type_of(node.base.base), Struct)
        and gen.integer_of(node.index) is None
    ):
        return _checked_part(gen, node)
    base = gen.value(node.base)
    if isinstance(base.type, Array):
        text = index_text(gen, node, base.type)
        return _from_list(
            gen, gen.type_of(node), gen.writer.mark(node, f"{base.text}[{text}]"), base
        )
    return _component_of(gen, node, base)


def _component_of(gen: Generator, node: Index, base: Value) -> Value:
    """An element of a vector or matrix that is no place."""
    type, count = gen.type_of(node), count_of(gen.type_of(node))
    known = gen.integer_of(node.index)
    if known is not None:
        texts = base.texts[known * count : known * count + count]
        return Value(type, texts, base.low, base.high, depth=base.depth)
    base = settle(gen, base, node)
    index = spill_text(gen, index_text(gen, node, base.type))
    chosen = [f"({', '.join(base.texts[k::count])})[{index}]" for k in range(count)]
    return Value(type, gen.writer.mark_each(node, chosen), depth=base.depth + 2)


# ---- WGSL's pointers


def _address_of(gen: Generator, node: AddressOf) -> Value:
    if isinstance(node.operand, Deref):
        return gen.value(node.operand.operand)
    return Value(gen.typing.types[id(node)], (pointer_to(gen, node.operand),))


def _deref(gen: Generator, node: Deref) -> Value:
    return load(gen, place_of(gen, node))


# ---- what GLSL may do inside expressions


def _conditional(gen: Generator, node: Conditional) -> Value:
    condition = condition_text(gen, node.condition)
    type = gen.type_of(node)
    with gen.writer.capture() as first:
        then = _branch(gen, node.then, type)
    with gen.writer.capture() as second:
        otherwise = _branch(gen, node.otherwise, type)
    if not first and not second and (len(then.texts) == 1 or is_simple(condition)):
        return _choice(condition, then, otherwise)
    name = spill_text(gen, condition)
    if not first and not second:
        return _choice(name, then, otherwise)
    names = tuple(gen.writer.temporary() for _ in then.texts)
    targets = ", ".join(names)
    for head, lines, value in ((f"if {name}:", first, then), ("else:", second, otherwise)):
        with gen.writer.block(head):
            gen.writer.lines += lines
            gen.writer.line(f"{targets} = {', '.join(value.texts)}")
    return Value(
        type, names, min(then.low, otherwise.low), max(then.high, otherwise.high), fresh=False
    )


def _branch(gen: Generator, node: Expression, type: Type) -> Value:
    return settle(gen, shallow(gen, value_as(gen, node, type)), node)


def _choice(condition: str, then: Value, otherwise: Value) -> Value:
    pairs = zip(then.texts, otherwise.texts, strict=True)
    texts = tuple(f"({a} if {condition} else {b})" for a, b in pairs)
    low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
    return Value(then.type, texts, low, high, depth=max(then.depth, otherwise.depth) + 2)


PARTS: Final[Values] = {
    Literal: _literal,
    Name: _name,
    Field: _field,
    Index: _index,
    AddressOf: _address_of,
    Deref: _deref,
    Conditional: _conditional,
}
