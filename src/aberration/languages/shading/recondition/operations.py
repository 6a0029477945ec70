"""Operators with two operands: as they stand in expressions, and in compound assignments."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from ..builtins.signature import Overload
from ..tree import (
    Assign,
    AssignExpr,
    Binary,
    Block,
    Call,
    CallStatement,
    Declare,
    Expression,
    Field,
    For,
    IncrementExpr,
    Index,
    Name,
    Node,
    Statement,
    Variable,
)
from ..tree.walk import walk
from ..types import Scalar, Type, with_element
from .context import Context
from .wrappers import call, declare

KINDS: Final[tuple[type[Node], ...]] = (Binary, Assign, AssignExpr)
_SHIFTS: Final = ("<<", ">>")


class Operation(msgspec.Struct, frozen=True, eq=False):
    """An operator with its operands and their types, which are of one element but for shifts; the
    left operand of a compound assignment is its target.
    """

    op: str
    left: Type
    right: Type
    result: Type
    left_node: Expression
    right_node: Expression

    @property
    def operands(self) -> tuple[Type, Type]:
        return self.left, self.right

    @property
    def element(self) -> Scalar:
        assert self.result.scalar is not None
        return self.result.scalar


def operator_of(node: Node) -> str:
    """Return the operator of a node of `KINDS`; nothing where it is an assignment alone."""
    if isinstance(node, Binary):
        return node.op
    assert isinstance(node, Assign | AssignExpr)
    return node.op[:-1]


def operation_of(context: Context, node: Node) -> Operation | None:
    """Return the operator of a node of `KINDS` where it computes numbers when the program runs."""
    known = context.once(_operations)
    key = id(node)
    if key not in known:
        known[key] = _find(context, node)
    return known[key]


def _operations(_context: Context) -> dict[int, Operation | None]:
    return {}


def _find(context: Context, node: Node) -> Operation | None:
    if isinstance(node, Binary):
        if not context.may_call(node):
            return None
        op, left, right = node.op, node.left, node.right
    elif isinstance(node, Assign | AssignExpr):
        if node.op == "=" or node.target is None:
            return None
        op, left, right = node.op[:-1], node.target, node.value
    else:
        return None
    result = context.type_of(node if isinstance(node, Binary) else left)
    given, other = context.type_of(left), context.type_of(right)
    return _operation(op, given, other, result, left, right)


def _operation(
    op: str,
    given: Type | None,
    other: Type | None,
    result: Type | None,
    left: Expression,
    right: Expression,
) -> Operation | None:
    if given is None or other is None or result is None or result.scalar is None:
        return None
    element = result.scalar
    # Only scalars, vectors and matrices have a scalar.
    if given.scalar is None or other.scalar is None or not element.is_numeric:
        return None
    if element.is_abstract:
        return None
    if op in _SHIFTS:
        return Operation(op, given, other, result, left, right)
    types = with_element(given, element), with_element(other, element)
    return Operation(op, *types, result, left, right)


def with_function(
    context: Context, operation: Operation, old: Node, new: Node, name: str
) -> Node | None:
    """Return what calls a function of the two operands in place of an operator; None where the
    target of an assignment would be evaluated twice, and nothing can be done about it.
    """
    if isinstance(new, Binary):
        return call(name, new.left, new.right)
    assert isinstance(new, Assign | AssignExpr)
    assert isinstance(old, Assign | AssignExpr)
    assert new.target is not None
    assert old.target is not None
    if is_pure(context, old.target):
        return replace(new, op="=", value=call(name, new.target, new.value))
    if context.wgsl:
        assert isinstance(new, Assign)
        return _with_kept_indexes(context, old, new, name)
    made = call(_assigning(context, operation, name), new.target, new.value)
    return CallStatement(call=made) if isinstance(new, Assign) else made


def is_pure(context: Context, node: Expression) -> bool:
    """Whether an expression of the program may be evaluated twice."""
    return not any(_has_effects(context, below) for below in walk(node))


def _has_effects(context: Context, node: Node) -> bool:
    if isinstance(node, AssignExpr | IncrementExpr):
        return True
    if not isinstance(node, Call) or isinstance(node.callee, Field):
        return False
    callee = context.typing.callees.get(id(node))
    if isinstance(callee, Overload):
        return not callee.builtin.constant or any(one != "in" for one in callee.directions)
    return not isinstance(callee, Type)


def _assigning(context: Context, operation: Operation, name: str) -> str:
    """Return the function that assigns what another one gives; it evaluates its target once."""
    steps = (f"a = {name}(a, b);", "return a;")
    types = (operation.result, operation.right)
    wanted = f"{name}_assign"
    return declare(context, wanted, operation.result, types, steps, changes_first=True)


def _with_kept_indexes(context: Context, old: Node, new: Assign, name: str) -> Statement | None:
    """WGSL's pointers point at no component of a vector: the indexes are kept instead."""
    if any(node.step is old or node.init is old for node in context.nodes.of(For)):
        return None
    kept: list[Statement] = []
    assert new.target is not None
    target = _with_names(context, new.target, kept)
    value = call(name, target, new.value)
    return Block(statements=(*kept, replace(new, op="=", target=target, value=value)))


def _with_names(context: Context, node: Expression, kept: list[Statement]) -> Expression:
    if isinstance(node, Field):
        return replace(node, base=_with_names(context, node.base, kept))
    if not isinstance(node, Index):
        return node
    base = _with_names(context, node.base, kept)
    name = context.fresh("index")
    kept.append(Declare(variables=(Variable(kind="let", name=name, init=node.index),)))
    return replace(node, base=base, index=Name(name=name))
