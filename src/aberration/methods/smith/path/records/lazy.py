"""GLSL's lazy operators with effects: the second operand counts a variable, where it is evaluated
at all.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import (
    Binary,
    Conditional,
    Expression,
    IncrementExpr,
)
from aberration.languages.shading.types import BOOL, INT, UINT

from ..builder import Builder, Known
from ..expr import Expr, literal
from ..memory import Memory, Value
from ..plan import Lazy
from ..values import wrap
from .conditions import condition

_INTEGERS: Final = (INT, UINT)


def write_lazy(b: Builder, record: Lazy) -> bool:
    """Write `bool v = c && x++ > K;`, with `||`, or `int v = c ? x++ : K;`."""
    if b.wgsl:
        return False
    test = condition(b, record.kind, record.operands, record.comparison, holds=record.holds)
    target = b.variable(INT, _INTEGERS, record.target)
    if test is None or target is None or target.root in test.reads:
        return False
    counted = _count_inside(target, down=record.down)
    if record.op == "?":
        b.declare(target.read.type, _choice(b, test, counted))
    else:
        b.declare(BOOL, _logical(b, record.op, test, counted))
    return True


def _count_inside(target: Known, *, down: bool) -> Expr:
    """`x++`, which gives what was there before."""
    scalar = INT if target.read.type is INT else UINT
    change = -1 if down else 1

    def value(memory: Memory) -> Value:
        before = memory.values[target.root]
        memory.values[target.root] = wrap(before + change, scalar)
        return before

    node = IncrementExpr(op="--" if down else "++", target=target.read.node, prefix=False)
    return Expr(node, scalar, value, reads=target.read.reads)


def _choice(b: Builder, test: Expr, counted: Expr) -> Expr:
    other = literal(b.syntax, counted.type, 9)
    node: Expression = Conditional(condition=test.node, then=counted.node, otherwise=other.node)
    return Expr(
        node,
        counted.type,
        lambda memory: counted.value(memory) if test.value(memory) else other.value(memory),
    )


def _logical(b: Builder, op: str, test: Expr, counted: Expr) -> Expr:
    limit = literal(b.syntax, counted.type, 3)
    compared = Binary(op=">", left=counted.node, right=limit.node)
    node = Binary(op=op, left=test.node, right=compared)
    asks_on = op == "&&"

    def value(memory: Memory) -> Value:
        first = test.value(memory)
        return counted.value(memory) > 3 if first is asks_on else first

    return Expr(node, BOOL, value)
