"""A condition that is always true around a statement that runs (TG of Hermes), or one always
false beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Expression, Unary, reads, render
from aberration.methods.emi.bodies import body
from aberration.methods.emi.draft import Draft, Point
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutation import Mutation, Site, check_text, never_text
from aberration.methods.emi.predicates import smaller_predicates
from aberration.methods.emi.statements import (
    Statement,
    end_name,
    names_in,
    render_body,
    smaller_body,
)
from aberration.methods.emi.workbench import Workbench

from .false_block import plain_guard

Form = Literal["if", "else", "once", "goto"]


class TrueGuard(Mutation, frozen=True):
    """Precondition: a statement that may be wrapped stands behind the program point of the seed;
    the predicate is always true there (`if`, `goto`) or always false (`else`). `once`: the
    statement has no `break` and no `continue` that leaves it, and the predicate is a false
    comparison of literals.
    Effect: `if (true) statement`, `if (false) never; else statement`, `if (!true) { never; goto
    end; } statement end:`, or `do statement while (false)`.
    """

    form: Form
    predicate: Expression
    never: tuple[Statement, ...]
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        point = site.point
        bench = Workbench.on(site, rng)
        if bench is None or point.is_inner or not point.program_point.statement.wrappable:
            return None
        form: Form = "else" if rng.chance(0.25) else "goto" if rng.chance(0.1) else "if"
        if rng.chance(0.1) and not point.program_point.statement.escapes:
            return cls(site.number, point.key, "once", bench.later(()).make(False), (), Knowledge())
        predicate = bench.predicates.make(form != "else")
        return cls(
            site.number, point.key, form, predicate, body(rng, site.names, 1, 2), bench.knowledge()
        )

    def names(self) -> Sequence[str]:
        return (*reads(self.predicate), *names_in(self.never), *self.knowledge.names)

    def smaller(self) -> Iterator[Mutation]:
        if self.form != "once":
            false = Unary("!", self.predicate) if self.form != "else" else self.predicate
            yield plain_guard(self, false, self.never, self.knowledge)
        if self.form == "goto":
            yield msgspec.structs.replace(self, form="if")
        if self.never:
            yield msgspec.structs.replace(self, never=())
        for made in smaller_body(self.never):
            yield msgspec.structs.replace(self, never=made)
        for predicate in smaller_predicates(self.predicate, self.knowledge, self.form != "else"):
            yield msgspec.structs.replace(self, predicate=predicate)

    def _fits(self, draft: Draft, point: Point) -> bool:
        statement = point.program_point.statement
        if point.is_inner or not statement.wrappable or draft.is_replaced(point):
            return False
        return self.form != "once" or not (statement.escapes or reads(self.predicate))

    def _edit(self, draft: Draft, point: Point) -> None:
        check, condition = check_text(draft, self.knowledge), render(self.predicate)
        never = never_text(draft) + render_body(self.never, self.number)
        if self.form == "if":
            other = f" else {{ {never} }}" if never else ""
            draft.wrap(point, f"{check}if ({condition}) {{ ", f" }}{other}")
        elif self.form == "else":
            draft.wrap(point, f"{check}if ({condition}) {{ {never} }} else {{ ", " }")
        elif self.form == "goto":
            end = end_name(self.number)
            head = f"{{ {check}if (!{condition}) {{ {never} goto {end}; }} "
            draft.wrap(point, head, f" {end}: ; }}")
        else:
            draft.wrap(point, "do { ", f" }} while ({condition});")
