"""Loops and switches of a few turns, each of whose ways is gone at least once in most programs."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Assign,
    Block,
    Break,
    Clause,
    Continue,
    DoWhile,
    Expression,
    For,
    If,
    Increment,
    Loop,
    Name,
    Statement,
    Switch,
    Unary,
    While,
)
from aberration.languages.shading.types import INT, UINT, Scalar, Type

from ..state import Generator, StatementMaker
from .choices import truth
from .parts import (
    INTEGERS,
    assign,
    binary,
    block,
    conversion,
    count_up,
    edge,
    integer_type,
    literal,
    local,
    observe,
    operand,
    private_local,
)

_STEPS: Final = ("+=", "-=", "^=", "*=")


def _mix(gen: Generator, total: Name, type: Type) -> Assign:
    """Return a step of a sum that no other order of steps gives."""
    return assign(total, edge(gen, type), gen.rng.choose(_STEPS))


# ---- loops


def countdown(gen: Generator) -> Statement:
    """`for (i = n; i >= c; i--)`, with steps beyond 1, and of unsigned integers down to `> 0u`."""
    scalar = gen.rng.choose(INTEGERS)
    low = gen.rng.between(0, 3) if scalar is INT else gen.rng.between(1, 3)
    step, turns = gen.rng.between(1, 3), gen.rng.between(1, 6)
    comparison = gen.rng.choose((">=", ">", ">=", "!="))
    start = low + step * turns
    counter, declared = private_local(gen, scalar, literal(gen, start, scalar))
    total, sum_declared = local(gen, scalar, edge(gen, scalar))
    body = block(assign(total, counter, gen.rng.choose(("+=", "^="))), _mix(gen, total, scalar))
    down: Statement = assign(counter, literal(gen, step, scalar), "-=")
    if step == 1 and gen.rng.chance(0.6):
        down = Increment(op="--", target=counter)
    loop = For(
        init=declared,
        condition=binary(comparison, counter, literal(gen, low, scalar)),
        step=down,
        body=body,
    )
    return block(sum_declared, loop, observe(gen, total, scalar))


def changing_operand(gen: Generator) -> Statement:
    """The first statement of a loop computes something of what the loop changes later."""
    type = integer_type(gen)
    given, declared = local(gen, type, edge(gen, type))
    counter, head = _loop_of(gen)
    value = binary(gen.rng.choose("+-*^"), given, operand(gen, type) if gen.rng.chance(0.3)
                   else literal(gen, gen.rng.between(1, 99), type))  # fmt: skip
    kept, first = local(gen, type, value)
    turn = conversion(gen, counter, type)
    step = assign(given, binary(gen.rng.choose("+^"), kept, turn), gen.rng.choose(_STEPS))
    more = [If(condition=truth(gen), then=block(_mix(gen, given, type)))]
    body = block(first, step, more if gen.rng.chance(0.3) else [], observe(gen, kept, type))
    return block(declared, replace(head, body=body), observe(gen, given, type))


def _loop_of(gen: Generator) -> tuple[Name, For]:
    return count_up(gen, gen.rng.between(2, 5))


def bare_local(gen: Generator) -> Statement | None:
    """A variable of a loop that is declared without a value: WGSL's is zero in each turn."""
    type = integer_type(gen)
    counter, head = _loop_of(gen)
    kept, bare = local(gen, type, None if gen.wgsl else literal(gen, 0, type))
    turn = conversion(gen, counter, type)
    first = assign(kept, turn, "+=")
    before = observe(gen, kept, type) if gen.rng.chance(0.5) else []
    body = block(bare, before, first, _mix(gen, kept, type), observe(gen, kept, type))
    return replace(head, body=body)


def tested_first(gen: Generator) -> Statement:
    """A loop that may make no turn; in GLSL at times one that makes one in any case."""
    scalar = gen.rng.choose(INTEGERS)
    turns, declared = private_local(gen, scalar, literal(gen, gen.rng.below(4), scalar))
    total, more = local(gen, scalar, edge(gen, scalar))
    bound = binary("&", operand(gen, scalar), literal(gen, 3, scalar))
    limit, third = private_local(gen, scalar, bound)
    test = binary(gen.rng.choose(("<", "<=", "!=")), turns, limit)
    ends = binary("<", turns, literal(gen, 6, scalar))
    condition = binary("&&", test, ends)
    count = assign(turns, literal(gen, 1, scalar), "+=")
    body = block(count, _skip(gen, turns, scalar), assign(total, turns, gen.rng.choose(_STEPS)),
                 _mix(gen, total, scalar))  # fmt: skip
    if not gen.wgsl and gen.rng.chance(0.35):
        loop: Statement = DoWhile(body=body, condition=condition)
    elif gen.wgsl and gen.rng.chance(0.35):
        loop = _with_continuing(gen, body, count, condition)
    else:
        loop = While(condition=condition, body=body)
    return block(declared, more, third, loop, observe(gen, total, scalar),
                 observe(gen, turns, scalar))  # fmt: skip


