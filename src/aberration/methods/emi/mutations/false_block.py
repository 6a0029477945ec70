"""A block whose condition is never true (FCB of Hermes)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal as Choice

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Expression, Literal, reads, render
from aberration.languages.c.integers import INT
from aberration.methods.emi.bodies import body
from aberration.methods.emi.draft import Draft, Point
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutation import Mutation, Site, check_text, never_text
from aberration.methods.emi.predicates import smaller_predicates
from aberration.methods.emi.statements import (
    Print,
    Statement,
    end_name,
    names_in,
    prints,
    render_body,
    smaller_body,
)
from aberration.methods.emi.workbench import Workbench

Word = Choice["if", "while", "goto"]


class FalseBlock(Mutation, frozen=True):
    """Precondition: the predicate is false whenever control comes to the program point.
    Effect: `if` or `while` with that predicate around statements that never run, or a `goto` past
    them where it is false.
    """

    word: Word
    predicate: Expression
    body: tuple[Statement, ...]
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        bench = Workbench.on(site, rng)
        word: Word = "while" if rng.chance(0.3) else "goto" if rng.chance(0.1) else "if"
        loop = msgspec.structs.replace(site.names, in_loop=True, in_breakable=True)
        made = body(rng, loop if word == "while" else site.names)
        if bench is None or not made:
            return None
        predicate = bench.predicates.make(False)
        return cls(site.number, site.point.key, word, predicate, made, bench.knowledge())

    def names(self) -> Sequence[str]:
        return (*reads(self.predicate), *names_in(self.body), *self.knowledge.names)

    def smaller(self) -> Iterator[Mutation]:
        if self.word == "goto":
            yield msgspec.structs.replace(self, word="if")
        for made in smaller_body(self.body):
            yield msgspec.structs.replace(self, body=made)
        for predicate in smaller_predicates(self.predicate, self.knowledge, False):
            yield msgspec.structs.replace(self, predicate=predicate)

    def _fits(self, draft: Draft, point: Point) -> bool:
        return draft.source.prints or not prints(self.body)

    def _edit(self, draft: Draft, point: Point) -> None:
        inner = never_text(draft) + render_body(self.body, self.number)
        check = check_text(draft, self.knowledge)
        draft.insert(point, [f"{check}{self._text(inner)}\n"])

    def _text(self, inner: str) -> str:
        predicate, end = render(self.predicate), end_name(self.number)
        if self.word == "goto":
            return f"{{ if (!{predicate}) goto {end}; {{ {inner} }} {end}: ; }}"
        return f"{self.word} ({predicate}) {{ {inner} }}"


def plain_guard(
    like: Mutation, predicate: Expression, body: tuple[Statement, ...], known: Knowledge
) -> FalseBlock:
    """Return a block behind a predicate that is false where another mutation stands, for a
    reducer to try instead.
    """
    return FalseBlock(
        like.number, like.program_point, "if", predicate, body or (Print(Literal(0, INT)),), known
    )
