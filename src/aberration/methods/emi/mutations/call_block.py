"""A call, in code that runs, of a new function whose effect is known; then what it changed is
restored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Expression, Read, render
from aberration.languages.c.integers import NAMED_TYPES, c_type_name
from aberration.methods.emi.change import (
    Object,
    Shown,
    after_store,
    distinct,
    show,
    shown_names,
    shown_text,
    variable_names,
    with_store,
)
from aberration.methods.emi.draft import Draft, Point
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutation import Mutation, Site, check_text, never_text
from aberration.methods.emi.predicates import smaller_predicates
from aberration.methods.emi.synthesis import Term, expression, with_reads
from aberration.methods.emi.workbench import Workbench

from .true_block import plain_block

Form = Literal["value", "pointer"]
_ARGUMENTS = 3


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of the new function, which is given the value of a place of the same type."""

    name: str
    argument: Read


class CallBlock(Mutation, frozen=True):
    """Precondition: the object may be written (`pointer`: and its address taken); the function's
    value is defined for the arguments in every state known, and the guard in the function is true
    for them.
    Effect: a new function before the one around the program point; a block that saves the object,
    has the function change it (by its value, or through a pointer to it), and restores it.
    """

    form: Form
    object: Object
    parameters: tuple[Parameter, ...]
    guard: Expression
    value: Expression
    noinline: bool
    shown: Shown | None
    knowledge: Knowledge

    @classmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        targets = site.environment.targets if site.environment is not None else ()
        bench = Workbench.on(site, rng)
        chosen = distinct([place for place in targets if place.type in NAMED_TYPES], rng, 1)
        if bench is None or not chosen:
            return None
        object_ = Object.of(chosen[0])
        form: Form = "pointer" if chosen[0].addressable and rng.chance(0.5) else "value"
        parameters, inside = _parameters(bench, site.number)
        value = expression(rng, inside, bench.count)
        guard = bench.later(inside).make(True)
        shown = (
            show(bench, with_store(bench.terms, after_store(value, object_)), object_)
            if rng.chance(0.7)
            else None
        )
        noinline, known = rng.chance(0.3), bench.knowledge()
        key = site.point.key
        return cls(
            site.number,
            key,
            form,
            object_,
            parameters,
            guard,
            value.expression,
            noinline,
            shown,
            known,
        )

    def names(self) -> Sequence[str]:
        used = shown_names(self.shown)
        arguments = (parameter.argument.text for parameter in self.parameters)
        return (self.object.text, *arguments, *used, *self.knowledge.names)

    def smaller(self) -> Iterator[Mutation]:
        arguments: dict[str, Expression] = {each.name: each.argument for each in self.parameters}
        yield plain_block(
            self, self.object, with_reads(self.value, arguments), self.shown, self.knowledge
        )
        if self.shown is not None:
            yield msgspec.structs.replace(self, shown=None)
        if self.noinline:
            yield msgspec.structs.replace(self, noinline=False)
        renamed = {parameter.argument.text: parameter.name for parameter in self.parameters}
        kept = [at for at, read in enumerate(self.knowledge.reads) if read.text in renamed]
        inside = Knowledge(
            tuple(
                Read(renamed[self.knowledge.reads[at].text], self.knowledge.reads[at].type)
                for at in kept
            ),
            tuple(tuple(row[at] for at in kept) for row in self.knowledge.rows),
        )
        for guard in smaller_predicates(self.guard, inside, True):
            yield msgspec.structs.replace(self, guard=guard)

    def _edit(self, draft: Draft, point: Point) -> None:
        name, backup, target = (
            f"live_{self.number}",
            next(variable_names(self.number)),
            self.object.text,
        )
        arguments = [parameter.argument.text for parameter in self.parameters]
        if self.form == "pointer":
            call = f"{name}({', '.join([f'&{target}', *arguments])});"
        else:
            call = f"{target} = {name}({', '.join(arguments)});"
        shown = shown_text(self.shown, draft)
        saved = f"{self.object.declared} {backup} = {target};"
        check = check_text(draft, self.knowledge)
        draft.add_function(point, self._function(draft, name))
        draft.insert(point, [f"{{ {check}{saved} {call} {shown} {target} = {backup}; }}\n"])

    def _function(self, draft: Draft, name: str) -> str:
        kind = c_type_name(self.object.type)
        attribute = "__attribute__((noinline)) " if self.noinline else ""
        takes = [
            f"{c_type_name(parameter.argument.type)} {parameter.name}"
            for parameter in self.parameters
        ]
        guard, value, never = render(self.guard), render(self.value), never_text(draft)
        if self.form == "pointer":
            inner = f"if ({guard}) {{ *to = {value}; }} else {{ {never}*to ^= 1; }}"
            to = f"{self.object.declared} *to"
            return f"static {attribute}void {name}({', '.join([to, *takes])}) {{ {inner} }}\n"
        inner = f"if ({guard}) {{ return {value}; }} {never}return 0;"
        return f"static {attribute}{kind} {name}({', '.join(takes) or 'void'}) {{ {inner} }}\n"


def _parameters(bench: Workbench, number: int) -> tuple[tuple[Parameter, ...], list[Term]]:
    """Return parameters for some of the terms, and these terms as the function sees them."""
    chosen = [term for term in bench.terms if term.type in NAMED_TYPES][:_ARGUMENTS]
    parameters: list[Parameter] = []
    inside: list[Term] = []
    for at, term in enumerate(chosen):
        if isinstance(term.expression, Read):
            parameter = Parameter(f"in_{number}_{at}", term.expression)
            parameters.append(parameter)
            inside.append(Term(Read(parameter.name, term.type), term.values, term.type))
    return tuple(parameters), inside
