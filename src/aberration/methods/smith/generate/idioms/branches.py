"""Stores before, inside and behind branches: what optimisers move, merge and copy."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Block,
    Break,
    Continue,
    Expression,
    If,
    Name,
    Statement,
)
from aberration.languages.shading.types import INT, Scalar, Type

from ..state import Generator, StatementMaker
from .choices import truth
from .parts import (
    INTEGERS,
    assign,
    binary,
    block,
    count_up,
    edge,
    literal,
    local,
    observe,
    operand,
    private_local,
)

_OPERATORS: Final = ("=", "=", "+=", "-=", "^=", "*=")
_ORDERS: Final = ("<", "<=", ">", ">=", "==", "!=")
_DEEPEST: Final = 3


def _two_variables(gen: Generator) -> tuple[list[Name], list[Statement], Scalar]:
    scalar = gen.rng.choose(INTEGERS)
    made = [local(gen, scalar, edge(gen, scalar)) for _ in range(2)]
    return [name for name, _ in made], [declared for _, declared in made], scalar


def _test(gen: Generator, names: list[Name], scalar: Scalar) -> Expression:
    """Return a condition of one of the variables, or of anything."""
    if gen.rng.chance(0.35):
        return truth(gen)
    low = binary("&", gen.rng.choose(names), literal(gen, gen.rng.choose((1, 1, 3, 7)), scalar))
    return binary(gen.rng.choose(_ORDERS), low, literal(gen, gen.rng.below(4), scalar))


def _store(gen: Generator, names: list[Name], scalar: Scalar) -> Statement:
    """Return a store to one of the variables, of the other one or of anything."""
    value: Expression = edge(gen, scalar)
    if gen.rng.chance(0.4):
        value = binary(gen.rng.choose("+-^*"), gen.rng.choose(names), value)
    return assign(gen.rng.choose(names), value, gen.rng.choose(_OPERATORS))


def _stores(gen: Generator, names: list[Name], scalar: Scalar, most: int) -> list[Statement]:
    return [_store(gen, names, scalar) for _ in range(gen.rng.between(1, most))]


def _show_all(gen: Generator, names: list[Name], type: Type) -> list[Statement]:
    return [one for name in names for one in observe(gen, name, type)]


def decisions(gen: Generator) -> Statement:
    """Branches in branches, with and without `else`, and nothing between them at times."""
    names, declared, scalar = _two_variables(gen)
    first = _decision(gen, names, scalar, 1)
    more = [_decision(gen, names, scalar, 2)] if gen.rng.chance(0.5) else []
    return block(declared, first, more, _show_all(gen, names, scalar))


def _decision(gen: Generator, names: list[Name], scalar: Scalar, depth: int) -> If:
    then = _arm(gen, names, scalar, depth)
    otherwise = _arm(gen, names, scalar, depth) if gen.rng.chance(0.6) else None
    return If(condition=_test(gen, names, scalar), then=then, otherwise=otherwise)


def _arm(gen: Generator, names: list[Name], scalar: Scalar, depth: int) -> Block:
    if depth >= _DEEPEST or gen.rng.chance(0.4):
        return block(_stores(gen, names, scalar, 2))
    inner = _decision(gen, names, scalar, depth + 1)
    before = _stores(gen, names, scalar, 1) if gen.rng.chance(0.25) else []
    behind = _stores(gen, names, scalar, 1) if gen.rng.chance(0.25) else []
    return block(before, inner, behind)


def arms_alike(gen: Generator) -> Statement:
    """Two arms that begin or end with the same, or hold the same altogether."""
    names, declared, scalar = _two_variables(gen)
    same = _stores(gen, names, scalar, 2)
    one, other = (_stores(gen, names, scalar, 1) for _ in range(2))
    form = gen.rng.below(5)
    if form == 0:
        arms = block(same, one), block(same, other)
    elif form == 1:
        arms = block(one, same), block(other, same)
    elif form == 2:
        arms = block(same), block(same, other)
    else:
        arms = block(same), block(same)
    test = _test(gen, names, scalar)
    chosen = If(condition=test, then=arms[0], otherwise=arms[1])
    return block(declared, chosen, _show_all(gen, names, scalar))


def store_and_branch(gen: Generator) -> Statement:
    """`x = e; if (...) { ... x ... }`, and `x` again behind it: tested there, or not."""
    names, declared, scalar = _two_variables(gen)
    first = assign(names[0], binary(gen.rng.choose("+-^&"), names[1], edge(gen, scalar)))
    tested = names if gen.rng.chance(0.3) else names[:1] if gen.rng.chance(0.6) else names[1:]
    step = assign(names[1], names[0], gen.rng.choose(_OPERATORS))
    inside = [step, *(_stores(gen, names, scalar, 2) if gen.rng.chance(0.5) else [])]
    otherwise = block(_stores(gen, names, scalar, 2)) if gen.rng.chance(0.3) else None
    branch = If(condition=_test(gen, tested, scalar), then=block(inside), otherwise=otherwise)
    return block(declared, first, branch, _show_all(gen, names, scalar))


def saved_and_restored(gen: Generator) -> Statement:
    """`t = x; if (...) { x = e; } ... x = t;`, with uses of `x` on the way."""
    names, declared, scalar = _two_variables(gen)
    kept, saved = private_local(gen, scalar, names[0])
    change = block(assign(names[0], edge(gen, scalar), gen.rng.choose(_OPERATORS)))
    changed: Statement = If(condition=_test(gen, names, scalar), then=change)
    if gen.rng.chance(0.3):
        counter, head = count_up(gen, gen.rng.between(1, 3))
        odd = binary("==", counter, literal(gen, 1, INT))
        changed = replace(head, body=block(If(condition=odd, then=change)))
    use = assign(names[1], names[0], gen.rng.choose(_OPERATORS))
    back = assign(names[0], kept, gen.rng.choose(("=", "=", "=", "^=")))
    shown = _show_all(gen, names[:1], scalar) if gen.rng.chance(0.5) else [use]
    return block(declared, saved, changed, shown, back, _show_all(gen, names, scalar))


def exits(gen: Generator) -> Statement:
    """A loop that is left, or whose turn ends, behind stores that happen on that way alone."""
    names, declared, scalar = _two_variables(gen)
    counter, head = count_up(gen, gen.rng.between(2, 6))
    test: Expression
    if gen.rng.chance(0.6):
        test = binary(gen.rng.choose(_ORDERS), counter, literal(gen, gen.rng.below(5), INT))
    else:
        test = _test(gen, names, scalar)
    jump: Statement = Break() if gen.rng.chance(0.6) else Continue()
    leave = If(condition=test, then=block(_stores(gen, names, scalar, 3), jump))
    before = _stores(gen, names, scalar, 1) if gen.rng.chance(0.5) else []
    body = block(before, leave, _stores(gen, names, scalar, 2))
    return block(declared, replace(head, body=body), _show_all(gen, names, scalar))


def counter_at_its_ends(gen: Generator) -> Statement:
    """Comparisons of a loop's counter with its first and last value, and next to these."""
    names, declared, scalar = _two_variables(gen)
    turns = gen.rng.between(1, 6)
    own = gen.rng.choose(INTEGERS)
    counter, head = count_up(gen, turns, own)
    near = (0, 0, 1, turns - 1, turns - 1, turns - 1, turns, turns - 2)
    body: list[Statement] = []
    for _ in range(gen.rng.between(1, 3)):
        end = literal(gen, max(gen.rng.choose(near), 0), own)
        test: Expression = binary(gen.rng.choose(_ORDERS), counter, end)
        if gen.rng.chance(0.2):
            test = binary(gen.rng.choose(("&&", "||")), test, _test(gen, names, scalar))
        otherwise = block(_stores(gen, names, scalar, 1)) if gen.rng.chance(0.4) else None
        then = block(_stores(gen, names, scalar, 2))
        body.append(If(condition=test, then=then, otherwise=otherwise))
    mixed = assign(names[0], operand(gen, scalar), gen.rng.choose(("+=", "^=")))
    return block(declared, replace(head, body=block(body, mixed)), _show_all(gen, names, scalar))


BRANCHES: Final[tuple[StatementMaker, ...]] = (
    decisions,
    decisions,
    arms_alike,
    arms_alike,
    store_and_branch,
    store_and_branch,
    saved_and_restored,
    exits,
    exits,
    counter_at_its_ends,
)
