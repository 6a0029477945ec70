"""Control flow of statements: what it depends on, and what variables hold after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ....tree import (
    Assign,
    Block,
    Break,
    CallStatement,
    ConstAssert,
    Continue,
    Declare,
    Discard,
    Expression,
    For,
    If,
    Increment,
    Loop,
    Return,
    Statement,
    Switch,
    Variable,
    While,
)
from ....types import Pointer
from .state import FunctionUniformity, Values
from .values import call_node, held_node, place_of, store, value_node

Behaviour = frozenset[str]
After = tuple[int, Behaviour]
"""Control flow behind a statement, and how it may be left."""
_NEXT: Final = frozenset(("next",))
_BREAK: Final = frozenset(("break",))
_CONTINUE: Final = frozenset(("continue",))
_RETURN: Final = frozenset(("return",))


def follow(state: FunctionUniformity, node: Statement, flow: int) -> After:
    return _STATEMENTS[type(node)](state, node, flow)


def follow_all(state: FunctionUniformity, nodes: Sequence[Statement], flow: int) -> After:
    """What follows a jump is never run, and asks for nothing."""
    behaviour = _NEXT
    for node in nodes:
        flow, found = follow(state, node, flow)
        behaviour = (behaviour - _NEXT) | found
        if "next" not in found:
            break
    return flow, behaviour


def follow_block(state: FunctionUniformity, node: Block, flow: int) -> After:
    with state.diagnostics_of(node.attributes):
        return follow_all(state, node.statements, flow)


def _merge(state: FunctionUniformity, before: Values, ends: Sequence[Values]) -> Values:
    """Return what variables hold where several paths meet."""
    if not ends:
        return before
    return {
        symbol: state.graph.join(*[end.get(symbol, old) for end in ends])
        for symbol, old in before.items()
    }


# ---- what does something


def declare_statement(state: FunctionUniformity, node: Declare, flow: int) -> After:
    for variable in node.variables:
        _declare_variable(state, variable, flow)
    return flow, _NEXT


def _declare_variable(state: FunctionUniformity, node: Variable, flow: int) -> None:
    symbol = state.typing.declared[id(node)]
    if node.kind == "const":
        return
    value = flow if node.init is None else value_node(state, node.init, flow)
    if node.kind == "var":
        state.values[symbol] = value
    elif isinstance(symbol.type, Pointer):
        assert node.init is not None
        state.pointers[symbol] = place_of(state, node.init, flow)
    else:
        state.fixed[symbol] = value


def assign_statement(state: FunctionUniformity, node: Assign, flow: int) -> After:
    if node.target is None:
        value_node(state, node.value, flow)
        return flow, _NEXT
    place = place_of(state, node.target, flow)
    old = () if node.op == "=" else (held_node(state, place, flow),)
    value = value_node(state, node.value, flow)
    store(state, place, flow, value, *old)
    return flow, _NEXT


def increment_statement(state: FunctionUniformity, node: Increment, flow: int) -> After:
    place = place_of(state, node.target, flow)
    store(state, place, held_node(state, place, flow))
    return flow, _NEXT


def call_statement(state: FunctionUniformity, node: CallStatement, flow: int) -> After:
    call_node(state, node.call, flow)
    return flow, _NEXT


def no_effect(state: FunctionUniformity, _: Statement, flow: int) -> After:
    return flow, _NEXT


# ---- choices


def if_statement(state: FunctionUniformity, node: If, flow: int) -> After:
    with state.diagnostics_of(node.attributes):
        condition = value_node(state, node.condition, flow)
        before = dict(state.values)
        found = [_arm(state, node.then, condition, before)]
        if node.otherwise is None:
            found.append((condition, _NEXT, before))
        else:
            found.append(_arm(state, node.otherwise, condition, before))
    return _join_arms(state, flow, before, found, [])


def _arm(
    state: FunctionUniformity, node: Statement, flow: int, before: Values
) -> tuple[int, Behaviour, Values]:
    state.values = dict(before)
    after, behaviour = follow(state, node, flow)
    return after, behaviour, state.values


def _join_arms(
    state: FunctionUniformity,
    flow: int,
    before: Values,
    found: Sequence[tuple[int, Behaviour, Values]],
    exits: list[Values],
) -> After:
    """Where the arms of a choice meet; `exits` are those that leave a switch."""
    ends = [values for _, behaviour, values in found if "next" in behaviour]
    state.values = _merge(state, before, [*ends, *exits])
    behaviour = frozenset[str]().union(*[one for _, one, _ in found])
    if exits:
        behaviour = (behaviour - _BREAK) | _NEXT
    if behaviour == _NEXT:
        return flow, behaviour
    return state.graph.join(*[after for after, _, _ in found]), behaviour


def switch_statement(state: FunctionUniformity, node: Switch, flow: int) -> After:
    with state.diagnostics_of((*node.attributes, *node.body_attributes)):
        selector = value_node(state, node.selector, flow)
        before = dict(state.values)
        outside, state.exits = state.exits, []
        found = [_arm(state, clause.body, selector, before) for clause in node.clauses]
        exits, state.exits = state.exits, outside
    return _join_arms(state, flow, before, found, exits)


# ---- loops


def plain_loop(state: FunctionUniformity, node: Loop, flow: int) -> After:
    with state.diagnostics_of(node.attributes):
        return _follow_rounds(state, node, flow, None, node.continuing, node.break_if)


def for_loop(state: FunctionUniformity, node: For, flow: int) -> After:
    with state.diagnostics_of(node.attributes):
        if node.init is not None:
            flow, _ = follow(state, node.init, flow)
        condition = node.condition
        assert condition is None or isinstance(condition, Expression)
        return _follow_rounds(state, node, flow, condition, node.step, None)


def while_loop(state: FunctionUniformity, node: While, flow: int) -> After:
    assert isinstance(node.condition, Expression)
    with state.diagnostics_of(node.attributes):
        return _follow_rounds(state, node, flow, node.condition, None, None)


def _follow_rounds(
    state: FunctionUniformity,
    node: Loop | For | While,
    flow: int,
    condition: Expression | None,
    step: Statement | None,
    last: Expression | None,
) -> After:
    """A loop: `condition` is asked first in each round; `step` and `last` (`break if`) come
    after the body.

    Where the body never comes to its end, Tint has no next round of `loop` and `for`, but one
    of `while`.
    """
    before = dict(state.values)
    head = state.graph.node(flow)
    heads = {symbol: state.graph.node(value) for symbol, value in before.items()}
    state.values = dict(heads)
    outside = state.exits, state.rounds
    state.exits, state.rounds = [], []
    inner = head if condition is None else value_node(state, condition, head)
    if condition is not None:
        state.exits.append(dict(state.values))
    inner, behaviour = follow_block(state, node.body, inner)
    ends = [*([state.values] if "next" in behaviour else []), *state.rounds]
    if isinstance(node, While):
        state.graph.edges[head].append(inner)
    if ends:
        state.values = _merge(state, state.values, ends)
        state.graph.edges[head].append(_follow_step(state, inner, step, last))
        for symbol, value in heads.items():
            state.graph.edges[value].append(state.values[symbol])
    exits = state.exits
    state.exits, state.rounds = outside
    state.values = _merge(state, before, exits)
    left = behaviour - _BREAK - _CONTINUE - _NEXT
    behaviour = left | _NEXT if exits else left
    return (flow if behaviour == _NEXT else state.graph.join(head, inner)), behaviour


def _follow_step(
    state: FunctionUniformity, flow: int, step: Statement | None, last: Expression | None
) -> int:
    """What follows the body in each round; return the control flow at its end."""
    with state.diagnostics_of(step.attributes if isinstance(step, Block) else ()):
        if step is not None:
            flow, _ = follow(state, step, flow)
        if last is not None:
            flow = value_node(state, last, flow)
            state.exits.append(dict(state.values))
    return flow


# ---- jumps


def break_statement(state: FunctionUniformity, _: Break, flow: int) -> After:
    state.exits.append(dict(state.values))
    return flow, _BREAK


def continue_statement(state: FunctionUniformity, _: Continue, flow: int) -> After:
    state.rounds.append(dict(state.values))
    return flow, _CONTINUE


def return_statement(state: FunctionUniformity, node: Return, flow: int) -> After:
    if node.value is not None:
        state.results.append(value_node(state, node.value, flow))
    state.ends.append(dict(state.values))
    return flow, _RETURN


_STATEMENTS: Final[dict[type[Statement], Callable[[FunctionUniformity, Any, int], After]]] = {
    Block: follow_block,
    Declare: declare_statement,
    ConstAssert: no_effect,
    Assign: assign_statement,
    Increment: increment_statement,
    CallStatement: call_statement,
    If: if_statement,
    Switch: switch_statement,
    Loop: plain_loop,
    For: for_loop,
    While: while_loop,
    Break: break_statement,
    Continue: continue_statement,
    Discard: no_effect,
    Return: return_statement,
}
