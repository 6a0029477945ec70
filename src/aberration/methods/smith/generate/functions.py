"""The program's functions, each of which may call those before it."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.shading.tree import (
    Block,
    Declaration,
    Deref,
    Direction,
    Function,
    If,
    Name,
    Param,
    Return,
    Statement,
)
from aberration.languages.shading.types import BOOL, Type

from .scope import Space, Variable
from .state import Generator, UserFunction
from .steering import nest_statements

_FAMILY: Final[tuple[Direction, ...]] = ("in", "in", "const_in", "out", "inout", "inout")
_SPACES: Final[tuple[Space, ...]] = ("function", "function", "private")


class _Parameter(msgspec.Struct, frozen=True):
    type: Type
    name: str
    direction: Direction
    space: Space = ""
    """Where WGSL's pointer points; empty for a value."""


def functions(gen: Generator) -> list[Declaration]:
    """Return the functions of a program but for `main`, and note them as callable."""
    if not gen.has("functions"):
        return []
    found: list[Declaration] = []
    for _ in range(gen.rng.between(0, gen.settings.functions)):
        made = _function(gen)
        if not gen.wgsl and gen.rng.chance(0.2):
            found.append(msgspec.structs.replace(made, body=None))
        found.append(made)
    return found


def _function(gen: Generator) -> Function:
    rng = gen.rng
    name = gen.name("func")
    result = gen.any_type() if rng.chance(0.75) else None
    params = [_parameter(gen) for _ in range(rng.between(0, gen.settings.parameters))]
    gen.uses = set()
    gen.scopes.enter()
    for one in params:
        gen.scopes.declare(_variable(gen, one))
    body = _body(gen, result)
    gen.scopes.leave()
    gen.functions.append(
        UserFunction(
            name,
            tuple(one.type for one in params),
            tuple(_direction(one) for one in params),
            tuple(one.space for one in params),
            result,
            frozenset(gen.uses),
        )
    )
    return Function(
        name=name,
        params=tuple(_parameter_node(gen, one) for one in params),
        result=None if result is None else gen.syntax.type(result),
        body=body,
    )


def _body(gen: Generator, result: Type | None) -> Block:
    gen.depth, gen.loops, gen.switches, gen.result = 1, 0, 0, result
    gen.calls_left = gen.settings.function_calls
    # A program's statements are shared out: most belong to `main`.
    outside = gen.left
    gen.left = min(gen.left, max(2, gen.settings.program_statements // 8))
    given = gen.left
    found: list[Statement] = gen.fill(gen.settings.function_length)
    if gen.settings.steered and gen.steering.chance(0.3):
        more = nest_statements(gen, in_function=True)
        found += [more] if more is not None else []
    gen.left = outside - (given - gen.left)
    if result is not None:
        found.append(_last(gen, Return(value=gen.expression(result))))
    return Block(statements=tuple(found))


def _last(gen: Generator, end: Return) -> Statement:
    """Return the end of a function with a result; in GLSL and ESSL one that it may miss at times,
    which is undefined. glslang asks that there is a `return` somewhere.
    """
    if gen.wgsl or not gen.rng.chance(0.1):
        return end
    return If(condition=gen.expression(BOOL), then=Block(statements=(end,)), otherwise=None)


def _parameter(gen: Generator) -> _Parameter:
    rng, type, name = gen.rng, gen.any_type(), gen.name("param")
    if not gen.wgsl:
        directed = gen.has("directions")
        return _Parameter(type, name, rng.choose(_FAMILY) if directed else "in")
    if gen.has("pointers") and rng.chance(0.4):
        return _Parameter(type, name, "in", rng.choose(_SPACES))
    return _Parameter(type, name, "in")


def _direction(one: _Parameter) -> str:
    if one.space:
        return "pointer"
    return "in" if one.direction == "const_in" else one.direction


def _variable(gen: Generator, one: _Parameter) -> Variable:
    """Return what the body sees of a parameter; a pointer is always followed."""
    node = Name(name=one.name)
    if one.space:
        return Variable(
            one.name,
            one.type,
            Deref(operand=node),
            shadowable=False,
            space=one.space,
            pointer=node,
        )
    writable = not gen.wgsl and one.direction != "const_in"
    return Variable(one.name, one.type, node, writable=writable, fixed=gen.wgsl, shadowable=False)


def _parameter_node(gen: Generator, one: _Parameter) -> Param:
    pointer = one.space
    type = gen.syntax.pointer(one.type, pointer) if pointer else gen.syntax.type(one.type)
    return Param(name=one.name, type=type, direction=one.direction)
