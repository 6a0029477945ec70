"""Expressions with their meaning: the node, and what it is worth at any time."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from aberration.languages.shading.tree import Expression, Field, Index
from aberration.languages.shading.types import (
    INT,
    Array,
    Matrix,
    Scalar,
    Struct,
    Type,
    Vector,
    scalar_or_vector,
)

from ..generate.syntax import Syntax
from .memory import Memory, Value, part_of
from .values import items, value_of

LETTERS = "xyzw"


class Expr(msgspec.Struct, frozen=True, eq=False):
    """`literal`: it is a constant expression; `size` counts its nodes; `reads` names the variables
    in it.
    """

    node: Expression
    type: Type
    value: Callable[[Memory], Value]
    literal: bool = False
    size: int = 1
    reads: frozenset[str] = frozenset()


def constant(syntax: Syntax, type: Type, words: tuple[int, ...]) -> Expr:
    """Return a literal, or a constructor of literals."""
    return literal(syntax, type, value_of(type, words))


def literal(syntax: Syntax, type: Type, value: Value) -> Expr:
    return Expr(text_of(syntax, type, value), type, lambda memory: value, literal=True)


def text_of(syntax: Syntax, type: Type, value: Value) -> Expression:
    """Return the text of a value."""
    if isinstance(type, Scalar):
        return syntax.literal(value, type)
    parts = zip(items(type), value, strict=True)
    return syntax.construct(type, tuple([text_of(syntax, item, part) for item, part in parts]))


def read_of(node: Expression, type: Type, name: str) -> Expr:
    """Return the use of a variable."""
    return Expr(node, type, lambda memory: memory.values[name], reads=frozenset((name,)))


def part(syntax: Syntax, whole: Expr, index: int) -> Expr:
    """Return a component, element, column or member, which a literal names."""
    node: Expression
    if isinstance(whole.type, Vector):
        node = Field(base=whole.node, name=LETTERS[index])
    elif isinstance(whole.type, Struct):
        node = Field(base=whole.node, name=whole.type.members[index].name)
    else:
        node = Index(base=whole.node, index=syntax.literal(index, INT))
    value = whole.value
    return Expr(
        node,
        items(whole.type)[index],
        lambda memory: part_of(value(memory), (index,)),
        size=whole.size + 1,
        reads=whole.reads,
    )


def swizzle(whole: Expr, components: tuple[int, ...]) -> Expr:
    """Return one to four components of a vector."""
    assert isinstance(whole.type, Vector)
    node = Field(base=whole.node, name="".join(LETTERS[k] for k in components))
    type = scalar_or_vector(whole.type.component, len(components))
    value = whole.value

    def read(memory: Memory) -> Value:
        found = value(memory)
        return found[components[0]] if len(components) == 1 else tuple(found[k] for k in components)

    return Expr(node, type, read, size=whole.size + 1, reads=whole.reads)


def spread(syntax: Syntax, type: Vector, one: Expr) -> Expr:
    """Return a vector all of whose components are one value."""
    node = syntax.construct(type, (one.node,))
    value = one.value
    return Expr(
        node,
        type,
        lambda memory: (value(memory),) * type.size,
        size=one.size + 1,
        reads=one.reads,
    )


def parts_of_type(syntax: Syntax, whole: Expr, type: Type) -> list[Expr]:
    """Return the expressions of a type that a value offers: itself, or parts of it."""
    if whole.type is type:
        return [whole]
    if isinstance(whole.type, Vector):
        return _of_vector(syntax, whole, type)
    if isinstance(whole.type, Struct | Array | Matrix) and whole.size < 4:
        found = [part(syntax, whole, k) for k in range(len(items(whole.type)))]
        return [one for item in found for one in parts_of_type(syntax, item, type)]
    return []


def _of_vector(syntax: Syntax, whole: Expr, type: Type) -> list[Expr]:
    assert isinstance(whole.type, Vector)
    if whole.type.component is not type.scalar:
        return []
    if isinstance(type, Scalar):
        return [part(syntax, whole, k) for k in range(whole.type.size)]
    if isinstance(type, Vector) and type.size < whole.type.size:
        return [swizzle(whole, tuple(range(type.size)))]
    return []
