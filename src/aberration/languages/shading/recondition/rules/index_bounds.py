"""Indexes out of the bounds of arrays, vectors and matrices."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ...rules import SECOND_GENERATION
from ...shrink.subject import root_of
from ...tree import (
    AddressOf,
    Binary,
    Call,
    Conditional,
    Expression,
    Field,
    Index,
    Literal,
    Name,
    Node,
    Unary,
)
from ...tree.walk import walk
from ...types import INT, UINT, Array, Opaque, Pointer, Scalar, Type, item_count, without_arrays
from ..context import Context
from ..operations import is_pure
from ..rule import rule
from ..wrappers import call, declare, function, word_of

_INLINE: Final = (Name, Literal, Binary, Unary, Conditional, Field)
_ANY_SAMPLER: Final = {"glsl": 400, "essl": 320, "wgsl": 0}
"""The first versions that have arrays of samplers whose index is no constant."""


@rule(
    "an index that is out of bounds",
    "the nearest index within, or the index modulo the number of elements",
    (Index,),
    "out-of-bounds",
)
def index_bounds(context: Context, old: Node, new: Node) -> Node | None:
    """Bring the index of `a[i]` within bounds; also in what is assigned to."""
    assert isinstance(old, Index)
    assert isinstance(new, Index)
    index_type = context.type_of(old.index)
    base = _indexed_type(context, old.base)
    if base is None or not isinstance(index_type, Scalar) or not context.may_call(old.index):
        return None
    if not context.may_call(old) or not _is_free(context, base):
        return None
    kind = UINT if index_type.kind == "uint" else INT
    size = item_count(base)
    count = (
        _length(context, old.base, new.base, kind) if size is None else _count(context, size, kind)
    )
    if count is None:
        return None
    return replace(new, index=_index(context, old.index, new.index, count, kind))


def _indexed_type(context: Context, base: Expression) -> Type | None:
    type = context.type_of(base)
    return type.store if isinstance(type, Pointer) else type


def _is_free(context: Context, base: Type) -> bool:
    """Whether the version lets any index into the base."""
    if not isinstance(without_arrays(base), Opaque):
        return True
    return context.module.version >= _ANY_SAMPLER[context.module.language]


def _count(context: Context, size: int, kind: Scalar) -> Expression:
    if kind is UINT:
        return Literal(kind="uint", value=size)
    return Literal(kind="abstract_int" if context.wgsl else "int", value=size)


def _length(context: Context, old: Expression, new: Expression, kind: Scalar) -> Expression | None:
    """Return the number of elements of an array whose size is known when the program runs."""
    type = context.type_of(old)
    if context.wgsl:
        given = new if isinstance(type, Pointer) else AddressOf(operand=new)
        length = call("arrayLength", given)
        return length if kind is UINT else call("i32", length)
    root = root_of(old)
    symbol = None if root is None else context.typing.symbols.get(id(root))
    in_buffer = symbol is not None and symbol.role == "buffer"
    if not in_buffer or not isinstance(type, Array) or not is_pure(context, old):
        return None
    length = Call(callee=Field(base=new, name="length"))
    return length if kind is INT else call("uint", length)


def _index(
    context: Context, old: Expression, index: Expression, count: Expression, kind: Scalar
) -> Expression:
    if context.module.version == 100 and _is_of_loops(context, old):
        # ESSL 1.00 knows no calls in indexes of what has to be indexed by constants and the
        # variables of loops (appendix A, 5).
        return _nearest(index, count)
    name = _clamp(context, kind) if context.settings.indexes == "clamp" else _modulo(context, kind)
    return call(name, index, count)


def _is_of_loops(context: Context, index: Expression) -> bool:
    return all(isinstance(node, _INLINE) for node in walk(index)) and is_pure(context, index)


def _nearest(index: Expression, count: Expression) -> Expression:
    assert isinstance(count, Literal)
    last = Literal(kind="int", value=count.value - 1)
    above = Conditional(
        condition=Binary(op="<", left=index, right=count), then=index, otherwise=last
    )
    zero = Literal(kind="int", value=0)
    return Conditional(condition=Binary(op="<", left=index, right=zero), then=zero, otherwise=above)


def _clamp(context: Context, kind: Scalar) -> str:
    wanted = f"clamp_index_{word_of(context, kind)}"
    if kind is UINT:
        return function(context, wanted, kind, (kind, kind), ("a < b", "a"), last="b - 1u")
    cases = (("a < 0", "0"), ("a < b", "a"))
    return function(context, wanted, kind, (kind, kind), *cases, last="b - 1")


def _modulo(context: Context, kind: Scalar) -> str:
    wanted = f"wrap_index_{word_of(context, kind)}"
    if kind is UINT:
        return declare(context, wanted, kind, (kind, kind), ("return a % b;",))
    has_remainder = context.module.version >= SECOND_GENERATION[context.module.language]
    form = "{0} % b" if has_remainder else "{0} - {0} / b * b"
    # -1 - a is not negative, also of the smallest integer.
    cases = (("a < 0", form.format("(-1 - a)")),)
    return function(context, wanted, kind, (kind, kind), *cases, last=form.format("a"))
