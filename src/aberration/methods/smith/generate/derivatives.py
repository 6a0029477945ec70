"""Derivatives in fragment shaders whose value is the same however pixels are paired.

What is derived is affine in the pixel's coordinates, with coefficients that are multiples of 1/4,
or the same for all pixels: differences of any two neighbours are exact, and all the same (GLSL
4.60, 8.14.1; WGSL, "Derivative Built-in Functions").
"""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import (
    Binary,
    Block,
    Call,
    Declare,
    Expression,
    Field,
    Name,
    Statement,
)
from aberration.languages.shading.tree import Variable as Declared
from aberration.languages.shading.types import FLOAT, Type, Vector, scalar_or_vector

from .fold import CHECKSUM, fold_into
from .scope import Variable
from .state import Generator
from .together import together

POSITION: Final = "position"
"""The parameter of WGSL's entry point that is GLSL's `gl_FragCoord`."""
_NAMES: Final = ("dFdx", "dFdy", "fwidth", "dFdxFine", "dFdyFine", "fwidthFine", "dFdxCoarse",
                 "dFdyCoarse", "fwidthCoarse")  # fmt: skip
_IN_WGSL: Final = tuple(name.replace("dFd", "dpd") for name in _NAMES)
_LARGEST: Final = 64
_STEP: Final = 4


def derivatives(gen: Generator) -> Statement | None:
    """Take one to three derivatives, which are looked at."""
    return together(gen, lambda: _unit(gen))


def _unit(gen: Generator) -> Statement:
    gen.scopes.enter()
    body: list[Statement] = []
    for _ in range(gen.rng.between(1, 3)):
        body += _one(gen)
    gen.scopes.leave()
    return Block(statements=tuple(body))


def _one(gen: Generator) -> list[Statement]:
    """`float v = ...; float d = dFdx(v);`, or all in one expression."""
    rng = gen.rng
    most = 4 if "vectors" in gen.features.types else 1
    type = scalar_or_vector(FLOAT, rng.between(1, most))
    value = _affine(gen, type)
    found: list[Statement] = []
    if rng.chance(0.4):
        value, declared = _local(gen, type, value)
        found.append(declared)
        if rng.chance(0.5):
            # Not `+=`: what is assigned again is limited (the rule `exact-floats`), and no longer
            # affine then.
            more = Binary(op=rng.choose("+-"), left=value, right=_affine(gen, type))
            value, declared = _local(gen, type, more)
            found.append(declared)
    known = [one for one in (_IN_WGSL if gen.wgsl else _NAMES) if gen.knows(one)]
    made: Expression = Call(callee=Name(name=gen.steering.choose(known)), args=(value,))
    if rng.chance(0.3):
        made = Binary(op=rng.choose("+-*"), left=made, right=_number(gen, type))
    result, declared = _local(gen, type, made)
    gen.scopes.declare(Variable(result.name, type, result, space="function"))
    return [*found, declared, *fold_into(gen, CHECKSUM, result, type, fixed=False)]


def _local(gen: Generator, type: Type, init: Expression) -> tuple[Name, Declare]:
    name = gen.name("slope")
    made = Declared(
        kind="var", name=name, type=gen.syntax.type(type), init=init, storage="function"
    )
    return Name(name=name), Declare(variables=(made,))


def _affine(gen: Generator, type: Type) -> Expression:
    """Return `a * x + b * y + c` in some form, a vector of these, or what all pixels share."""
    rng = gen.rng
    if isinstance(type, Vector):
        if rng.chance(0.4):
            scale, pixel = _number(gen, type), gen.syntax.construct(type, (_coordinate(gen),))
            return Binary(op="*", left=scale, right=pixel)
        parts = tuple(_affine(gen, FLOAT) for _ in range(type.size))
        return gen.syntax.construct(type, parts)
    form = rng.below(5)
    if form == 0:
        return _shared_value(gen)
    first = Binary(op="*", left=_coordinate(gen), right=_number(gen, FLOAT))
    if form == 1:
        return first
    second: Expression = Binary(op="*", left=_number(gen, FLOAT), right=_coordinate(gen))
    if form == 2:
        second = _number(gen, FLOAT)
    if form == 3:
        second = Binary(op="+", left=second, right=_shared_value(gen))
    return Binary(op=rng.choose("+-"), left=first, right=second)


def _coordinate(gen: Generator) -> Expression:
    place = Name(name=POSITION if gen.wgsl else "gl_FragCoord")
    return Field(base=place, name=gen.rng.choose(("x", "y")))


def _shared_value(gen: Generator) -> Expression:
    """Return a small number that an input decides, or a constant: the same for all pixels."""
    found = [
        one
        for one in gen.scopes.visible()
        if one.name in gen.same_for_all and one.type in gen.scalars and one.type is not FLOAT
    ]
    if not found:
        return _number(gen, FLOAT)
    chosen = gen.rng.choose(found)
    assert chosen.type.scalar is not None
    mask = gen.syntax.literal(gen.rng.choose((7, 63, 255)), chosen.type.scalar)
    low = Binary(op="&", left=gen.name_of(chosen), right=mask)
    return gen.syntax.construct(FLOAT, (low,))


def _number(gen: Generator, type: Type) -> Expression:
    """Return a constant, a multiple of 1/4."""
    value = gen.rng.between(-_LARGEST, _LARGEST) / _STEP or 1.0
    made = gen.syntax.literal(value, FLOAT)
    return gen.syntax.construct(type, (made,)) if isinstance(type, Vector) else made
