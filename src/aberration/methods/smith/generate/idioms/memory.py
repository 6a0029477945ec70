"""Stores and loads of parts of variables: which of them touch the same cells."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import (
    Assign,
    Expression,
    Field,
    If,
    IncrementExpr,
    Index,
    Name,
    Statement,
)
from aberration.languages.shading.types import (
    BOOL,
    FLOAT,
    INT,
    Array,
    Matrix,
    Struct,
    Type,
    Vector,
    matrix,
    scalar_or_vector,
)

from ..state import Generator, StatementMaker
from .parts import (
    INTEGERS,
    assign,
    binary,
    block,
    edge,
    element,
    integer_type,
    literal,
    local,
    number_type,
    observe,
    operand,
    private_local,
    short_array,
)
from .passing import step_call

_STEPS: Final = ("+=", "-=", "*=", "^=")


def within(gen: Generator, size: int) -> Expression:
    """Return an index known only when the program runs: within so many items, all but surely."""
    mask = (1 << (size.bit_length() - 1)) - 1
    if mask + 1 < size and gen.rng.chance(0.4):
        return binary("%", binary("&", operand(gen, INT), literal(gen, 255, INT)),
                      literal(gen, size, INT))  # fmt: skip
    return binary("&", operand(gen, INT), literal(gen, mask, INT))


def array_of_edges(gen: Generator, type: Array) -> Expression:
    """Return an array of operands, each of its own."""
    items = [
        edge(gen, type.element) if type.element.scalar in INTEGERS else operand(gen, type.element)
        for _ in range(type.size or 1)
    ]
    return gen.syntax.construct(type, tuple(items))


def stores_to_elements(gen: Generator) -> Statement:
    """Stores to a[const], to a[i], to a[j], in any order, and loads between or after them."""
    type = short_array(gen, integer_type(gen))
    size = type.size or 1
    given, declared = local(gen, type, array_of_edges(gen, type))
    at, index = private_local(gen, INT, within(gen, size))
    places = [literal(gen, gen.rng.below(size), INT), at, literal(gen, gen.rng.below(size), INT)]
    made: list[Statement] = []
    for k in range(gen.rng.between(2, 4)):
        place = places[0] if k == 0 else gen.rng.choose((at, at, *places))
        value = edge(gen, type.element)
        if k and gen.rng.chance(0.2):
            value = binary("+", element(given, gen.rng.choose(places)), value)
        made.append(assign(element(given, place), value))
        if gen.rng.chance(0.35):
            # What was stored last, or next to it.
            load = element(given, gen.rng.choose((at, within(gen, size), *places)))
            kept, declared_there = local(gen, type.element, load)
            made += [declared_there, *observe(gen, kept, type.element)]
    return block(declared, index, made, observe(gen, given, type))


def element_of_value(gen: Generator) -> Statement | None:
    """`a[i]` of an array, vector or matrix, read and written by indexes known at run time."""
    type = _indexable_type(gen)
    if type is None:
        return None
    inner, size = _items(type)
    given, declared = local(gen, type, _value(gen, type))
    at, index = private_local(gen, INT, within(gen, size))
    other = within(gen, size)
    value = element(given, other) if gen.rng.chance(0.4) else operand(gen, inner)
    store = assign(element(given, at), value)
    more: list[Statement] = []
    if inner.scalar in INTEGERS:
        place = element(given, literal(gen, gen.rng.below(size), INT))
        more.append(assign(place, element(given, at), gen.rng.choose(_STEPS)))
    return block(declared, index, store, more, observe(gen, given, type))


def _indexable_type(gen: Generator) -> Type | None:
    types = gen.features.types
    kind = gen.rng.choose(("array", "vector", "matrix"))
    if kind == "vector" and "vectors" in types:
        return scalar_or_vector(gen.rng.choose(gen.scalars), gen.rng.between(2, 4))
    if kind == "matrix" and {"vectors", "matrices", "float"} <= types:
        return matrix(FLOAT, gen.rng.between(2, 4), gen.rng.between(2, 4))
    return short_array(gen, number_type(gen))


def _items(type: Type) -> tuple[Type, int]:
    if isinstance(type, Vector):
        return type.component, type.size
    if isinstance(type, Matrix):
        return type.column, type.columns
    assert isinstance(type, Array)
    return type.element, type.size or 1


def _value(gen: Generator, type: Type) -> Expression:
    if isinstance(type, Array):
        return array_of_edges(gen, type)
    inner, size = _items(type)
    return gen.syntax.construct(type, tuple(operand(gen, inner) for _ in range(size)))


def copy_then_change(gen: Generator) -> Statement | None:
    """`t = s; t.m = e;`: of a structure or array, both looked at; at times compared."""
    type = _whole(gen)
    part = None if type is None else _part(gen, type)
    if type is None or part is None:
        return None
    first, declared = local(gen, type, gen.expression(type, gen.settings.expression_depth - 1))
    second, copied = local(gen, type, first if gen.rng.chance(0.5) else None)
    copy = [] if copied.variables[0].init is not None else [assign(second, first)]
    step, inner = part
    changed = assign(step(gen.rng.choose((first, second))), operand(gen, inner))
    made: list[Statement] = [declared, copied, *copy, changed]
    if not gen.wgsl and gen.rng.chance(0.4):
        kept, compared = private_local(gen, BOOL, binary("==", first, second))
        made += [compared, *observe(gen, kept, BOOL)]
    if gen.rng.chance(0.4):
        made.append(assign(first, second))
    return block(made, observe(gen, first, type), observe(gen, second, type))


def _whole(gen: Generator) -> Type | None:
    if gen.structs and gen.rng.chance(0.6):
        return gen.rng.choose(gen.structs)
    return short_array(gen, number_type(gen))


class _Step:
    """The way to a part of a variable."""

    def __init__(self, part: Expression | str) -> None:
        self._part = part

    def __call__(self, base: Expression) -> Expression:
        if isinstance(self._part, str):
            return Field(base=base, name=self._part)
        return Index(base=base, index=self._part)


def _part(gen: Generator, type: Type) -> tuple[_Step, Type] | None:
    if isinstance(type, Struct):
        members = [one for one in type.members if one.type.scalar is not None]
        if not members:
            return None
        member = gen.rng.choose(members)
        return _Step(member.name), member.type
    assert isinstance(type, Array)
    size = type.size or 1
    index = literal(gen, gen.rng.below(size), INT)
    return _Step(index if gen.rng.chance(0.5) else within(gen, size)), type.element


def structure_of_neighbours(gen: Generator) -> Statement | None:
    """A structure is built of operands, and its members are taken apart again."""
    if not gen.structs:
        return None
    type = gen.rng.choose(gen.structs)
    parts = [
        operand(gen, one.type)
        if one.type.scalar is not None
        else gen.expression(one.type, gen.settings.expression_depth)
        for one in type.members
    ]
    given, declared = local(gen, type, gen.syntax.construct(type, tuple(parts)))
    return block(declared, observe(gen, given, type))


def index_with_effect(gen: Generator) -> Statement | None:
    """`a[i++] op= e`, `a[f(i)] = e`, `x = a[i++] op a[i]`."""
    type = short_array(gen, gen.rng.choose(INTEGERS))
    size = type.size or 1
    given, declared = local(gen, type, array_of_edges(gen, type))
    at, start = private_local(gen, INT, literal(gen, gen.rng.below(2), INT))
    index = _stepping(gen, at, size)
    if index is None:
        return None
    place = element(given, index)
    form = gen.rng.below(4)
    made: Statement = Assign(op=gen.rng.choose(_STEPS), target=place, value=edge(gen, type.element))
    if form == 1:
        made = assign(element(given, literal(gen, 0, INT)), place, gen.rng.choose(("+=", "^=")))
    elif form == 2:
        made = assign(place, edge(gen, type.element))
    more: list[Statement] = []
    if form == 3:
        kept, read = local(gen, type.element, place)
        # Now the variable is known to be within the array no longer.
        back = assign(at, literal(gen, gen.rng.below(2), INT))
        made, more = read, [*observe(gen, kept, type.element), back]
    return block(declared, start, made, observe(gen, at, INT), more, observe(gen, given, type))


def _stepping(gen: Generator, at: Name, size: int) -> Expression | None:
    """Return an index that changes the variable it is made of."""
    if gen.wgsl:
        called = step_call(gen, at)
        mask = literal(gen, 1 if size < 4 else 3, INT)
        return None if called is None else binary("&", called, mask)
    op, prefix = ("++", gen.rng.chance(0.4)) if gen.rng.chance(0.8) else ("--", False)
    step = IncrementExpr(op=op, target=at, prefix=prefix)
    return step if gen.rng.chance(0.7) else binary("&", step, literal(gen, 1, INT))


def compound_of_sum(gen: Generator) -> Statement:
    """`x -= a - b`, `x *= a + b`, whose right side wants brackets."""
    type = integer_type(gen)
    given, declared = local(gen, type, edge(gen, type))
    value = binary(gen.rng.choose("+-"), edge(gen, type), edge(gen, type))
    step = assign(given, value, gen.rng.choose(("-=", "*=", "-=", "^=", "&=")))
    return block(declared, step, observe(gen, given, type))


def store_in_one_arm(gen: Generator) -> Statement:
    """A store before a choice, and another one in one of its arms."""
    type = short_array(gen, gen.rng.choose(INTEGERS))
    size = type.size or 1
    given, declared = local(gen, type, array_of_edges(gen, type))
    at, index = private_local(gen, INT, within(gen, size))
    first = assign(element(given, literal(gen, gen.rng.below(size), INT)), edge(gen, type.element))
    test = binary(gen.rng.choose(("<", "==", "!=")), at, literal(gen, gen.rng.below(size), INT))
    inner = assign(element(given, at), edge(gen, type.element), gen.rng.choose(("=", "+=")))
    last = assign(element(given, at), element(given, literal(gen, 0, INT)), "^=")
    return block(
        declared, index, first, If(condition=test, then=block(inner)), last,
        observe(gen, given, type),
    )  # fmt: skip


MEMORY: Final[tuple[StatementMaker, ...]] = (
    stores_to_elements,
    stores_to_elements,
    element_of_value,
    copy_then_change,
    structure_of_neighbours,
    structure_of_neighbours,
    index_with_effect,
    index_with_effect,
    compound_of_sum,
    store_in_one_arm,
)
