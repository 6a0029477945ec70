"""What is done with what textures give: as part of expressions, and in statements of their own."""

from __future__ import annotations

from typing import Final

from aberration.core.textures import MODULUS
from aberration.languages.shading.tree import Expression, Field, Statement
from aberration.languages.shading.types import (
    BOOL,
    FLOAT,
    INT,
    UINT,
    Matrix,
    Scalar,
    Type,
    Vector,
    parts,
    scalar_or_vector,
)

from .idioms.parts import binary, block, local, observe
from .sampling import ask
from .state import Generator
from .together import together

_LETTERS: Final = "xyzw"
_WHOLE: Final = float(MODULUS - 1)
"""What makes whole numbers of the texels of floats."""


def texture_value(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression | None:
    """Return numbers that a texture gives; None where there is none, or the type has no numbers."""
    if not gen.pictures or type.scalar in (None, BOOL) or isinstance(type, Matrix):
        return None
    return _value(gen, type, in_step=False)


def look(gen: Generator) -> Statement | None:
    """`ivec3 v = ivec3(texture(...).zyx * 256.0);`, which is looked at."""
    return _look(gen, in_step=False)


def look_together(gen: Generator) -> Statement | None:
    """The same in WGSL's fragment shaders, by a function that takes derivatives."""
    return together(gen, lambda: _look(gen, in_step=True))


def _look(gen: Generator, *, in_step: bool) -> Statement | None:
    most = 4 if "vectors" in gen.features.types else 1
    type = scalar_or_vector(gen.rng.choose((INT, UINT, FLOAT)), gen.rng.between(1, most))
    made = _value(gen, type, in_step=in_step)
    if made is None:
        return None
    gen.scopes.enter()
    given, declared = local(gen, type, made)
    gen.scopes.leave()
    return block(declared, observe(gen, given, type))


def _value(gen: Generator, type: Type, *, in_step: bool) -> Expression | None:
    assert isinstance(type.scalar, Scalar)
    asked = ask(gen, type.scalar, together=in_step)
    if asked is None:
        return None
    node: Expression
    node, given = asked
    if isinstance(given, Vector):
        letters = (gen.rng.choose(_LETTERS[: given.size]) for _ in range(parts(type)))
        node = Field(base=node, name="".join(letters))
    if given.scalar is FLOAT and (type.scalar is not FLOAT or gen.rng.chance(0.5)):
        node = binary("*", node, gen.syntax.literal(_WHOLE, FLOAT))
    if not isinstance(given, Vector) and type.scalar is not given.scalar:
        # WGSL fills no vector with a number of another kind.
        node = gen.syntax.construct(type.scalar, (node,))
    return gen.syntax.construct(type, (node,))
