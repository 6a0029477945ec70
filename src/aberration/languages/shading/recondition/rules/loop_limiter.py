"""Loops that do not come to their end, or not soon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.errors import MalformedShader

from ...builtins.signature import Overload
from ...checker import check
from ...checker.symbols import FunctionSymbol
from ...tree import (
    Binary,
    Block,
    Break,
    Call,
    Declare,
    DoWhile,
    Expression,
    For,
    Function,
    If,
    Increment,
    Literal,
    Loop,
    Module,
    Name,
    Node,
    Return,
    Statement,
    TypeName,
    TypeSyntax,
    Variable,
    While,
)
from ...tree.walk import with_children
from ..context import LOOPS, Context, Place, place_of
from ..flow import may_leave_loop
from ..rule import Rewritten, rule
from ..turns import short_loops

_NAME: Final = "loop-limiter"
_FLAT: Final = (Expression, TypeSyntax)
_WAITING: Final = ("barrier", "derivative", "subgroup", "texture", "wgsl texture")
"""Themes of built-in functions that invocations have to call together."""


class _Limits(msgspec.Struct, frozen=True):
    """How the loops of a program are limited: `counters` are the names by the places of loops;
    those in `own` are variables of the function, declared before the loop that they are listed by.
    """

    counters: Mapping[Place, str]
    own: Mapping[Place, tuple[str, ...]]


class _Waiting(msgspec.Struct, frozen=True):
    """The identities of the loops in which invocations wait; `any_call`: whether they do at all."""

    loops: frozenset[int]
    any_call: bool


@rule(
    "a loop does not come to its end, or not within the time that drivers give",
    "a variable counts down all turns of an invocation, and the loops end at zero",
    LOOPS,
    "endless",
)
def loop_limiter(context: Context, old: Node, new: Node) -> Rewritten:
    """Leave a loop at the begin of its body where the budget of turns is spent.

    Invocations that wait for each other, or take derivatives, have to go round together. One budget
    for all loops would end a loop for one of them and not for another, where they went round other
    loops more or less often before. There each loop has a counter of its own, set before the
    outermost loop of its function: invocations that would go round together still do. In WGSL the
    analysis of uniformity judges that; a loop whose counter it refuses is left as it is. With the
    setting `one_budget` only the loops in which invocations wait have counters of their own.
    """
    limits = context.plan(_find_limits)
    place = place_of(old)
    name, own = limits.counters.get(place), limits.own.get(place, ())
    limited = new if name is None else _limit(context, old, new, name)
    if own:
        return (*(_counter(context, one) for one in own), limited)
    return None if name is None else limited


def _find_limits(context: Context) -> _Limits:
    # No order of evaluation changes how often loops go round, nor where invocations wait.
    seen = context.original
    short = seen.plan(short_loops)
    loops = [node for node in _loops_of(seen) if id(node) not in short]
    if not loops:
        return _Limits({}, {})
    waiting = seen.once(_waiting)
    shared = [loop for loop in loops if id(loop) not in waiting.loops]
    if context.settings.one_budget or not waiting.any_call:
        mixed = _with_shared(context, shared, [loop for loop in loops if id(loop) in waiting.loops])
        if not context.wgsl or not waiting.any_call or _is_legal(context, mixed):
            return mixed
    counters = {place_of(loop): context.fresh("turns_left") for loop in loops}
    found = _own_counters(context, loops, counters)
    if _is_legal(context, found):
        return found
    kept: list[Node] = []
    for loop in loops:
        if _is_legal(context, _own_counters(context, [*kept, loop], counters)):
            kept.append(loop)
    return _own_counters(context, kept, counters)


def _loops_of(context: Context) -> Iterator[Node]:
    """Return the loops that the rule is wanted at."""
    for node in context.nodes.of_any(*LOOPS):
        if context.may_rewrite(_NAME, node):
            yield node


def _with_shared(context: Context, shared: list[Node], alone: list[Node]) -> _Limits:
    """Return limits by one counter for some loops, and by counters of their own for others."""
    names = {place_of(loop): context.fresh("turns_left") for loop in alone}
    own = _own_counters(context, alone, names)
    one = dict.fromkeys(map(place_of, shared), _shared_counter(context)) if shared else {}
    return _Limits({**one, **own.counters}, own.own)


def _waiting(context: Context) -> _Waiting:
    """Return where invocations wait: loops in whose body they do, or in functions called there."""
    functions: set[int] = set()
    loops: set[int] = set()
    count, any_call = -1, False
    while len(functions) > count:
        count = len(functions)
        for call in context.nodes.of(Call):
            if not _waits(context, call, functions):
                continue
            any_call = True
            place: Node | None = call
            while place is not None:
                if isinstance(place, LOOPS):
                    loops.add(id(place))
                elif isinstance(place, Function):
                    functions.add(id(place))
                place = context.parent_of(place)
    return _Waiting(frozenset(loops), any_call)


def _waits(context: Context, call: Call, functions: set[int]) -> bool:
    """Whether a call waits: of a built-in function, or of one of these functions."""
    callee = context.typing.callees.get(id(call))
    if isinstance(callee, Overload):
        return callee.builtin.theme in _WAITING
    if isinstance(callee, FunctionSymbol):
        return id(context.typing.bodies.get(callee)) in functions
    # It goes by the structure of its type, and so has no row.
    return isinstance(call.callee, Name) and call.callee.name == "workgroupUniformLoad"


def _shared_counter(context: Context) -> str:
    turns = context.settings.turns
    if context.wgsl:
        return context.declare("turns_left", f"var<private> NAME: i32 = {turns};")
    return context.declare("turns_left", f"{context.precision} int NAME = {turns};".lstrip())


def _own_counters(context: Context, loops: list[Node], names: Mapping[Place, str]) -> _Limits:
    own: dict[Place, tuple[str, ...]] = {}
    for loop in loops:
        first = place_of(_outermost(context.original, loop))
        own[first] = (*own.get(first, ()), names[place_of(loop)])
    return _Limits({place_of(loop): names[place_of(loop)] for loop in loops}, own)


def _outermost(context: Context, node: Node) -> Node:
    """Return the outermost loop around a node at which the rule is wanted."""
    found, place = node, context.parent_of(node)
    while place is not None:
        if isinstance(place, LOOPS) and context.may_rewrite(_NAME, place):
            found = place
        place = context.parent_of(place)
    return found


def _is_legal(context: Context, limits: _Limits) -> bool:
    """Whether the program with these limits is legal."""

    def change(node: Node) -> Node:
        # No expression, and no type, holds a loop.
        if isinstance(node, _FLAT):
            return node
        new = with_children(node, change)
        place = place_of(node) if isinstance(node, LOOPS) else None
        if place is None:
            return new
        name, own = limits.counters.get(place), limits.own.get(place, ())
        limited = new if name is None else _limit(context, node, new, name)
        assert isinstance(limited, Statement) or not own
        if not own:
            return limited
        assert isinstance(limited, Statement)
        return Block(statements=(*(_counter(context, one) for one in own), limited))

    module = change(context.module)
    assert isinstance(module, Module)
    module = replace(module, decls=(*context.declarations(), *module.decls))
    try:
        check(module, context.stage)
    except MalformedShader:
        return False
    return True


# ---- what is written


def _number(context: Context, value: int) -> Literal:
    return Literal(kind="abstract_int" if context.wgsl else "int", value=value)


def _counter(context: Context, name: str) -> Declare:
    variable = Variable(
        kind="var",
        name=name,
        type=TypeName(name="i32" if context.wgsl else "int"),
        init=_number(context, context.settings.turns),
        storage="function",
        precision=context.precision,
    )
    return Declare(variables=(variable,))


def _limit(context: Context, old: Node, new: Node, name: str) -> Node:
    """Return a loop with the two statements at the begin of its body."""
    assert isinstance(new, For | While | DoWhile | Loop)
    spent = Binary(op="<=", left=Name(name=name), right=_number(context, 0))
    leave = If(condition=spent, then=Block(statements=(_way_out(context, old),)))
    count = Increment(op="--", target=Name(name=name))
    body = replace(new.body, statements=(leave, count, *new.body.statements))
    return replace(new, body=body)


def _way_out(context: Context, node: Node) -> Statement:
    """Return what leaves a loop. WGSL asks functions for a result: a loop that nothing but `return`
    ends is ended by one.
    """
    if not context.wgsl or not isinstance(node, Loop | For) or may_leave_loop(node):
        return Break()
    place: Node | None = node
    while place is not None and not isinstance(place, Function):
        place = context.parent_of(place)
    assert place is not None
    if place.result is None:
        return Break()
    result: Expression | TypeSyntax = place.result
    if isinstance(result, TypeName) and not result.args:
        result = Name(name=result.name)
    return Return(value=Call(callee=result, args=()))
