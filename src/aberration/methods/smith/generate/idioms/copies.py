"""Whole arrays and structures: copied, exchanged, passed on, with a change before or behind."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Expression, Field, If, Index, Statement
from aberration.languages.shading.types import BOOL, INT, Array, Struct, Type, item_count, item_type

from ..state import Generator, StatementMaker
from .choices import truth
from .memory import within
from .parts import (
    INTEGERS,
    assign,
    binary,
    block,
    edge,
    literal,
    local,
    number_type,
    observe,
    operand,
    private_local,
)

_LARGEST: Final = 24
_DEEPEST: Final = 3


def exchange_wholes(gen: Generator) -> Statement | None:
    """`t = a; a = b; b = t;`, of which one is changed on the way."""
    type = _whole(gen)
    if type is None:
        return None
    first, declared = local(gen, type, _different(gen, type))
    second, more = local(gen, type, _different(gen, type))
    third, kept = local(gen, type, first)
    steps: list[Statement] = [kept, assign(first, second), assign(second, third)]
    change = _change(gen, gen.rng.choose((first, second)), type)
    steps.insert(gen.rng.between(1, 3), change)
    return block(declared, more, steps, *(observe(gen, one, type) for one in (first, second)))


def copied_if(gen: Generator) -> Statement | None:
    """A copy of a whole in one arm, and of a part in the other."""
    type = _whole(gen)
    if type is None:
        return None
    first, declared = local(gen, type, _different(gen, type))
    second, more = local(gen, type, _different(gen, type))
    copy = assign(second, first)
    then = block(copy, _change(gen, first, type)) if gen.rng.chance(0.5) else block(copy)
    otherwise = block(_change(gen, second, type)) if gen.rng.chance(0.6) else None
    chosen = If(condition=truth(gen), then=then, otherwise=otherwise)
    last = [] if gen.rng.chance(0.5) else [assign(first, second)]
    return block(
        declared, more, chosen, last, *(observe(gen, one, type) for one in (first, second))
    )


def part_of_whole(gen: Generator) -> Statement | None:
    """Elements and members that are wholes themselves: `a[1] = a[i]`, `s.m = b`."""
    inner = _whole(gen)
    if inner is None or not (gen.nests_arrays or isinstance(inner, Struct)):
        return None
    type = inner.array(gen.rng.between(2, 3))
    if _scalars(type) > _LARGEST:
        return None
    size = type.size or 1
    given, declared = local(gen, type, _different(gen, type))
    at, index = private_local(gen, INT, within(gen, size))
    places: list[Expression] = [
        Index(base=given, index=at),
        Index(base=given, index=literal(gen, gen.rng.below(size), INT)),
    ]
    into, out = gen.rng.shuffled(places)
    kept, before = local(gen, inner, out)
    copy = assign(into, gen.rng.choose((out, kept)))
    return block(
        declared, index, before, _change(gen, gen.rng.choose((into, out)), inner), copy,
        observe(gen, given, type), observe(gen, kept, inner),
    )  # fmt: skip


def rebuild(gen: Generator) -> Statement | None:
    """A structure of the members of another one, in their places or in those of neighbours."""
    if not gen.structs:
        return None
    type = gen.rng.choose(gen.structs)
    if _scalars(type) > _LARGEST:
        return None
    given, declared = local(gen, type, _different(gen, type))
    members = [_member_like(gen, given, type, one.type) for one in type.members]
    made, second = local(gen, type, gen.syntax.construct(type, tuple(members)))
    back = assign(given, made) if gen.rng.chance(0.5) else _change(gen, given, type)
    equal: list[Statement] = []
    if not gen.wgsl and gen.rng.chance(0.3):
        kept, compared = private_local(gen, BOOL, binary("==", given, made))
        equal = [compared, *observe(gen, kept, BOOL)]
    return block(
        declared, second, observe(gen, made, type), back, equal, observe(gen, given, type)
    )  # fmt: skip


def _member_like(gen: Generator, given: Expression, struct: Struct, type: Type) -> Expression:
    """Return any member of a type."""
    names = [one.name for one in struct.members if one.type is type]
    return Field(base=given, name=gen.rng.choose(names))


def _whole(gen: Generator) -> Type | None:
    """Return an array, of structures at times, or a structure, none of them large."""
    if gen.structs and gen.rng.chance(0.4):
        type: Type = gen.rng.choose(gen.structs)
    elif "arrays" in gen.features.types:
        type = number_type(gen).array(gen.rng.between(2, 5))
    else:
        return None
    return type if _scalars(type) <= _LARGEST else None


def _scalars(type: Type) -> int:
    if isinstance(type, Array | Struct):
        return sum(_scalars(item_type(type, k)) for k in range(item_count(type) or 1))
    return item_count(type) or 1


def _different(gen: Generator, type: Type) -> Expression:
    """Return a value of which no two parts need be the same."""
    if isinstance(type, Array | Struct):
        parts = [_different(gen, item_type(type, k)) for k in range(item_count(type) or 1)]
        return gen.syntax.construct(type, tuple(parts))
    return edge(gen, type) if type.scalar in INTEGERS else operand(gen, type)


def _change(gen: Generator, given: Expression, type: Type) -> Statement:
    """Return a store to a part of a variable, however deep."""
    place, inner = given, type
    for _ in range(_DEEPEST):
        if isinstance(inner, Struct):
            member = gen.rng.choose(inner.members)
            place, inner = Field(base=place, name=member.name), member.type
        elif isinstance(inner, Array):
            size = inner.size or 1
            last = literal(gen, gen.rng.choose((0, size - 1)), INT)
            index = last if gen.rng.chance(0.6) else within(gen, size)
            place, inner = Index(base=place, index=index), inner.element
    return assign(place, _different(gen, inner))


COPIES: Final[tuple[StatementMaker, ...]] = (exchange_wholes, copied_if, part_of_whole, rebuild)
