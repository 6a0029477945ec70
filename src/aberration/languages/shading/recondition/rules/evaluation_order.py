"""Variables that are written and used in one expression, in no order that the language gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from ...glsl.statements import statement_of
from ...tree import (
    Assign,
    AssignExpr,
    Block,
    Call,
    CallStatement,
    Declare,
    DoWhile,
    Evaluate,
    Expression,
    For,
    If,
    Increment,
    IncrementExpr,
    InitList,
    Name,
    Node,
    Return,
    Statement,
    StructSyntax,
    Switch,
    Variable,
    While,
)
from ...tree.walk import children
from ...types import Type, without_arrays
from ..conflicts import Ordering, has_effects
from ..context import Context
from ..ordering import Ordered, assignment, join, ordered_place, put_in_order
from ..rule import Rewritten, rule
from ..values import type_syntax, zero

Parts = tuple[tuple[Expression, ...], Statement | None]
"""What is done before a statement, and the statement, None where nothing is left of it."""


@rule(
    "a variable is written and used in one expression, in an order that the language leaves open",
    "what stands further left is evaluated into a variable first",
    (Assign, CallStatement, Declare, DoWhile, Evaluate, For, If, Increment, Return, Switch, While),
    "order",
    whole=True,
    of_wgsl=False,
)
def evaluation_order(context: Context, old: Node, new: Node) -> Rewritten:
    """Evaluate from left to right.

    What comes first is put into variables before the statement. Where it may be evaluated several
    times or never (conditions and steps of loops, behind `&&`, `||` and `?:`) it is done there, by
    commas. Initialisers of variables of the module are left as they are.
    """
    assert isinstance(new, Statement)
    parent = context.parent_of(old)
    if parent is context.module or isinstance(parent, For | While):
        return None
    state = Ordering(context)
    if not any(has_effects(state, one) for one in _expressions_of(old)):
        return None
    if isinstance(new, For | While | DoWhile):
        done = _declared_first(state, (_loop(state, new),))
    elif isinstance(new, Declare):
        done = _declared_first(state, _declaration(state, new))
    else:
        done = _declared_first(state, _in_a_list(state, *_parts(state, new)))
    if done == (new,):
        return None
    return Block(statements=done) if isinstance(parent, If) else done


def _expressions_of(node: Node) -> Iterator[Expression]:
    """Yield the expressions that a statement evaluates itself."""
    for below in children(node):
        if isinstance(below, Expression):
            yield below
        elif isinstance(below, Variable) or isinstance(node, For | While):
            yield from () if isinstance(below, Block) else _expressions_of(below)


# ---- statements in a list, before which others can stand


def _in_a_list(
    state: Ordering, before: tuple[Expression, ...], statement: Statement | None
) -> tuple[Statement, ...]:
    """Return what is done before as statements, which declare what they assign first."""
    done: list[Statement] = []
    for part in before:
        target = part.target if isinstance(part, AssignExpr) else None
        if (
            isinstance(part, AssignExpr)
            and isinstance(target, Name)
            and target.name in state.temporaries
        ):
            type = state.temporaries.pop(target.name)
            done.append(_variable(state.context, target.name, type, part.value))
        else:
            done.append(statement_of(part, part.span))
    return (*done, *(() if statement is None else (statement,)))


def _declared_first(state: Ordering, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Return statements after the declarations of what they use and do not declare."""
    context = state.context
    front = [
        _variable(context, name, type, zero(context, type))
        for name, type in state.temporaries.items()
    ]
    return (*front, *statements)


def _variable(context: Context, name: str, type: Type, value: Expression | None) -> Declare:
    element = without_arrays(type).scalar
    number = element is not None and element.kind != "bool"
    variable = Variable(
        kind="var",
        name=name,
        type=type_syntax(type),
        init=value,
        storage="function",
        precision=context.precision if number else "",
    )
    return Declare(variables=(variable,))


