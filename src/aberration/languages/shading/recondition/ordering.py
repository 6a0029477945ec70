"""Expressions whose operands affect each other, rewritten into parts that come one after the other.

An expression becomes a list of expressions for what they do, and one for its value. Of two operands
of which one writes what the other one reads or writes, the left one is kept in a temporary variable
first. So the meaning is that of an evaluation from left to right, where the languages leave the
order open (GLSL 4.60 and ESSL 3.20, 5.9 "Expressions" and 6.1.1 "Function Calling Conventions").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from ..analysis.access import NOTHING, Effects, VariablePart
from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol
from ..tree import (
    AssignExpr,
    Binary,
    Call,
    Comma,
    Conditional,
    Expression,
    Field,
    IncrementExpr,
    Index,
    InitList,
    Literal,
    Name,
    Unary,
)
from ..types import VOID, Array, Type, is_opaque
from .conflicts import OUTSIDE, Ordering, conflict, has_effects, meets
from .context import Context
from .values import arrays_are_values, can_be_named, holds_array

E = TypeVar("E", bound=Expression)
_LAZY: Final = ("&&", "||")
_GIVEN_BACK: Final = ("out", "inout")


class Ordered(msgspec.Struct, frozen=True):
    """`before` is done first, for its effects; `value` is None where there is none to give."""

    before: tuple[Expression, ...]
    value: Expression | None

    @property
    def operand(self) -> Expression:
        assert self.value is not None, "a call that gives nothing is no operand"
        return self.value


# ---- expressions


def put_in_order(state: Ordering, node: Expression) -> Ordered:
    """Return an expression as parts in order; the very same where nothing is to do."""
    return _ORDERED.get(type(node), _as_it_is)(state, node)


def join(found: Ordered) -> Expression:
    """Return the parts as one expression."""
    parts = [*found.before, *([] if found.value is None else [found.value])]
    whole = parts[0]
    for part in parts[1:]:
        whole = Comma(left=whole, right=part)
    return whole


def _with(node: E, **changes: object) -> E:
    """Return a node with other children; the very same where none is another one."""
    if all(getattr(node, name) is value for name, value in changes.items()):
        return node
    return replace(node, **changes)


def _as_it_is(_state: Ordering, node: Expression) -> Ordered:
    return Ordered((), node)


def _operands(
    state: Ordering,
    nodes: Sequence[Expression],
    is_kept: Callable[[Expression], bool] = lambda node: False,
) -> tuple[tuple[Expression, ...], list[Expression]]:
    """Return what is done before the operands can be used in any order, and the operands. Those
    that `is_kept` asks for are evaluated before, too.
    """
    before: list[Expression] = []
    values: list[Expression] = []
    for k, node in enumerate(nodes):
        found = put_in_order(state, node)
        before += found.before
        value = found.operand
        if is_kept(node) or any(conflict(state, node, later) for later in nodes[k + 1 :]):
            value = _keep(state, value, state.type_of(node), before)
        values.append(value)
    return tuple(before), values


def _keep(state: Ordering, value: Expression, type: Type, before: list[Expression]) -> Expression:
    """Evaluate a value before, into a temporary variable, where there can be one."""
    if isinstance(value, Literal) or is_opaque(type) or not can_be_named(type):
        return value
    if not holds_array(type) or arrays_are_values(state.context):
        name = state.temporary(type)
        before.append(AssignExpr(op="=", target=name, value=value))
        return name
    if not isinstance(type, Array) or type.size is None or not isinstance(value, Name | Field):
        return value
    name = state.temporary(type)
    for k in range(type.size):
        number = Literal(kind="int", value=k)
        element = Index(base=value, index=number)
        before.append(AssignExpr(op="=", target=Index(base=name, index=number), value=element))
    return name


def indices_of(node: Expression) -> list[Expression]:
    """Return the indices that lead to a place, from left to right."""
    found: list[Expression] = []
    while isinstance(node, Index | Field):
        if isinstance(node, Index):
            found.append(node.index)
        node = node.base
    return found[::-1]


def _with_indices(node: Expression, indices: list[Expression]) -> Expression:
    """Return a place with other indices, which are taken from the end of the list."""
    if isinstance(node, Index):
        index = indices.pop()
        base = _with_indices(node.base, indices)
        return _with(node, base=base, index=index)
    if isinstance(node, Field):
        return _with(node, base=_with_indices(node.base, indices))
    return node


def ordered_place(state: Ordering, node: Expression) -> Ordered:
    """Find a place, whose indices may not change it."""
    place = state.place_of(node)
    if place is None:
        return _as_it_is(state, node)
    before, indices = _operands(
        state, indices_of(node), lambda index: meets(state.effects(index).writes, (place,))
    )
    return Ordered(before, _with_indices(node, indices))


class OrderedAssignment(msgspec.Struct, frozen=True):
    """`before` is done first, then the value is given to the target."""

    before: tuple[Expression, ...]
    op: str
    target: Expression
    value: Expression


def assignment(
    state: Ordering, op: str, target: Expression, value: Expression
) -> OrderedAssignment:
    """Order an assignment: its indices, what the place holds where that counts, its value."""
    place = state.place_of(target)
    touched = () if place is None else (place,)
    if op != "=" and meets(state.effects(value).writes, touched):
        return _compound(state, op, target, value)
    before, found = _operands(
        state,
        [*indices_of(target), value],
        lambda node: meets(state.effects(node).writes, touched),
    )
    return OrderedAssignment(before, op, _with_indices(target, found[:-1]), found[-1])


def _compound(state: Ordering, op: str, target: Expression, value: Expression) -> OrderedAssignment:
    """Order `place op= value` where the value changes the place, which is found once."""
    before, indices = _operands(
        state,
        indices_of(target),
        lambda index: has_effects(state, index) or conflict(state, index, value),
    )
    done, new = list(before), _with_indices(target, indices)
    old = _keep(state, new, state.type_of(target), done)
    found = put_in_order(state, value)
    done += found.before
    other = _keep(state, found.operand, state.type_of(value), done)
    return OrderedAssignment(tuple(done), "=", new, Binary(op=op[:-1], left=old, right=other))


def _assignment(state: Ordering, node: Expression) -> Ordered:
    assert isinstance(node, AssignExpr)
    found = assignment(state, node.op, node.target, node.value)
    return Ordered(found.before, _with(node, op=found.op, target=found.target, value=found.value))


def _increment(state: Ordering, node: Expression) -> Ordered:
    assert isinstance(node, IncrementExpr)
    found = ordered_place(state, node.target)
    return Ordered(found.before, _with(node, target=found.operand))


def _binary(state: Ordering, node: Expression) -> Ordered:
    assert isinstance(node, Binary)
    if node.op in _LAZY:
        left, right = put_in_order(state, node.left), join(put_in_order(state, node.right))
        return Ordered(left.before, _with(node, left=left.operand, right=right))
    before, (one, other) = _operands(state, [node.left, node.right])
    return Ordered(before, _with(node, left=one, right=other))


def _conditional(state: Ordering, node: Expression) -> Ordered:
    assert isinstance(node, Conditional)
    condition = put_in_order(state, node.condition)
    then, otherwise = (join(put_in_order(state, one)) for one in (node.then, node.otherwise))
    new = _with(node, condition=condition.operand, then=then, otherwise=otherwise)
    return Ordered(condition.before, new)


def _comma(state: Ordering, node: Expression) -> Ordered:
    assert isinstance(node, Comma)
    left, right = put_in_order(state, node.left), put_in_order(state, node.right)
    if not left.before and not right.before:
        return Ordered((), _with(node, left=left.operand, right=right.operand))
    done = () if left.value is None or not has_effects(state, node.left) else (left.value,)
    return Ordered((*left.before, *done, *right.before), right.value)


def _unary(state: Ordering, node: Expression) -> Ordered:
    assert isinstance(node, Unary)
    found = put_in_order(state, node.operand)
    return Ordered(found.before, _with(node, operand=found.operand))


def _part(state: Ordering, node: Expression) -> Ordered:
    """An element or a member: of a variable, or of a value."""
    assert isinstance(node, Index | Field)
    if state.place_of(node) is not None:
        return ordered_place(state, node)
    if isinstance(node, Field):
        found = put_in_order(state, node.base)
        return Ordered(found.before, _with(node, base=found.operand))
    before, (base, index) = _operands(state, [node.base, node.index])
    return Ordered(before, _with(node, base=base, index=index))


def _list(state: Ordering, node: Expression) -> Ordered:
    assert isinstance(node, InitList)
    before, items = _operands(state, node.items)
    changed = any(one is not other for one, other in zip(items, node.items, strict=True))
    return Ordered(before, replace(node, items=tuple(items)) if changed else node)


# ---- calls


def _call(state: Ordering, node: Expression) -> Ordered:
    """Order a call: what its arguments do, the call itself, what `out` parameters give.

    Which of two of these that meet is given last, the languages leave open: then all but the first
    go to temporary variables, and from there to their places, and so does one that the function
    reaches by its name, too.
    """
    assert isinstance(node, Call)
    callee = state.context.typing.callees.get(id(node))
    if not isinstance(callee, FunctionSymbol | Overload):
        return _with_arguments(state, node, ("in",) * len(node.args), NOTHING)
    if isinstance(callee, Overload):
        return _with_arguments(state, node, callee.directions, NOTHING)
    globals_ = state.context.facts.access.globals_of.get(callee, NOTHING)
    return _with_arguments(state, node, callee.directions, globals_)


def _with_arguments(
    state: Ordering, node: Call, directions: Sequence[str], globals_: Effects
) -> Ordered:
    pairs = list(zip(node.args, directions, strict=True))
    outputs = [
        place
        for one, direction in pairs
        if direction in _GIVEN_BACK and (place := state.place_of(one)) is not None
    ]
    copied = {id(one) for one, direction in pairs if _is_read_first(state, node, one, direction)}
    read = {
        id(one)
        for one, direction in pairs
        if direction not in _GIVEN_BACK and not is_opaque(state.type_of(one))
    }

    def is_kept(one: Expression) -> bool:
        found = state.effects(one)
        if id(one) in read:
            return meets(found.writes, outputs)
        # An argument is read before the function is called; an index of a place may not be.
        return id(one) in copied or meets(found.writes + found.reads, (*outputs, *globals_.writes))

    parts = [[one] if id(one) in read | copied else indices_of(one) for one in node.args]
    before, values = _operands(state, [one for part in parts for one in part], is_kept)
    args: list[Expression] = []
    for one, part in zip(node.args, parts, strict=True):
        mine, values = values[: len(part)], values[len(part) :]
        args.append(mine[0] if id(one) in read | copied else _with_indices(one, mine))
    more, behind, args = _apart(state, node, directions, globals_, args)
    same = all(a is b for a, b in zip(args, node.args, strict=True))
    call = node if same else replace(node, args=tuple(args))
    if not behind:
        return Ordered((*before, *more), call)
    done = [*before, *more]
    if state.type_of(node) is VOID:
        return Ordered((*done, call, *behind), None)
    value = _keep(state, call, state.type_of(node), done)
    return Ordered((*done, *behind), value)


def _is_read_first(state: Ordering, call: Call, node: Expression, direction: str) -> bool:
    """Whether an `inout` argument is a variable that another argument writes: its value is taken
    in its turn.
    """
    place = state.place_of(node)
    if direction != "inout" or place is None or indices_of(node) or _is_atomic(state.context, call):
        return False
    others = (state.effects(one).writes for one in call.args if one is not node)
    return any(meets(writes, (place,)) for writes in others)


def _apart(
    state: Ordering,
    node: Call,
    directions: Sequence[str],
    globals_: Effects,
    args: list[Expression],
) -> tuple[list[Expression], list[Expression], list[Expression]]:
    """Put temporary variables in place of `out` arguments that meet others, or what the function
    itself uses; return what is done before, what behind, and the arguments.
    """
    before: list[Expression] = []
    behind: list[Expression] = []
    seen: list[VariablePart] = []
    new = list(args)
    for k, (one, direction) in enumerate(zip(node.args, directions, strict=True)):
        place = state.place_of(one) if direction in _GIVEN_BACK else None
        if place is None or _is_atomic(state.context, node):
            continue
        again, used = meets((place,), seen), meets((place,), globals_.reads + globals_.writes)
        seen.append(place)
        type = state.type_of(one)
        if isinstance(args[k], Name) and args[k] != one:
            # It was read in its turn.
            behind.append(AssignExpr(op="=", target=one, value=args[k]))
            continue
        if not (again or used) or not _is_assignable(state.context, type):
            continue
        new[k] = state.temporary(type)
        if direction == "inout":
            before.append(AssignExpr(op="=", target=new[k], value=args[k]))
        behind.append(AssignExpr(op="=", target=args[k], value=new[k]))
    return before, behind, new


def _is_atomic(context: Context, node: Call) -> bool:
    callee = context.typing.callees.get(id(node))
    return isinstance(callee, Overload) and callee.builtin.theme in OUTSIDE


def _is_assignable(context: Context, type: Type) -> bool:
    return can_be_named(type) and (not holds_array(type) or arrays_are_values(context))


_ORDERED: Final[Mapping[type[Expression], Callable[[Ordering, Expression], Ordered]]] = {
    AssignExpr: _assignment,
    Binary: _binary,
    Call: _call,
    Comma: _comma,
    Conditional: _conditional,
    Field: _part,
    IncrementExpr: _increment,
    Index: _part,
    InitList: _list,
    Unary: _unary,
}