def _skip(gen: Generator, turns: Name, scalar: Scalar) -> list[Statement]:
    """Return a `continue` or `break` for some of the turns, or nothing."""
    if gen.rng.chance(0.4):
        return []
    low = binary("&", turns, literal(gen, gen.rng.choose((1, 3)), scalar))
    test = binary("==", low, literal(gen, gen.rng.below(3), scalar))
    jump: Statement = Continue() if gen.rng.chance(0.7) else Break()
    return [If(condition=test, then=block(jump))]


def _with_continuing(
    gen: Generator, body: Block, count: Statement, condition: Expression
) -> Statement:
    """Return WGSL's loop: the count stands in its continuing part."""
    rest = Block(statements=body.statements[1:])
    return Loop(body=rest, continuing=block(count), break_if=Unary(op="!", operand=condition))


def nested_exit(gen: Generator) -> Statement:
    """`break` and `continue` of an inner loop, and a flag that ends the outer one."""
    total, declared = local(gen, UINT, edge(gen, UINT))
    outer, head = count_up(gen, gen.rng.between(2, 4))
    inner, inner_head = count_up(gen, gen.rng.between(2, 4))
    sum_of = binary(gen.rng.choose("+^"), inner, outer)
    test = binary(gen.rng.choose(("==", ">")), sum_of, literal(gen, gen.rng.between(1, 3), INT))
    jump: Statement = Break() if gen.rng.chance(0.6) else Continue()
    leave = If(condition=test, then=block(_mix(gen, total, UINT), jump))
    body = block(leave, assign(total, gen.syntax.construct(UINT, (sum_of,)), "+="))
    after = _skip(gen, outer, INT)
    whole = block(replace(inner_head, body=body), after, _mix(gen, total, UINT))
    return block(declared, replace(head, body=whole), observe(gen, total, UINT))


# ---- switches


def all_labels(gen: Generator) -> Statement:
    """A switch in a loop over its labels: `default` anywhere, falling through, `continue`."""
    type = gen.rng.choose(INTEGERS)
    total, declared = local(gen, type, edge(gen, type))
    scalar = gen.rng.choose(INTEGERS)
    count = gen.rng.between(2, 5)
    counter, head = count_up(gen, count + 1, scalar)
    selector: Expression = counter
    if gen.rng.chance(0.3):
        selector = binary("^", counter, binary("&", operand(gen, scalar), literal(gen, 1, scalar)))
    clauses = _clauses(gen, count, scalar, total, type)
    switch = Switch(selector=selector, clauses=tuple(clauses))
    body = block(switch, assign(total, literal(gen, 31, type), "*="))
    return block(declared, replace(head, body=body), observe(gen, total, type))


def _clauses(gen: Generator, count: int, scalar: Scalar, total: Name, type: Type) -> list[Clause]:
    default = gen.rng.below(count)
    # What no label names comes to `default`.
    labels = [k for k in range(count) if k != default or gen.rng.chance(0.3)]
    found: list[Clause] = []
    order = gen.rng.shuffled(range(count)) if gen.rng.chance(0.5) else list(range(count))
    for k in order:
        is_default = k == default
        names = (literal(gen, k, scalar),) if k in labels else ()
        found.append(_clause(gen, names, is_default, k is order[-1], total, type))
    return found


def _clause(
    gen: Generator,
    labels: tuple[Expression, ...],
    has_default: bool,
    is_last: bool,
    total: Name,
    type: Type,
) -> Clause:
    steps: list[Statement] = [_mix(gen, total, type)]
    falls = not (gen.wgsl or is_last) and gen.rng.chance(0.45)
    jump = gen.rng.below(8)
    if jump < 2:
        steps.append(If(condition=truth(gen), then=block(Break() if jump else Continue())))
        steps.append(_mix(gen, total, type))
    elif jump == 2 and not falls:
        steps.append(Continue())
    return Clause(labels=labels, body=block(steps), has_default=has_default, falls_through=falls)


FLOW: Final[tuple[StatementMaker, ...]] = (
    countdown,
    changing_operand,
    bare_local,
    tested_first,
    tested_first,
    nested_exit,
    all_labels,
    all_labels,
)
