"""How often loops go round that are known to end."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from operator import ge, gt, le, lt, ne
from types import MappingProxyType
from typing import Final

from ..checker.symbols import FunctionSymbol, VariableSymbol
from ..tree import (
    AddressOf,
    Assign,
    AssignExpr,
    Binary,
    Block,
    Call,
    Declare,
    Expression,
    For,
    Function,
    Increment,
    IncrementExpr,
    Name,
    Node,
)
from ..types import INT, UINT, Type, stored_type
from .conflicts import may_act
from .context import LOOPS, Context
from .widths import is_leaf

SHORT: Final = 64
"""Below so many turns a loop is short: by itself, and with those of the loops around it, wherever
it is called.
"""
_LARGEST: Final = 65504.0
"""The largest float of 16 bits."""
_COMPARED: Final[Mapping[str, Callable[[float, float], bool]]] = MappingProxyType(
    {"<": lt, "<=": le, ">": gt, ">=": ge, "!=": ne}
)


def short_loops(context: Context) -> frozenset[int]:
    """Return the identities of the loops that are short, wherever they are called from: all of them
    together make no more turns than an invocation has for the other loops.
    """
    calls = _calls(context)
    counts = {
        id(loop): count
        for loop in context.nodes.of(For)
        if (count := _turns_of(context, loop)) is not None
    }
    known: dict[int, int] = {}
    left = context.settings.turns
    found: set[int] = set()
    for loop in context.nodes.of(For):
        if id(loop) not in counts:
            continue
        turns = _turns_around(context, loop, counts, calls, known)
        if turns < SHORT and turns <= left:
            left -= turns
            found.add(id(loop))
    return frozenset(found)


def _calls(context: Context) -> dict[int, list[Call]]:
    """Return where each function of the program is called, by the identity of its node."""
    found: dict[int, list[Call]] = {}
    for call in context.nodes.of(Call):
        callee = context.typing.callees.get(id(call))
        body = context.typing.bodies.get(callee) if isinstance(callee, FunctionSymbol) else None
        if body is not None:
            found.setdefault(id(body), []).append(call)
    return found


def _turns_around(
    context: Context,
    node: Node,
    counts: Mapping[int, int],
    calls: Mapping[int, list[Call]],
    known: dict[int, int],
) -> int:
    """Return how often a node is come to, at most, by all the calls of its function; a loop that is
    not counted makes as many turns as all may make.
    """
    found, place = 1, context.parent_of(node)
    if isinstance(node, For):
        found = counts.get(id(node), 1)
    while place is not None and not isinstance(place, Function):
        if isinstance(place, LOOPS):
            found *= counts.get(id(place), context.settings.turns)
        place = context.parent_of(place)
    if place is None:
        return found
    if id(place) not in known:
        ways = [
            _turns_around(context, call, counts, calls, known) for call in calls.get(id(place), ())
        ]
        known[id(place)] = sum(ways) if ways else 1
    return found * known[id(place)]


def _turns_of(context: Context, node: For) -> int | None:
    """Return how often a loop goes round that counts a variable of its own, which its body leaves
    alone, between constants; None for any other, and for one that is not short.
    """
    init, condition = node.init, node.condition
    if not isinstance(init, Declare) or not isinstance(condition, Binary):
        return None
    variable = init.variables[0]
    symbol = context.typing.declared.get(id(variable))
    if symbol is None or len(init.variables) != 1 or condition.op not in _COMPARED:
        return None
    ends = (_constant(context, variable.init), _constant(context, condition.right))
    step = _step(context, node, symbol)
    if None in ends or step is None or not _is(context, condition.left, symbol):
        return None
    if _may_write(context, node.body, symbol):
        return None
    compare, (at, bound) = _COMPARED[condition.op], ends
    assert at is not None
    assert bound is not None
    for turns in range(SHORT):
        # `i -= 3u` from 1u on wraps around, and floats may stop growing: such a loop need not end.
        if not _is_exact(context, stored_type(symbol.type), at, step):
            return None
        if not compare(at, bound):
            return turns
        at += step
    return None


def _is_exact(context: Context, type: Type, *values: float) -> bool:
    """Whether a counter of this type holds these values as they are, at any precision."""
    if type is UINT:
        return values[0] >= 0
    if type is INT:
        return True
    # What the rule `exact-floats` brings back among small numbers may never come to its end.
    if context.settings.exact and not all(is_leaf(value) for value in values):
        return False
    return all(abs(value) <= _LARGEST and _as_half(value) == value for value in values)


def _as_half(value: float) -> float:
    """Return the nearest float of 16 bits, as wide as `mediump` is at least."""
    return float(struct.unpack("<e", struct.pack("<e", value))[0])


def _constant(context: Context, node: Expression | None) -> float | None:
    value = None if node is None else context.constant_of(node)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value)


def _is(context: Context, node: Expression, symbol: VariableSymbol) -> bool:
    return isinstance(node, Name) and context.typing.symbols.get(id(node)) is symbol


def _step(context: Context, node: For, symbol: VariableSymbol) -> float | None:
    step = node.step
    if isinstance(step, Increment) and _is(context, step.target, symbol):
        return 1.0 if step.op == "++" else -1.0
    if not isinstance(step, Assign) or step.target is None or not _is(context, step.target, symbol):
        return None
    op, value = step.op, step.value
    if op == "=" and isinstance(value, Binary) and _is(context, value.left, symbol):
        op, value = f"{value.op}=", value.right
    amount = _constant(context, value)
    if op not in ("+=", "-=") or amount is None:
        return None
    return amount if op == "+=" else -amount


def _may_write(context: Context, body: Block, symbol: VariableSymbol) -> bool:
    """Whether anything in a block writes a variable; a pointer to what is not known may do it."""
    written = context.once(_writes)
    return any(
        _is_below(context, node, body)
        for node in (*written.get(symbol, ()), *written.get(None, ()))
    )


def _is_below(context: Context, node: Node, block: Block) -> bool:
    place = context.parent_of(node)
    while place is not None and place is not block:
        place = context.parent_of(place)
    return place is block


def _writes(context: Context) -> Mapping[VariableSymbol | None, Sequence[Node]]:
    """Return the nodes that write a variable, or take its address, by the variable; None: nobody
    knows which.
    """
    access = context.facts.access
    found: dict[VariableSymbol | None, list[Node]] = {}
    for node in context.nodes.of_any(Assign, Increment, AssignExpr, IncrementExpr):
        assert isinstance(node, Assign | Increment | AssignExpr | IncrementExpr)
        place = None if node.target is None else access.place_of(node.target)
        if place is not None:
            found.setdefault(place.symbol, []).append(node)
    for address in context.nodes.of(AddressOf):
        place = access.place_of(address.operand)
        found.setdefault(None if place is None else place.symbol, []).append(address)
    for call in (one for one in context.nodes.of(Call) if may_act(context, one)):
        for symbol in {place.symbol for place in access.effects(call).writes}:
            found.setdefault(symbol, []).append(call)
    return found
