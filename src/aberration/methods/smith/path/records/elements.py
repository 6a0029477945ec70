"""Elements of arrays and components of vectors, by indexes that are computed and known."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Assign as AssignNode
from aberration.languages.shading.tree import IncrementExpr, Index
from aberration.languages.shading.types import INT, UINT, Array, Scalar, Vector

from ..builder import Builder, Known, pick
from ..expr import Expr, literal
from ..memory import Memory, Signal, Value, part_of, with_part
from ..operation import apply_named
from ..plan import Element
from ..values import items, wrap
from .values import name_value

_INTEGERS: Final = (INT, UINT)


def write_element(b: Builder, record: Element) -> bool:
    """Load an element, or store to it."""
    arrays = [
        known
        for known in reversed(b.state.known)
        if isinstance(known.read.type, Array | Vector) and known.root
    ]
    arrays = [known for known in arrays if known.writable or not record.store]
    if not arrays:
        return False
    array = pick([(known.mark, known) for known in arrays], record.array)
    type = items(array.read.type)
    # Chosen before there is a variable that the index counts on: no order of the two is laid down.
    value = b.operand(type[0], record.operand) if record.store else None
    index = computed_index(b, record, len(type))
    if record.how == "count" and not b.wgsl:
        index = _counting(b, record, index)
    if value is not None:
        _store(b, array, index, value)
        return True
    name_value(b, _load(array.read, index), "name")
    return True


def _load(array: Expr, index: Expr) -> Expr:
    def value(memory: Memory) -> Value:
        return part_of(array.value(memory), (index.value(memory),))

    node = Index(base=array.node, index=index.node)
    reads = array.reads | index.reads
    return Expr(node, items(array.type)[0], value, size=array.size + index.size, reads=reads)


def _counting(b: Builder, record: Element, first: Expr) -> Expr:
    """Return `k++` or `k--` of a new variable that begins with an index."""
    counter = b.declare(first.type, first, prefix="at")
    down, scalar = record.operand % 2 == 1, INT if first.type is INT else UINT
    node = IncrementExpr(op="--" if down else "++", target=counter.read.node, prefix=False)

    def value(memory: Memory) -> Value:
        before = memory.values[counter.root]
        memory.values[counter.root] = wrap(before + (-1 if down else 1), scalar)
        return before

    return Expr(node, scalar, value, size=2, reads=counter.read.reads)


def _store(b: Builder, array: Known, index: Expr, value: Expr) -> None:
    def action(memory: Memory) -> Signal:
        whole = memory.values[array.root]
        path = (index.value(memory),)
        memory.values[array.root] = with_part(whole, path, value.value(memory))
        return ""

    place = Index(base=array.read.node, index=index.node)
    b.emit(AssignNode(op="=", target=place, value=value.node), action)


def computed_index(b: Builder, record: Element, size: int) -> Expr:
    """Return an index within an array, computed of a known integer: its distance to another one,
    some of its bits, or a remainder.
    """
    scalar = _INTEGERS[record.index % 2]
    base = b.runtime(scalar, record.index // 2)
    if base is None or b.is_tame:
        return literal(b.syntax, INT, record.wanted % size)
    if record.how == "offset":
        return _offset(b, base, scalar, record.wanted % size)
    if record.how == "mask" or scalar is INT:
        mask = (1 << size.bit_length() - 1) - 1
        return _with_literal(b, "and", base, scalar, mask)
    return _with_literal(b, "remainder", base, scalar, size)


def _offset(b: Builder, base: Expr, scalar: Scalar, wanted: int) -> Expr:
    """`base - K`, which is the element wanted as things stand."""
    value = b.value(base)
    distance = wrap((value if value is not None else 1) - wanted, scalar)
    return _with_literal(b, "subtract", base, scalar, distance)


def _with_literal(b: Builder, name: str, base: Expr, scalar: Scalar, value: int) -> Expr:
    return apply_named(b, name, base, literal(b.syntax, scalar, value))
