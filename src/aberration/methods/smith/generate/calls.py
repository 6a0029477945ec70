"""Calls: of built-in functions, of the program's functions, of constructors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.tree import (
    AddressOf,
    Call,
    Expression,
    Field,
    Name,
    TypeName,
)
from aberration.languages.shading.types import (
    FLOAT,
    INT,
    UINT,
    Array,
    Matrix,
    Scalar,
    Type,
    Vector,
    matrix,
    parts,
    scalar_or_vector,
    with_element,
)

from .places import writable
from .state import Generator, UserFunction

_NUMBERS: Final = (INT, UINT, FLOAT)


def builtin_call(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression | None:
    """Return a call of a built-in function; in WGSL its hazards do not rest on constants."""
    overloads = gen.builtins_for(type)
    if not overloads:
        return None
    overload = gen.rng.choose(overloads)
    needed = runtime_arguments(overload) if gen.wgsl else {0} if runtime else ()
    args = tuple(
        [
            gen.expression(wanted, depth + 1, runtime=k in needed)
            for k, wanted in enumerate(overload.types)
        ]
    )
    return Call(callee=Name(name=overload.name), args=args)


def runtime_arguments(overload: Overload) -> set[int]:
    """Return which arguments must be no constants for that no hazard is one of constants."""
    count = len(overload.types)
    return {0, *(hazard.asks[0] % count for hazard in overload.builtin.hazards if hazard.asks)}


def builtin_with_results(gen: Generator, result: Type) -> Call | None:
    """Return a call of a built-in function that writes to its arguments; None where there is
    none, or nothing that it can write to.
    """
    overloads = gen.builtins_for(result, writes=True)
    if not overloads:
        return None
    return call_with_results(gen, gen.rng.choose(overloads))


def call_with_results(gen: Generator, overload: Overload) -> Call | None:
    """Return a call of this function; None where there is nothing that it can write to."""
    args = []
    for wanted, direction in zip(overload.types, overload.directions, strict=True):
        made = gen.expression(wanted, 2) if direction == "in" else writable(gen, wanted, 2)
        if made is None:
            return None
        args.append(made)
    return Call(callee=Name(name=overload.name), args=tuple(args))


def writing_builtin(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression | None:
    """Return a call as part of an expression: of GLSL's `uaddCarry`, `modf` and the like."""
    return builtin_with_results(gen, type)


def length(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression | None:
    """GLSL's `a.length()`, a constant int."""
    if type is not INT or runtime:
        return None
    found = [one for one in gen.scopes.visible() if isinstance(one.type, Array)]
    if not found:
        return None
    return Call(callee=Field(base=gen.name_of(gen.rng.choose(found)), name="length"))


def part_of_result(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression | None:
    """A member of the structure that WGSL's `modf` and `frexp` give."""
    if FLOAT not in gen.scalars:
        return None
    if type.scalar is FLOAT and not isinstance(type, Matrix):
        name, member = gen.rng.choose((("modf", "fract"), ("modf", "whole"), ("frexp", "fract")))
    elif type.scalar is INT:
        name, member = "frexp", "exp"
    else:
        return None
    value = gen.expression(with_element(type, FLOAT), depth + 1, runtime=True)
    return Field(base=Call(callee=Name(name=name), args=(value,)), name=member)


# ---- the program's functions


def user_call(gen: Generator, type: Type | None, depth: int, runtime: bool = True) -> Call | None:
    """Return a call of a function of the program that gives a type, which is never constant."""
    fitting = [one for one in gen.functions if one.result is type]
    if not fitting or gen.calls_left <= 0:
        return None
    return call_of(gen, gen.rng.choose(fitting), depth)


def call_of(gen: Generator, function: UserFunction, depth: int) -> Call | None:
    """Return a call of a function; None where its results have no place to go."""
    if (gen.is_barred and function.uses) or gen.shared.closed & function.uses:
        return None
    gen.calls_left -= 1
    places: dict[int, Expression] = {}
    roots: set[str] = set(function.uses)
    for k, direction in enumerate(function.directions):
        if direction == "in":
            continue
        found = _place(gen, function, k, roots, depth)
        if found is None:
            return None
        places[k] = found
    gen.uses |= function.uses
    args = tuple(
        [
            places[k] if k in places else gen.expression(wanted, depth + 1)
            for k, wanted in enumerate(function.types)
        ]
    )
    return Call(callee=Name(name=function.name), args=args)


def _place(
    gen: Generator, function: UserFunction, k: int, roots: set[str], depth: int
) -> Expression | None:
    if function.directions[k] != "pointer":
        return writable(gen, function.types[k], depth + 1)
    return _pointer(gen, function.types[k], function.spaces[k], roots)


def _pointer(gen: Generator, type: Type, space: str, roots: set[str]) -> Expression | None:
    """Return a pointer to a whole variable that the call reaches by no other route."""
    found = [
        one
        for one in gen.scopes.visible()
        if one.type is type and one.space == space and one.root not in roots
    ]
    if not found:
        return None
    chosen = gen.rng.choose(found)
    roots.add(chosen.root)
    if chosen.module:
        gen.uses.add(chosen.name)
    return chosen.pointer or AddressOf(operand=chosen.node)


# ---- constructors


def conversion(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression | None:
    """Return a constructor: from a value of another element, or from parts."""
    rng = gen.rng
    if isinstance(type, Matrix):
        return _matrix(gen, type, depth, runtime)
    if isinstance(type, Vector) and rng.chance(0.5):
        return _vector_of_parts(gen, type, depth, runtime)
    others = [one for one in gen.scalars if one is not type.scalar]
    if not others:
        return None
    source = rng.choose(others)
    # Constants may not fit the other type: they are none of WGSL's.
    value = gen.expression(with_element(type, source), depth + 1, runtime=runtime or gen.wgsl)
    if gen.wgsl and type.scalar in (INT, UINT) and source in _NUMBERS and rng.chance(0.3):
        callee = TypeName(name="bitcast", args=(gen.syntax.type(type),))
        return Call(callee=callee, args=(value,))
    return gen.syntax.construct(type, (value,))


def _vector_of_parts(gen: Generator, type: Vector, depth: int, runtime: bool) -> Expression:
    sizes = list(_sizes(gen, type.size))
    args = [
        gen.expression(
            scalar_or_vector(type.component, size), depth + 1, runtime=runtime and k == 0
        )
        for k, size in enumerate(sizes)
    ]
    return gen.syntax.construct(type, tuple(args))


def _sizes(gen: Generator, needed: int) -> Iterator[int]:
    """Give sizes of scalars and vectors that fill a vector; in GLSL the last may be longer."""
    while needed > 0:
        size = gen.rng.between(1, 4 if not gen.wgsl and gen.rng.chance(0.3) else min(needed, 4))
        yield size
        needed -= size


def _matrix(gen: Generator, type: Matrix, depth: int, runtime: bool) -> Expression:
    rng = gen.rng
    if not gen.wgsl and rng.chance(0.4):
        source: Type = matrix(FLOAT, rng.between(2, 4), rng.between(2, 4))
        one = FLOAT if rng.chance(0.5) else source
        return gen.syntax.construct(type, (gen.expression(one, depth + 1, runtime=runtime),))
    item: Scalar | Vector = type.column if rng.chance(0.7) else FLOAT
    count = parts(type) // parts(item)
    below = depth + 1 if count < 5 else gen.settings.expression_depth
    args = [gen.expression(item, below, runtime=runtime and k == 0) for k in range(count)]
    return gen.syntax.construct(type, tuple(args))
