"""A block that runs and changes an object through a pointer known to point to it, then restores
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Expression, Read, reads, render
from aberration.methods.emi.change import (
    Object,
    Shown,
    after_store,
    show,
    shown_names,
    shown_text,
    shown_with,
    variable_names,
    with_store,
)
from aberration.methods.emi.draft import Draft, Point
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutation import Mutation, Site, check_text, never_text
from aberration.methods.emi.synthesis import Term, expression, with_reads
from aberration.methods.emi.workbench import Workbench

from .true_block import plain_block

Side = Literal["pointer", "name"]


class AliasBlock(Mutation, frozen=True):
    """Precondition: whenever control comes to the program point, the pointer points to the object,
    which may be written and is of the very type that it points to.
    Effect: `if (p == &object)` around a save, a store and a use that each go through the pointer or
    the name; then the object is restored through one of the two.
    """

    pointer: str
    object: Object
    save: Side
    store: Side
    restore: Side
    value: Expression
    shown: Shown | None
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        aliases = site.environment.aliases if site.environment is not None else ()
        if not aliases:
            return None
        alias = rng.choose(aliases)
        bench = Workbench.on(site, rng, [alias.place.text])
        if bench is None:
            return None
        object_, pointer = Object.of(alias.place), alias.pointer.text
        followed = Read(f"(*{pointer})", object_.type)
        values = next(term.values for term in bench.terms if term.expression == object_.read)
        terms = [*bench.terms, Term(followed, values, object_.type)]
        value = expression(rng, terms, bench.count)
        new = after_store(value, object_)
        after = with_store(with_store(terms, new), Term(followed, new.values, new.type))
        shown = show(bench, after, object_) if rng.chance(0.8) else None
        save, store, restore = (rng.choose(_SIDES) for _ in range(3))
        known = bench.knowledge()
        return cls(
            site.number,
            site.point.key,
            pointer,
            object_,
            save,
            store,
            restore,
            value.expression,
            shown,
            known,
        )

    def names(self) -> Sequence[str]:
        followed = f"(*{self.pointer})"
        used = [*reads(self.value), *shown_names(self.shown)]
        known = self.knowledge.names
        return [
            self.pointer,
            self.object.text,
            *(name for name in used if name != followed),
            *known,
        ]

    def smaller(self) -> Iterator[Mutation]:
        followed: dict[str, Expression] = {f"(*{self.pointer})": self.object.read}
        value, shown = with_reads(self.value, followed), shown_with(self.shown, followed)
        yield plain_block(self, self.object, value, shown, self.knowledge)
        if self.shown is not None:
            yield msgspec.structs.replace(self, shown=None)
        for side in ("save", "store", "restore"):
            if getattr(self, side) == "pointer":
                yield msgspec.structs.replace(self, **{side: "name"})

    def _edit(self, draft: Draft, point: Point) -> None:
        backup = next(variable_names(self.number))
        shown = shown_text(self.shown, draft)
        inner = f"{self._at(self.store)} = {render(self.value)}; {shown}"
        otherwise = f" else {{ {never_text(draft)}}}" if draft.checking else ""
        draft.insert(
            point,
            [
                f"{{ {check_text(draft, self.knowledge)}{self.object.declared} {backup} = "
                f"{self.object.text}; "
                f"if ({self.pointer} == &{self.object.text}) {{ {backup} = "
                f"{self._at(self.save)}; {inner} }}"
                f"{otherwise} {self._at(self.restore)} = {backup}; }}\n"
            ],
        )

    def _at(self, side: Side) -> str:
        return f"(*{self.pointer})" if side == "pointer" else self.object.text


_SIDES: tuple[Side, ...] = ("pointer", "name")