def _declaration(state: Ordering, node: Declare) -> tuple[Statement, ...]:
    """Order the initialisers; a declaration is cut in two where something comes between."""
    if any(isinstance(one.type, StructSyntax) for one in node.variables):
        # The variables of a type that is written in place cannot be apart, and none of them needs
        # an order: nothing has that type before.
        return (_in_place_of_initialisers(state, node),)
    done: list[Statement] = []
    group: list[Variable] = []
    for variable in node.variables:
        if variable.init is None:
            group.append(variable)
            continue
        found = put_in_order(state, variable.init)
        if found.before:
            done += [replace(node, variables=tuple(group))] if group else []
            done += _in_a_list(state, found.before, None)
            group = []
        group.append(replace(variable, init=found.operand))
    return (*done, replace(node, variables=tuple(group)))


# ---- loops: what is done several times is done by commas


def _loop(state: Ordering, node: For | While | DoWhile) -> Statement:
    if isinstance(node, For):
        init = None if node.init is None else _in_place(state, node.init)
        step = None if node.step is None else _in_place(state, node.step)
        node = replace(node, init=init, step=step)
    condition = node.condition
    if isinstance(condition, Expression):
        return replace(node, condition=join(put_in_order(state, condition)))
    if condition is None:
        return node
    return replace(node, condition=_in_place(state, condition))


def _in_place(state: Ordering, node: Statement) -> Statement:
    """Order the statement in the head of a loop, which has to stay one."""
    if isinstance(node, Declare):
        return _in_place_of_initialisers(state, node)
    before, statement = _parts(state, node)
    if not before:
        assert statement is not None
        return statement
    last = None if statement is None else _expression_of(statement)
    return statement_of(join(Ordered(before, last)), node.span)


def _in_place_of_initialisers(state: Ordering, node: Declare) -> Declare:
    variables = [
        one
        if one.init is None or isinstance(one.init, InitList)
        else replace(one, init=join(put_in_order(state, one.init)))
        for one in node.variables
    ]
    return replace(node, variables=tuple(variables))


def _expression_of(node: Statement) -> Expression:
    if isinstance(node, Assign) and node.target is not None:
        return AssignExpr(op=node.op, target=node.target, value=node.value, span=node.span)
    if isinstance(node, Increment):
        return IncrementExpr(op=node.op, target=node.target, prefix=True, span=node.span)
    if isinstance(node, CallStatement):
        return node.call
    assert isinstance(node, Evaluate)
    return node.value


# ---- each kind of statement


def _parts(state: Ordering, node: Statement) -> Parts:
    find = _PARTS.get(type(node))
    return ((), node) if find is None else find(state, node)


def _assign(state: Ordering, node: Statement) -> Parts:
    assert isinstance(node, Assign)
    assert node.target is not None
    found = assignment(state, node.op, node.target, node.value)
    return found.before, replace(node, op=found.op, target=found.target, value=found.value)


def _increment(state: Ordering, node: Statement) -> Parts:
    assert isinstance(node, Increment)
    found = ordered_place(state, node.target)
    return found.before, replace(node, target=found.operand)


def _call(state: Ordering, node: Statement) -> Parts:
    assert isinstance(node, CallStatement)
    found = put_in_order(state, node.call)
    call = found.value
    # A result that is in a variable by now is dropped.
    return found.before, replace(node, call=call) if isinstance(call, Call) else None


def _evaluate(state: Ordering, node: Statement) -> Parts:
    assert isinstance(node, Evaluate)
    found = put_in_order(state, node.value)
    return found.before, None if found.value is None else statement_of(found.value, node.span)


def _if(state: Ordering, node: Statement) -> Parts:
    assert isinstance(node, If)
    found = put_in_order(state, node.condition)
    return found.before, replace(node, condition=found.operand)


def _switch(state: Ordering, node: Statement) -> Parts:
    assert isinstance(node, Switch)
    found = put_in_order(state, node.selector)
    return found.before, replace(node, selector=found.operand)


def _return(state: Ordering, node: Statement) -> Parts:
    assert isinstance(node, Return)
    if node.value is None:
        return (), node
    found = put_in_order(state, node.value)
    return found.before, replace(node, value=found.value)


_PARTS: Final[Mapping[type[Statement], Callable[[Ordering, Statement], Parts]]] = {
    Assign: _assign,
    CallStatement: _call,
    Evaluate: _evaluate,
    If: _if,
    Increment: _increment,
    Return: _return,
    Switch: _switch,
}
