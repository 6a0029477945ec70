"""Types and values of zeros as GLSL and ESSL write them."""

from __future__ import annotations

from typing import Final

from ..checker.family.features import features
from ..shrink.literals import literal
from ..tree import (
    ArrayOf,
    Assign,
    Binary,
    Block,
    Call,
    Declare,
    Expression,
    Field,
    For,
    Increment,
    Index,
    Literal,
    Name,
    Statement,
    TypeName,
    TypeSyntax,
    Variable,
)
from ..types import INT, Array, Struct, Type, item_type, without_arrays
from .context import Context

_WRITTEN_OUT: Final = 16
"""Elements of arrays, in all, that a constructor lists: more are assigned in loops."""


def can_be_named(type: Type) -> bool:
    """Whether a type has a name to declare variables of it by."""
    last = without_arrays(type)
    return not (isinstance(last, Struct) and not last.name)


def type_syntax(type: Type) -> TypeSyntax:
    """Return a type that `can_be_named`, as it is written."""
    if isinstance(type, Array):
        size = None if type.size is None else Literal(kind="int", value=type.size)
        return ArrayOf(element=type_syntax(type.element), size=size)
    return TypeName(name=type.glsl)


def arrays_are_values(context: Context) -> bool:
    """Whether arrays can be constructed and assigned."""
    language = context.module.language
    return features(language, context.module.version, context.stage).arrays_are_values


def holds_array(type: Type) -> bool:
    """Whether a type is an array or a structure with one in it."""
    if isinstance(type, Struct):
        return any(holds_array(member.type) for member in type.members)
    return isinstance(type, Array)


def zero(context: Context, type: Type) -> Expression | None:
    """Return zeros of a type as one expression; None where the language has no such expression, or
    a very long one.
    """
    if type.scalar is not None:
        return literal(type, 0, wgsl=False)
    if not can_be_named(type) or (holds_array(type) and not arrays_are_values(context)):
        return None
    callee: Name | TypeSyntax
    if isinstance(type, Array):
        if type.size is None or _count(type) > _WRITTEN_OUT:
            return None
        items, callee = [type.element] * type.size, type_syntax(type)
    elif isinstance(type, Struct):
        items, callee = [member.type for member in type.members], Name(name=type.name)
    else:
        return None
    args = [zero(context, item) for item in items]
    found = tuple(one for one in args if one is not None)
    return Call(callee=callee, args=found) if len(found) == len(args) else None


def zeros_into(context: Context, place: Expression, type: Type) -> tuple[Statement, ...]:
    """Return statements that set all of a place to zeros; none for what cannot be assigned."""
    value = zero(context, type)
    if value is not None:
        return (Assign(op="=", target=place, value=value),)
    if isinstance(type, Struct):
        return tuple(
            statement
            for member in type.members
            for statement in zeros_into(context, Field(base=place, name=member.name), member.type)
        )
    if not isinstance(type, Array) or type.size is None:
        return ()
    counter = context.fresh("k")
    inner = zeros_into(context, Index(base=place, index=Name(name=counter)), type.element)
    return (_loop_over(context, counter, type.size, inner),) if inner else ()


def _loop_over(
    context: Context, counter: str, count: int, statements: tuple[Statement, ...]
) -> Statement:
    start = Variable(
        kind="var",
        name=counter,
        type=TypeName(name=INT.glsl),
        init=Literal(kind="int", value=0),
        storage="function",
        precision=context.precision,
    )
    return For(
        init=Declare(variables=(start,)),
        condition=Binary(op="<", left=Name(name=counter), right=Literal(kind="int", value=count)),
        step=Increment(op="++", target=Name(name=counter)),
        body=Block(statements=statements),
    )


def _count(type: Type) -> int:
    """Return how many elements that are no arrays a type holds."""
    if isinstance(type, Array):
        return (type.size or 0) * _count(type.element)
    if isinstance(type, Struct):
        return sum(_count(item_type(type, k)) for k in range(len(type.members)))
    return 1
