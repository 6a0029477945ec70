"""One object that a live block changes and restores: what is saved, what is stored, what is
never printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Literal

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Expression, Read, reads, render
from aberration.languages.c.integers import IntType, convert
from aberration.languages.c.source import Place

from .draft import Draft
from .mutation import never_text
from .statements import print_text
from .synthesis import Term, with_reads
from .workbench import Workbench


class Object(msgspec.Struct, frozen=True):
    """A place that is written: `declared` and `bits` as in `Place`."""

    text: str
    type: IntType
    declared: str
    bits: int = 0

    @classmethod
    def of(cls, place: Place) -> Object:
        """Return what a mutation keeps of a place."""
        return cls(place.text, place.type, place.declared, place.bits)

    @property
    def read(self) -> Read:
        """Return its value as an expression."""
        return Read(self.text, self.type)


class Shown(msgspec.Struct, frozen=True):
    """`if` or `while` with a predicate that is never true, around a statement that lets a value
    escape.
    """

    word: Literal["if", "while"]
    predicate: Expression
    value: Expression

    def text(self, draft: Draft, prints: bool) -> str:
        """Return the statement."""
        escape = print_text(self.value) if prints else "break;" if self.word == "while" else ";"
        return f"{self.word} ({render(self.predicate)}) {{ {never_text(draft)}{escape} }}"

    def names(self) -> Sequence[str]:
        """Return the places that it reads."""
        return (*reads(self.predicate), *reads(self.value))


def shown_text(shown: Shown | None, draft: Draft) -> str:
    """Return the statement of a use, nothing where there is none."""
    return shown.text(draft, draft.source.prints) if shown is not None else ""


def shown_names(shown: Shown | None) -> Sequence[str]:
    """Return the places that a use reads, none where there is none."""
    return shown.names() if shown is not None else ()


def shown_with(shown: Shown | None, reads: Mapping[str, Expression]) -> Shown | None:
    """Return a use with other expressions in place of some reads."""
    if shown is None:
        return None
    return Shown(shown.word, with_reads(shown.predicate, reads), with_reads(shown.value, reads))


def show(bench: Workbench, terms: Sequence[Term], object_: Object) -> Shown:
    """Return a use of an object's new value that never comes about; `terms` as they are at that
    moment.
    """
    word: Literal["if", "while"] = "if" if bench.rng.chance(0.7) else "while"
    return Shown(word, bench.later(terms).make(False), object_.read)


def after_store(term: Term, object_: Object) -> Term:
    """Return what an object holds once a term was assigned to it."""
    return Term(object_.read, [convert(value, object_.type) for value in term.values], object_.type)


def with_store(terms: Sequence[Term], new: Term) -> list[Term]:
    """Return the terms after an assignment: that of the object replaced, or added."""
    kept = [term for term in terms if term.expression != new.expression]
    return [*kept, new]


def distinct(places: Sequence[Place], rng: Rng, most: int) -> list[Place]:
    """Return up to `most` places in distinct objects."""
    chosen: dict[str, Place] = {}
    for _ in range(most if places else 0):
        place = rng.choose(places)
        chosen.setdefault(place.object, place)
    return list(chosen.values())


def variable_names(number: int) -> Iterator[str]:
    """Yield names for the variables of a mutation."""
    return (f"live_{number}_{at}" for at in count())
