"""Statements that never run: stores of any values, jumps, and copies of the seed's own statements.

They may do what is undefined, but have to be legal text: only names in scope, nothing constant
written, jumps only where they lead somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from aberration.core.rng import Rng
from aberration.languages.shading.tree import Block, Break, Continue, Discard, Statement
from aberration.languages.shading.tree.walk import walk

from .draft import Draft, returning
from .expressions import Kind, Read, Tree, places_in
from .places import Object, discrete, object_of, places_at
from .points import Point, Seed, free_variables
from .synthesis import Term, expression

Word = Literal["break", "continue", "return", "discard"]
_LARGEST_COPY: Final = 160
_MOST: Final = 3
_UNSET: Final = 0.1


class Store(msgspec.Struct, frozen=True, tag_field="type", tag="Store"):
    """An object gets a value."""

    object: Object
    value: Tree


class Jump(msgspec.Struct, frozen=True, tag_field="type", tag="Jump"):
    """Control leaves: the loop or switch, the function (with zeros), or the pixel is discarded."""

    word: Word


class Copy(msgspec.Struct, frozen=True, tag_field="type", tag="Copy"):
    """The statement behind a point of the same function, once more."""

    point: str


NeverRun: TypeAlias = Store | Jump | Copy


def draw_body(
    seed: Seed, point: Point, rng: Rng, most: int = _MOST, known: Sequence[Read] = ()
) -> tuple[NeverRun, ...]:
    """Return statements for a path that never runs; none where nothing fits.

    They mostly read what is `known` to have a value, if anything is: compilers on LLVM go wrong
    with one that has none so often that nothing else would be found.
    """
    made: list[NeverRun] = []
    for _ in range(rng.between(1, most)):
        kind = rng.below(10)
        one = _store(seed, point, rng, known) if kind < 5 else _copy(seed, point, rng)
        if one is not None:
            made.append(one)
    words = _words(seed, point)
    # Nothing comes behind a jump.
    return (*made, Jump(rng.choose(words))) if words and rng.chance(0.35) else tuple(made)


def places_of(body: Sequence[NeverRun]) -> tuple[str, ...]:
    """Return the places that statements name; those of copies are looked at by `fits`."""
    stores = [one for one in body if isinstance(one, Store)]
    return (*(one.object.place for one in stores), *places_in(*(one.value for one in stores)))


def fits(draft: Draft, point: Point, body: Sequence[NeverRun]) -> bool:
    """Whether all statements may stand at a point."""
    for one in body:
        if isinstance(one, Copy):
            source = draft.point(one.point)
            if source is None or not _may_copy(draft.seed, point, source):
                return False
        elif isinstance(one, Jump) and one.word not in _words(draft.seed, point):
            return False
    return True


def smaller_bodies(body: tuple[NeverRun, ...]) -> Iterator[tuple[NeverRun, ...]]:
    """Yield shorter bodies, of one statement first."""
    if len(body) > 1:
        yield from ((one,) for one in body)
        yield body[:-1]
        yield body[1:]


def trees(draft: Draft, point: Point, body: Sequence[NeverRun]) -> tuple[Statement, ...]:
    """Return the statements as trees."""
    return tuple(_tree(draft, point, one) for one in body)


def _tree(draft: Draft, point: Point, one: NeverRun) -> Statement:
    if isinstance(one, Store):
        return draft.store(one.object, one.value)
    if isinstance(one, Copy):
        source = draft.point(one.point)
        assert source is not None
        return (
            source.statement
            if isinstance(source.statement, Block)
            else draft.block(source.statement)
        )
    if one.word == "return":
        made = returning(draft.seed, point)
        assert made is not None
        return made
    return {"break": Break, "continue": Continue, "discard": Discard}[one.word]()


def _words(seed: Seed, point: Point) -> list[Word]:
    words: list[Word] = [word for word in ("break", "continue") if word in point.jumps]
    if returning(seed, point) is not None:
        words.append("return")
    if seed.stage == "fragment":
        words.append("discard")
    return words


def _store(seed: Seed, point: Point, rng: Rng, known: Sequence[Read]) -> Store | None:
    places = places_at(seed, point)
    names = list(dict.fromkeys(place.probed.name for place in places if place.writable))
    objects = [one for name in names if (one := object_of(seed, point, name)) is not None]
    if not objects:
        return None
    object_ = rng.choose(objects)
    reads = [
        Read(place.text, kind) for place in places if (kind := discrete(place.kind)) is not None
    ]
    if known and not rng.chance(_UNSET):
        reads = list(known)
    reads = rng.shuffled(reads)[:4]
    return Store(object_, any_value(rng, reads, object_))


def any_value(rng: Rng, reads: Sequence[Read], object_: Object) -> Tree:
    """Return a value for an object of which nothing need be known: the operands may hold anything,
    so that operators are as good as for ones.
    """
    kind: Kind = "int" if object_.kind == "float" else object_.kind
    terms = [Term(read, (True,) if read.kind == "bool" else (1,)) for read in reads]
    return expression(rng, terms, kind, 1).tree


def _copy(seed: Seed, point: Point, rng: Rng) -> Copy | None:
    sources = [one for one in seed.points.values() if _may_copy(seed, point, one)]
    return Copy(rng.choose(sources).key) if sources else None


def _may_copy(seed: Seed, point: Point, source: Point) -> bool:
    """Whether a statement means the same at another point, and may stand there."""
    if source.function is not point.function or source.declares or source.waits or source.leaves:
        return False
    if sum(1 for _ in walk(source.statement)) > _LARGEST_COPY:
        return False
    free = free_variables(seed.typing, source.statement)
    return all(seed.find(point, one.name) is one for one in free)
