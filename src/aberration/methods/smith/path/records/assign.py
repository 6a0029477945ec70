"""Stores to variables: whole, to a part, by a compound operator, counting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aberration.languages.shading.tree import (
    Assign as AssignNode,
)
from aberration.languages.shading.tree import (
    Binary,
    Expression,
    Field,
    IncrementExpr,
)
from aberration.languages.shading.tree import (
    Increment as IncrementNode,
)
from aberration.languages.shading.types import INT, UINT, Vector, scalar_or_vector

from ..builder import Builder, Known, storing
from ..expr import LETTERS, Expr, literal
from ..memory import Memory, Signal, Value, with_part
from ..operation import apply_named, apply_row
from ..plan import Assign, Increment, SwizzleStore
from ..rows import BY_NAME
from ..values import VALUE_TYPES, wrap

_COMPOUND: Final = frozenset(
    ("add", "subtract", "multiply", "divide", "remainder", "and", "or", "xor", "shift left",
     "shift right")
)  # fmt: skip
INTEGERS: Final = tuple(one for one in VALUE_TYPES.values() if one.scalar in (INT, UINT))
VECTORS: Final = tuple(one for one in VALUE_TYPES.values() if isinstance(one, Vector))
STEP: Final = {False: "++", True: "--"}


def write_assign(b: Builder, record: Assign) -> bool:
    """Assign to a whole variable."""
    type = VALUE_TYPES.get(record.kind)
    if type is None:
        return False
    others = INTEGERS if record.row else tuple(VALUE_TYPES.values())
    target = b.variable(type, others, record.target)
    if target is None:
        return False
    if record.row:
        return _compound(b, record, target)
    value = b.operand(target.read.type, record.operand)
    store(b, target, value)
    return True


def store(b: Builder, target: Known, value: Expr) -> None:
    """Write `target = value;`."""
    node = AssignNode(op="=", target=target.read.node, value=value.node)
    b.emit(node, storing(target.root, value.value))


def _compound(b: Builder, record: Assign, target: Known) -> bool:
    row, type = BY_NAME.get(record.row), target.read.type
    if row is None or row.name not in _COMPOUND or type.scalar not in row.elements:
        return False
    wanted = row.types(type)[1]
    # A literal that is safe, wherever the operation may be undefined: the target changes.
    other = b.operand(wanted, record.operand)
    if row.safe and (other.literal or b.is_tame):
        safe = row.safe[1][record.operand % len(row.safe[1])]
        size = wanted.size if isinstance(wanted, Vector) else 1
        other = literal(b.syntax, wanted, (safe,) * size if size > 1 else safe)
    made = apply_row(b, row, type, [target.read, other])
    if made is None or not isinstance(made.node, Binary):
        return False
    node = AssignNode(op=f"{made.node.op}=", target=target.read.node, value=other.node)
    b.emit(node, storing(target.root, made.value))
    return True


# ---- counting


def write_increment(b: Builder, record: Increment) -> bool:
    """Count a variable, as a statement or inside of an expression."""
    type = VALUE_TYPES.get(record.kind)
    if type is None:
        return False
    target = b.variable(type, (INT, UINT), record.target)
    if target is None or target.read.type not in (INT, UINT):
        return False
    change = -1 if record.down else 1
    scalar = INT if target.read.type is INT else UINT

    def count(memory: Memory) -> Signal:
        memory.values[target.root] = wrap(memory.values[target.root] + change, scalar)
        return ""

    op = STEP[record.down]
    if b.wgsl or not record.inside:
        b.emit(IncrementNode(op=op, target=target.read.node), count)
        return True
    _count_inside(b, record, target, count)
    return True


def _count_inside(
    b: Builder, record: Increment, target: Known, count: Callable[[Memory], Signal]
) -> None:
    """`v = target++ + other`, where the other one is not the target: no order is undefined."""
    type = target.read.type
    other = b.operand(type, record.operand)
    if target.root in other.reads:
        other = literal(b.syntax, type, 5)
    node: Expression = IncrementExpr(op=STEP[record.down], target=target.read.node,
                                     prefix=record.prefix)  # fmt: skip

    def count_and_read(memory: Memory) -> Value:
        before = memory.values[target.root]
        count(memory)
        return memory.values[target.root] if record.prefix else before

    counted = Expr(node, type, count_and_read, size=2, reads=target.read.reads)
    b.declare(type, apply_named(b, "xor", counted, other))


def write_swizzle_store(b: Builder, record: SwizzleStore) -> bool:
    """Store to components of a vector: several in GLSL, one in WGSL."""
    type = VALUE_TYPES.get(record.kind)
    target = b.variable(type, VECTORS, record.target) if type is not None else None
    if target is None or not isinstance(target.read.type, Vector):
        return False
    type = target.read.type
    chosen = list(dict.fromkeys(k % type.size for k in record.components)) or [0]
    chosen = chosen[:1] if b.wgsl else chosen
    value = b.operand(scalar_or_vector(type.component, len(chosen)), record.operand)
    place = Field(base=target.read.node, name="".join(LETTERS[k] for k in chosen))

    def action(memory: Memory) -> Signal:
        given = value.value(memory)
        parts = (given,) if len(chosen) == 1 else given
        whole = memory.values[target.root]
        for index, one in zip(chosen, parts, strict=True):
            whole = with_part(whole, (index,), one)
        memory.values[target.root] = whole
        return ""

    b.emit(AssignNode(op="=", target=place, value=value.node), action)
    return True
