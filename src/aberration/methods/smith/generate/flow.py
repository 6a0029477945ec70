"""Choices and loops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aberration.languages.shading.tree import (
    Assign,
    Binary,
    Block,
    Break,
    Call,
    Clause,
    Declare,
    DoWhile,
    Expression,
    For,
    If,
    Increment,
    Loop,
    Name,
    Statement,
    Switch,
    While,
)
from aberration.languages.shading.tree import Variable as Declared
from aberration.languages.shading.types import BOOL, INT, UINT, Scalar

from .counting import Count, draw_count
from .effects import assigned_value, operator_for
from .literals import int_value, uint_value
from .places import writable
from .scope import Variable
from .state import Generator, StatementMaker

_INTEGERS: Final = (INT, UINT)


def choice(gen: Generator) -> Statement:
    """`if`, at times with `else` or `else if`."""
    return _if(gen, 2)


def _if(gen: Generator, chain: int) -> If:
    condition = gen.expression(BOOL)
    then = gen.block(gen.settings.block_length)
    otherwise: Statement | None = None
    if gen.rng.chance(0.5):
        more = chain > 0 and gen.rng.chance(0.25)
        otherwise = _if(gen, chain - 1) if more else gen.block(gen.settings.block_length)
    return If(condition=condition, then=then, otherwise=otherwise)


# ---- switch


def switch(gen: Generator) -> Statement:
    """A switch whose labels are any constants."""
    scalar = gen.rng.choose(_INTEGERS)
    draw = int_value if scalar is INT else uint_value
    count = gen.rng.between(1, gen.settings.switch_cases)
    labels = {draw(gen.rng, gen.features.literals): None for _ in range(count)}
    return _switch(gen, gen.expression(scalar), list(labels), scalar)


def guided_switch(gen: Generator) -> Statement:
    """A switch whose selector is one of the labels, or nearly always."""
    rng, scalar = gen.rng, gen.rng.choose(_INTEGERS)
    count = rng.between(1, gen.settings.switch_cases)
    first = rng.below(100)
    value = gen.expression(scalar, 2, runtime=gen.wgsl)
    if scalar is INT:
        value = Call(callee=Name(name="abs"), args=(value,))
    rest = Binary(op="%", left=value, right=gen.syntax.literal(count, scalar))
    selector = Binary(op="+", left=gen.syntax.literal(first, scalar), right=rest)
    return _switch(gen, selector, [first + k for k in range(count)], scalar)


def _switch(gen: Generator, selector: Expression, labels: list[int], scalar: Scalar) -> Statement:
    rng = gen.rng
    groups = _label_groups(gen, [gen.syntax.literal(label, scalar) for label in labels])
    default = rng.below(len(groups) + 1) if gen.wgsl or rng.chance(0.5) else -1
    # The default stands before any of the labels, together with some, or last.
    joined = 0 <= default < len(groups) and rng.chance(0.2)
    if default >= 0 and not joined:
        groups.insert(default, ())
    clauses = [
        _clause(gen, group, is_last=k == len(groups) - 1, has_default=k == default)
        for k, group in enumerate(groups)
    ]
    return Switch(selector=selector, clauses=tuple(clauses))


def _label_groups(gen: Generator, labels: list[Expression]) -> list[tuple[Expression, ...]]:
    """Return the labels of each clause: mostly one."""
    groups: list[tuple[Expression, ...]] = []
    for label in labels:
        if groups and gen.rng.chance(0.15):
            groups[-1] = (*groups[-1], label)
        else:
            groups.append((label,))
    return groups


def _clause(
    gen: Generator, labels: tuple[Expression, ...], *, is_last: bool, has_default: bool
) -> Clause:
    empty = not is_last and gen.rng.chance(0.15)
    gen.switches += 1
    body = Block() if empty else gen.block(gen.settings.case_length)
    gen.switches -= 1
    if not gen.wgsl and not empty:
        # All clauses of a switch share a scope: a block in each keeps their names apart.
        body = Block(statements=(body,))
    # Behind the last clause there is nothing to fall into, and from an empty one its labels do.
    falls = not (gen.wgsl or is_last or empty) and gen.rng.chance(0.5)
    return Clause(labels=labels, body=body, has_default=has_default, falls_through=falls)


# ---- loops


def _body(gen: Generator, first: tuple[Statement, ...] = ()) -> Block:
    outside, gen.switches = gen.switches, 0
    gen.loops += 1
    body = gen.block(gen.settings.loop_length)
    gen.loops -= 1
    gen.switches = outside
    return Block(statements=(*first, *body.statements))


def _condition(gen: Generator) -> Expression | Statement:
    """Return a condition, in GLSL at times as the declaration of a variable."""
    test = gen.expression(BOOL)
    if gen.wgsl or not gen.rng.chance(0.05):
        return test
    name = gen.name("var")
    made = Declared(
        kind="var", name=name, type=gen.syntax.type(BOOL), init=test, storage="function"
    )
    gen.scopes.declare(Variable(name, BOOL, Name(name=name), shadowable=False))
    return Declare(variables=(made,))


def while_loop(gen: Generator) -> Statement:
    gen.scopes.enter()
    condition = _condition(gen)
    body = _body(gen)
    gen.scopes.leave()
    return While(condition=condition, body=body)


def do_loop(gen: Generator) -> Statement:
    body = _body(gen)
    return DoWhile(body=body, condition=gen.expression(BOOL))


def _way_out(gen: Generator) -> Statement:
    """`if (c) { break; }`, for loops that have no condition."""
    return If(condition=gen.expression(BOOL, 2), then=Block(statements=(Break(),)))


def free_for(gen: Generator) -> Statement:
    """A `for` each of whose three parts may be missing."""
    rng = gen.rng
    gen.scopes.enter()
    init: Statement | None = None
    if rng.chance(0.5):
        init = (
            _counter(gen, INT, gen.expression(INT, 2), writable=True)
            if rng.chance(0.5)
            else (_step(gen))
        )
    condition = _condition(gen) if rng.chance(0.7) else None
    step = _step(gen) if rng.chance(0.5) else None
    first = (_way_out(gen),) if condition is None and gen.wgsl else ()
    body = _body(gen, first)
    gen.scopes.leave()
    return For(init=init, condition=condition, step=step, body=body)


def _step(gen: Generator) -> Statement | None:
    """Return an assignment or increment of a number."""
    scalar = gen.rng.choose(_INTEGERS)
    target = writable(gen, scalar, gen.settings.expression_depth)
    if target is None:
        return None
    if gen.rng.chance(0.4):
        return Increment(op="++" if gen.rng.chance(0.5) else "--", target=target)
    op = operator_for(gen, scalar)
    return Assign(op=op, target=target, value=assigned_value(gen, op, scalar, 3))


def _counter(gen: Generator, type: Scalar, init: Expression, *, writable: bool) -> Declare:
    """Declare the variable in the head of a loop."""
    name = gen.name("for")
    gen.scopes.declare(Variable(name, type, Name(name=name), writable=writable, shadowable=False))
    made = Declared(
        kind="var", name=name, type=gen.syntax.type(type), init=init, storage="function"
    )
    return Declare(variables=(made,))


def guided_for(gen: Generator) -> Statement:
    """A `for` that makes a known number of turns."""
    count = draw_count(gen)
    gen.scopes.enter()
    literal = gen.syntax.literal
    init = _counter(gen, count.type, literal(count.start, count.type), writable=False)
    name = init.variables[0].name
    condition = Binary(
        op=count.comparison, left=Name(name=name), right=literal(count.bound, count.type)
    )
    body = _body(gen)
    gen.scopes.leave()
    return For(init=init, condition=condition, step=_step_of(gen, count, name), body=body)


def _step_of(gen: Generator, count: Count, name: str) -> Statement:
    target, op = Name(name=name), count.op
    unit = count.step == 1 and op in "+-" and not (gen.wgsl and count.type.is_float)
    if unit and gen.rng.chance(0.5):
        return Increment(op=op + op, target=target)
    return Assign(op=f"{op}=", target=target, value=gen.syntax.literal(count.step, count.type))


def plain_loop(gen: Generator) -> Statement:
    """WGSL's `loop`, at times with a continuing part; something leaves it."""
    has_continuing = gen.rng.chance(0.6)
    breaks = has_continuing and gen.rng.chance(0.6)
    outside, gen.kept_scope = gen.kept_scope, len(gen.scopes.open) + 1 if has_continuing else 0
    first = () if breaks else (_way_out(gen),)
    body = _body(gen, first)
    gen.kept_scope = outside
    if not has_continuing:
        return Loop(body=body)
    return _with_continuing(gen, body, breaks=breaks)


def _with_continuing(gen: Generator, body: Block, *, breaks: bool) -> Statement:
    """The continuing part sees the names of the body, but does without them: a `continue` may
    come before they are declared.
    """
    straight, gen.straight = gen.straight, True
    gen.scopes.enter()
    empty = gen.rng.chance(0.1)
    continuing = Block(statements=() if empty else tuple(gen.fill(3)))
    condition = gen.expression(BOOL, 2) if breaks else None
    gen.scopes.leave()
    gen.straight = straight
    return Loop(body=body, continuing=continuing, break_if=condition)


MAKERS: Final[Mapping[str, StatementMaker]] = {
    "if": choice,
    "switch": switch,
    "guided switch": guided_switch,
    "while": while_loop,
    "for": free_for,
    "guided for": guided_for,
    "do": do_loop,
    "loop": plain_loop,
}
