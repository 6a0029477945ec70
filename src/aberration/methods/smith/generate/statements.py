"""Statements: which may stand where, and the simple ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aberration.languages.shading.tree import (
    Assign,
    AssignExpr,
    Block,
    Break,
    Call,
    CallStatement,
    Comma,
    Continue,
    Discard,
    Evaluate,
    Expression,
    Increment,
    IncrementExpr,
    Return,
    Statement,
)
from aberration.languages.shading.types import BOOL, INT, UINT, VOID, Matrix, Type

from . import flow
from .calls import builtin_with_results, call_of
from .declarations import declaration
from .derivatives import derivatives
from .effects import assigned_value, operator_for
from .exchange import exchange
from .fold import CHECKSUM, fold_into
from .idioms import table as idioms
from .looks import look, look_together
from .places import writable
from .state import Generator, StatementMaker

_TRIES: Final = 3
_JUMPS: Final = (Break, Continue, Return, Discard)
_ALONE: Final = (Call, AssignExpr, IncrementExpr)


def statements(gen: Generator, most: int) -> list[Statement]:
    """Return 1 to `most` statements; a jump is the last, and few follow when the program is
    large. The last is the next of those that are `wanted`, where that may stand here.
    """
    wanted = gen.wanted[:]
    gen.wanted.clear()
    found = _draw(gen, most)
    if wanted and _may_stand(gen, wanted[-1]):
        gen.wanted[:] = wanted[:-1]
        made = MAKERS[wanted[-1]](gen)
        if made is not None:
            found = [*(found[:-1] if isinstance(found[-1], _JUMPS) else found), made]
    return _with_local_seen(gen, found)


def _with_local_seen(gen: Generator, found: list[Statement]) -> list[Statement]:
    """Return statements that, at times, let one of the block's own variables be seen before they
    are gone; those of `main` are seen at its end.
    """
    seen = gen.settings.seen
    if gen.depth < 2 or not seen or gen.straight or not (gen.is_main or CHECKSUM in gen.uses):
        return found
    own = [one for one in gen.scopes.open[-1] if one.type.scalar is not None and not one.constant]
    if not own or not gen.rng.chance(seen):
        return found
    chosen = gen.rng.choose(own)
    if chosen.hidden:
        return found
    shown = fold_into(gen, CHECKSUM, gen.name_of(chosen), chosen.type, fixed=chosen.fixed)
    at = len(found) - isinstance(found[-1], _JUMPS)
    return [*found[:at], *shown, *found[at:]]


def _draw(gen: Generator, most: int) -> list[Statement]:
    makers = _makers_here(gen)
    found: list[Statement] = []
    for _ in range(gen.rng.between(1, most)):
        if gen.left <= 0 and found:
            break
        gen.left -= 1
        made = gen.rng.choose(makers)(gen) or declaration(gen)
        found.append(made)
        if isinstance(made, _JUMPS):
            break
    return found


def _makers_here(gen: Generator) -> tuple[StatementMaker, ...]:
    """Return the kinds of statements that may stand in the block that is open, by weight."""
    here = _what_may_stand(gen)
    found = gen.options.get(here)
    if found is None:
        found = gen.options[here] = _makers_by_weight(gen, here)
    return found


def _what_may_stand(gen: Generator) -> tuple[bool, ...]:
    """Return whether there may be nesting statements, `break`, `continue`, `return`, `discard`, and
    what all invocations come to together.
    """
    return (
        gen.depth < gen.settings.scope_depth and not gen.straight and gen.left > 0,
        (gen.loops or gen.switches) > 0 and not gen.straight,
        gen.loops > 0 and not gen.straight,
        gen.depth > 1 and not gen.is_main and not gen.straight,
        gen.depth > 1 and gen.stage == "fragment" and not gen.straight,
        gen.is_together,
    )


def _may_stand(gen: Generator, name: str) -> bool:
    """Whether a kind of statement may stand in the block that is open, however deep it is."""
    _, breaks, continues, returns, discards, _ = _what_may_stand(gen)
    jumps = {"break": breaks, "continue": continues, "return": returns, "discard": discards}
    return jumps.get(name, name in _SIMPLE or not gen.straight)


def has_kind(gen: Generator, name: str) -> bool:
    """Whether the language has a kind of statement."""
    return name not in (_FAMILY if gen.wgsl else _WGSL)


def _makers_by_weight(gen: Generator, here: tuple[bool, ...]) -> tuple[StatementMaker, ...]:
    nests, breaks, continues, returns, discards, waits = here
    allowed = {
        "break": breaks,
        "continue": continues,
        "return": returns,
        "discard": discards,
        "together": waits,
    }
    return tuple(
        MAKERS[name]
        for name, weight in gen.features.statements
        if has_kind(gen, name) and allowed.get(name, nests or name in _SIMPLE)
        for _ in range(weight)
    )


# ---- simple ones


def assignment(gen: Generator) -> Statement | None:
    """Assign to any place that can be written."""
    if gen.wgsl and gen.rng.chance(0.05):
        return Assign(op="=", target=None, value=gen.expression(gen.any_type(), runtime=True))
    for _ in range(_TRIES):
        type = gen.any_type()
        target = writable(gen, type, 2)
        if target is not None:
            op = operator_for(gen, type)
            return Assign(op=op, target=target, value=assigned_value(gen, op, type, 1))
    return None


def increment(gen: Generator) -> Statement | None:
    """`place++;` or `place--;`."""
    if gen.wgsl:
        types: tuple[Type, ...] = (INT, UINT)
    else:
        types = tuple(
            one for one in gen.values if one.scalar is not BOOL and not isinstance(one, Matrix)
        )
    target = writable(gen, gen.rng.choose(types), 2)
    if target is None:
        return None
    return Increment(op="++" if gen.rng.chance(0.5) else "--", target=target)


def call(gen: Generator) -> Statement | None:
    """Call a function for what it does."""
    made: Call | None = None
    if gen.functions and gen.calls_left > 0 and gen.rng.chance(0.7):
        made = call_of(gen, gen.rng.choose(gen.functions), 2)
    elif not gen.wgsl:
        result = VOID if gen.rng.chance(0.5) else gen.rng.choose(gen.values)
        made = builtin_with_results(gen, result)
    return None if made is None else CallStatement(call=made)


def evaluate(gen: Generator) -> Statement:
    """An expression alone."""
    made: Expression = gen.expression(gen.rng.choose(gen.values))
    if isinstance(made, _ALONE):
        made = Comma(left=made, right=gen.expression(INT, gen.settings.expression_depth))
    return Evaluate(value=made)


def nested_block(gen: Generator) -> Block:
    return gen.block(max(1, gen.settings.block_length // 4))


def together(gen: Generator) -> Statement | None:
    """What all invocations come to: an exchange of values, or derivatives, also those that WGSL's
    functions of textures take.
    """
    if gen.stage == "compute":
        return exchange(gen)
    if gen.wgsl and gen.pictures and (gen.rng.chance(0.6) or not gen.takes_derivatives):
        return look_together(gen)
    return derivatives(gen)


def return_statement(gen: Generator) -> Statement:
    if gen.result is None:
        return Return()
    return Return(value=gen.expression(gen.result, 2))


MAKERS: Final[Mapping[str, StatementMaker]] = {
    "declaration": declaration,
    "assignment": assignment,
    "call": call,
    "increment": increment,
    "evaluate": evaluate,
    "block": nested_block,
    "idiom": idioms.statement,
    "together": together,
    "look": look,
    "return": return_statement,
    "break": lambda gen: Break(),
    "continue": lambda gen: Continue(),
    "discard": lambda gen: Discard(),
    **flow.MAKERS,
}
"""By the name that settings know them by. None: there is no such statement here."""
_SIMPLE: Final = frozenset(
    ("declaration", "assignment", "call", "increment", "evaluate", "idiom", "look")
)
_FAMILY: Final = frozenset(("do", "evaluate"))
_WGSL: Final = frozenset(("loop",))
