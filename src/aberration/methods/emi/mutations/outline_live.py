"""Statements that run become the body of a new function, which is called in their place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.outlines import Outline
from aberration.languages.c.source import Scope, StatementReader
from aberration.methods.emi.draft import Draft, Point
from aberration.methods.emi.mutation import Mutation, Site

MOST: Final = 4


class OutlineLive(Mutation, frozen=True):
    """Precondition: `count` statements of the seed stand behind the program point, with no edit in
    them, that no jump leaves and that hold nothing of another meaning elsewhere: no label, no
    floating point, no constant, volatile or `register` variable of the function around.
    Effect: a new static function with these statements before the one around; a call in their
    place. Variables that are only read and have no address are passed by value, others by pointer.
    """

    count: int
    noinline: bool

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        point, count = site.point, rng.between(1, MOST)
        while count and _outline_of(site.source.statements, point, count) is None:
            count -= 1
        return cls(site.number, point.key, count, rng.chance(0.5)) if count else None

    def smaller(self) -> Iterator[Mutation]:
        if self.count > 1:
            yield msgspec.structs.replace(self, count=self.count - 1)
        if self.noinline:
            yield msgspec.structs.replace(self, noinline=False)

    def _fits(self, draft: Draft, point: Point) -> bool:
        if not 0 < self.count <= MOST:
            return False
        outline = _outline_of(draft.source.statements, point, self.count)
        return outline is not None and draft.is_untouched(point, outline.end)

    def _edit(self, draft: Draft, point: Point) -> None:
        outline = _outline_of(draft.source.statements, point, self.count)
        if outline is None:
            return
        by_value = readable(outline, draft.scope(point))
        names = [f"in_{self.number}_{at}" for at in range(len(outline.variables))]
        attribute = "__attribute__((noinline)) " if self.noinline else ""
        takes = [
            variable.by_value(name) if value else variable.by_pointer(name)
            for variable, name, value in zip(outline.variables, names, by_value, strict=True)
        ]
        inside = [
            name if value else f"(*{name})" for name, value in zip(names, by_value, strict=True)
        ]
        given = [
            variable.name if value else f"&{variable.name}"
            for variable, value in zip(outline.variables, by_value, strict=True)
        ]
        body = "".join(
            piece if isinstance(piece, str) else inside[piece] for piece in outline.pieces
        )
        function = f"static {attribute}void live_{self.number}({', '.join(takes) or 'void'})"
        draft.add_function(point, f"{function} {{ {body} }}\n")
        draft.replace(point, outline.end, f"live_{self.number}({', '.join(given)});")


def readable(outline: Outline, scope: Scope) -> list[bool]:
    """Return which of the variables may be passed by value: those that hold one for sure."""
    owned = ("local", "parameter")
    known = {place.text for place in scope.places if place.storage in owned}
    known |= {
        pointer.text
        for pointer in scope.pointers
        if pointer.storage in owned and not pointer.may_dangle
    }
    return [variable.only_read and variable.name in known for variable in outline.variables]


def _outline_of(statements: StatementReader, point: Point, count: int) -> Outline | None:
    """Return the outline of statements at a program point of the seed, all of which run."""
    if point.is_inner or not point.program_point.statement.wrappable:
        return None
    return statements.outline(point.program_point.ordinal, count)
