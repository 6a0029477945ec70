"""Places that all invocations come to together: what waits for others, or takes derivatives, may
stand there alone, in a loop of a constant number of turns, or behind a condition that is the same
for all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aberration.languages.shading.tree import (
    Assign,
    Binary,
    Block,
    Declare,
    Expression,
    For,
    If,
    Increment,
    Name,
    Statement,
)
from aberration.languages.shading.tree import Variable as Declared
from aberration.languages.shading.types import INT, UINT, Scalar

from .scope import Variable
from .state import Generator

Unit = Callable[[], Statement | None]
_TURNS: Final = 4


def together(gen: Generator, unit: Unit) -> Statement | None:
    """Return a unit, at times in a loop or behind a condition; None where there is none."""
    form = gen.rng.below(6)
    if form == 0:
        return _loop(gen, unit)
    if form == 1 and (test := same_for_all(gen)) is not None:
        return _choice(gen, test, unit)
    return unit()


def same_for_all(gen: Generator) -> Expression | None:
    """Return a condition of an input, or of the counter of such a loop; None where there is none.

    Inputs lie in uniforms and in buffers that are only read: WGSL knows them to be uniform.
    """
    found = [
        one
        for one in gen.scopes.visible()
        if one.type in (INT, UINT) and one.name in gen.same_for_all
    ]
    if not found:
        return None
    chosen = gen.rng.choose(found)
    assert isinstance(chosen.type, Scalar)
    bound = gen.syntax.literal(gen.rng.below(4), chosen.type)
    op = gen.rng.choose(("<", ">", "!=", "=="))
    return Binary(op=op, left=gen.name_of(chosen), right=bound)


def _loop(gen: Generator, unit: Unit) -> Statement | None:
    """`for (int turn = 0; turn < 3; turn++) { ...; UNIT }`, which nothing leaves."""
    rng, name = gen.rng, gen.name("turn")
    scalar = rng.choose((INT, UINT))
    gen.scopes.enter()
    gen.scopes.declare(Variable(name, scalar, Name(name=name), writable=False, shadowable=False))
    gen.same_for_all.add(name)
    body = _around(gen, unit)
    gen.scopes.leave()
    if body is None:
        return None
    init = Declared(
        kind="var", name=name, type=gen.syntax.type(scalar), init=gen.syntax.literal(0, scalar),
        storage="function",
    )  # fmt: skip
    end, by = rng.between(1, _TURNS), 1
    step: Statement = Increment(op="++", target=Name(name=name))
    if rng.chance(0.3):
        by = 2
        step = Assign(op="+=", target=Name(name=name), value=gen.syntax.literal(by, scalar))
    bound = gen.syntax.literal(end * by, scalar)
    condition = Binary(op="<", left=Name(name=name), right=bound)
    return For(init=Declare(variables=(init,)), condition=condition, step=step, body=body)


def _choice(gen: Generator, test: Expression, unit: Unit) -> Statement | None:
    then = _around(gen, unit)
    if then is None:
        return None
    otherwise = _around(gen, unit) if gen.rng.chance(0.4) else None
    return If(condition=test, then=then, otherwise=otherwise)


def _around(gen: Generator, unit: Unit) -> Block | None:
    """Return a unit with what comes before and behind it, in a scope of its own."""
    rng = gen.rng
    gen.scopes.enter()
    gen.depth += 1
    before = gen.fill(2) if rng.chance(0.5) else []
    made = unit()
    behind = gen.fill(2) if rng.chance(0.5) else []
    gen.depth -= 1
    gen.scopes.leave()
    return None if made is None else Block(statements=(*before, made, *behind))
