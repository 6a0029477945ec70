"""Parts of variables: what expressions read and what statements and arguments write."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Expression, Field, Index
from aberration.languages.shading.types import INT, UINT, Scalar, Type, Vector

from .scope import Source
from .state import Generator

_LETTERS: Final = ("xyzw", "rgba", "stpq")
_INTEGERS: Final = (INT, UINT)


def index(gen: Generator, size: int, depth: int, *, fixed: bool = False) -> Expression:
    """Return an index into `size` items: a constant within them, or any value of the run."""
    rng, scalar = gen.rng, gen.rng.choose(_INTEGERS)
    if fixed or depth > gen.settings.expression_depth or rng.chance(0.3):
        return gen.syntax.literal(rng.below(size), scalar)
    return gen.expression(scalar, depth + 1, runtime=True)


def place(gen: Generator, source: Source, depth: int) -> Expression:
    """Return the expression that a source stands for."""
    variable = source.variable
    node = gen.name_of(variable)
    for step in source.steps:
        if isinstance(step, str):
            node = Field(base=node, name=step)
        else:
            node = Index(base=node, index=index(gen, step, depth, fixed=variable.fixed))
    return node


def read(gen: Generator, type: Type, depth: int, *, runtime: bool) -> Expression | None:
    """Return a value of a type out of a variable; None where a few tries find none."""
    scopes = gen.scopes
    if isinstance(type, Scalar):
        source = scopes.pick_component(scopes.readable, type, runtime=runtime)
        if source is None:
            return None
        return _component(gen, source, depth)
    if isinstance(type, Vector):
        source = scopes.pick(scopes.readable.vectors.get(type.component, []), runtime=runtime)
        return None if source is None else _swizzle(gen, source, type, depth)
    source = scopes.pick(scopes.readable.exact.get(type, []), runtime=runtime)
    return None if source is None else place(gen, source, depth)


def _component(gen: Generator, source: Source, depth: int) -> Expression:
    """Return a scalar, or one of the components of a vector."""
    node, type = place(gen, source, depth), source.type
    if not isinstance(type, Vector):
        return node
    if gen.rng.chance(0.3):
        return Index(base=node, index=index(gen, type.size, depth))
    return Field(base=node, name=_letters(gen)[gen.rng.below(type.size)])


def _letters(gen: Generator) -> str:
    return _LETTERS[gen.rng.below(2 if gen.wgsl else 3)]


def _swizzle(gen: Generator, source: Source, wanted: Vector, depth: int) -> Expression:
    """Return a vector of the wanted size out of one of any size; components may come again."""
    rng, type = gen.rng, source.type
    node = place(gen, source, depth)
    assert isinstance(type, Vector)
    if type is wanted and not (gen.has("swizzles") and rng.chance(0.5)):
        return node
    size = type.size
    for _ in range(rng.below(gen.settings.swizzle_depth)):
        between = rng.between(2, 4)
        node = Field(base=node, name=_random_letters(gen, size, between))
        size = between
    return Field(base=node, name=_random_letters(gen, size, wanted.size))


def _random_letters(gen: Generator, size: int, count: int) -> str:
    letters = _letters(gen)
    return "".join([letters[gen.rng.below(size)] for _ in range(count)])


# ---- places to write


def writable(gen: Generator, type: Type, depth: int) -> Expression | None:
    """Return a place of a type that may be assigned to; None where a few tries find none."""
    scopes = gen.scopes
    if isinstance(type, Scalar):
        source = scopes.pick_component(scopes.writable, type)
        return None if source is None else _component(gen, source, depth)
    if not isinstance(type, Vector):
        source = scopes.pick(scopes.writable.exact.get(type, []))
        return None if source is None else place(gen, source, depth)
    source = scopes.pick(scopes.writable.vectors.get(type.component, []))
    if source is None:
        return None
    if source.type is type and (gen.wgsl or gen.rng.chance(0.5)):
        return place(gen, source, depth)
    return None if gen.wgsl else _swizzled_place(gen, source, type, depth)


def _swizzled_place(
    gen: Generator, source: Source, wanted: Vector, depth: int
) -> Expression | None:
    """Return some components of a vector, each once."""
    assert isinstance(source.type, Vector)
    if source.type.size < wanted.size:
        return None
    letters = gen.rng.shuffled(_letters(gen)[: source.type.size])
    return Field(base=place(gen, source, depth), name="".join(letters[: wanted.size]))
