"""Shifts by less than no bit, or by as many bits as there are or more."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ...checker.arithmetic import flat
from ...tree import Assign, AssignExpr, Binary, Expression, Literal, LiteralKind, Node
from ...types import Type
from ..context import Context
from ..operations import KINDS, operation_of, operator_of
from ..rule import rule

_BITS: Final = 32


@rule(
    "a shift by a negative amount, or by 32 bits or more",
    "the amount modulo 32",
    KINDS,
    "shift",
    of_wgsl=False,
)
def shift_amount(context: Context, old: Node, new: Node) -> Node | None:
    """Write `a << (b & 31)` for `a << b`; WGSL does so by itself."""
    operation = operation_of(context, old) if operator_of(old) in ("<<", ">>") else None
    if operation is None:
        return None
    known = context.constant_of(operation.right_node)
    if known is not None and all(0 <= amount < _BITS for amount in flat(known)):
        return None
    if isinstance(new, Binary):
        return replace(new, right=_within(new.right, operation.right))
    assert isinstance(new, Assign | AssignExpr)
    return replace(new, value=_within(new.value, operation.right))


def _within(amount: Expression, type: Type) -> Expression:
    assert type.scalar is not None
    kind: LiteralKind = "uint" if type.scalar.kind == "uint" else "int"
    return Binary(op="&", left=amount, right=Literal(kind=kind, value=_BITS - 1))
