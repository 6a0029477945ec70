"""Whether the order in which two expressions are evaluated may matter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..analysis.access import Effects, VariablePart
from ..builtins.signature import Overload
from ..checker.symbols import FunctionSymbol
from ..tree import AssignExpr, Call, Expression, IncrementExpr, Name, Node
from ..tree.walk import find
from ..types import Type
from .context import Context

OUTSIDE: Final = ("atomic", "emission", "image")
"""Themes of built-in functions that read or write what no variable of the program holds."""


class Ordering:
    """State while the expressions of one statement are ordered: `temporaries` are the types of
    the variables that are needed, by name.
    """

    def __init__(self, context: Context) -> None:
        self.context: Final = context
        self.temporaries: Final[dict[str, Type]] = {}

    def type_of(self, node: Expression) -> Type:
        return self.context.typing.types[id(node)]

    def effects(self, node: Expression) -> Effects:
        return self.context.facts.access.effects(node)

    def place_of(self, node: Expression) -> VariablePart | None:
        return self.context.facts.access.place_of(node)

    def temporary(self, type: Type) -> Name:
        name = self.context.fresh("first")
        self.temporaries[name] = type
        return Name(name=name)


# ---- what affects what


def meets(ones: Iterable[VariablePart], others: Iterable[VariablePart]) -> bool:
    """Whether a part of one side may be, or hold, a part of the other side."""
    known = tuple(others)
    return any(_may_meet(one, other) for one in ones for other in known)


def _may_meet(one: VariablePart, other: VariablePart) -> bool:
    if one.symbol is not other.symbol:
        return False
    for a, b in zip(one.path, other.path, strict=False):
        if isinstance(a, frozenset) and isinstance(b, frozenset):
            if not a & b:
                return False
        elif type(a) is type(b) and isinstance(a, str | int) and a != b:
            return False
    return True


def conflict(state: Ordering, one: Expression, other: Expression) -> bool:
    """Whether the order in which two expressions are evaluated may matter."""
    a, b = state.effects(one), state.effects(other)
    if meets(a.writes, b.reads + b.writes) or meets(b.writes, a.reads):
        return True
    outside = state.context.once(_outer_functions)
    first, second = (_acts_outside(state.context, node, outside) for node in (one, other))
    return (first and (second or bool(b.writes))) or (second and bool(a.writes))


def has_effects(state: Ordering, node: Expression) -> bool:
    """Whether anything is left after an expression but its value."""
    context = state.context
    if context.parent_of(node) is not None and id(node) not in context.once(acting):
        return False
    outside = context.once(_outer_functions)
    return bool(state.effects(node).writes) or _acts_outside(context, node, outside)


def _acts_outside(context: Context, node: Node, functions: frozenset[FunctionSymbol]) -> bool:
    # Of the program's own nodes it is found out for all at once.
    if context.parent_of(node) is not None:
        return id(node) in context.once(_acting_outside)
    return _calls_outside(context, node, functions)


def _acting_outside(context: Context) -> frozenset[int]:
    """Return the identities of the program's nodes that use what is outside of it."""
    functions = context.once(_outer_functions)
    calls = context.nodes.of(Call)
    return _with_all_around(context, [one for one in calls if _is_outside(context, one, functions)])


def acting(context: Context) -> frozenset[int]:
    """Return the identities of the program's nodes that hold what may leave anything but a value:
    of most nodes nobody has to ask what they read and write.
    """
    nodes = context.nodes
    calls = [one for one in nodes.of(Call) if may_act(context, one)]
    return _with_all_around(context, [*nodes.of(AssignExpr), *nodes.of(IncrementExpr), *calls])


def may_act(context: Context, call: Call) -> bool:
    """Whether a call may leave anything but its value, apart from what its arguments do."""
    callee = context.typing.callees.get(id(call))
    if isinstance(callee, Overload):
        return callee.builtin.theme in OUTSIDE or any(one != "in" for one in callee.directions)
    return not isinstance(callee, Type)


def _with_all_around(context: Context, nodes: Iterable[Node]) -> frozenset[int]:
    """Return the identities of nodes and of all that they stand in."""
    found: set[int] = set()
    for inner in nodes:
        node: Node | None = inner
        while node is not None and id(node) not in found:
            found.add(id(node))
            node = context.parent_of(node)
    return frozenset(found)


def _calls_outside(context: Context, node: Node, functions: frozenset[FunctionSymbol]) -> bool:
    return any(_is_outside(context, call, functions) for call in find(node, Call))


def _is_outside(
    context: Context, call: Call, functions: frozenset[FunctionSymbol] = frozenset()
) -> bool:
    callee = context.typing.callees.get(id(call))
    if isinstance(callee, Overload):
        return callee.builtin.theme in OUTSIDE
    return isinstance(callee, FunctionSymbol) and callee in functions


def _outer_functions(context: Context) -> frozenset[FunctionSymbol]:
    """Return the functions of the program that use what is outside of it, or end the invocation."""
    facts = context.facts
    calls = context.nodes.of(Call)
    around = _with_all_around(context, [one for one in calls if _is_outside(context, one)])
    found: set[FunctionSymbol] = set()
    for function in facts.order_from_leaves():
        uses = id(facts.definitions[function]) in around or function in facts.discarding
        if uses or not found.isdisjoint(facts.calls[function]):
            found.add(function)
    return frozenset(found)
