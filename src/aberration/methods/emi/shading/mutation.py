"""What a mutation of a shader is, and the rules that all of them obey."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

import msgspec

from aberration.core.rng import Rng
from aberration.languages.shading.tree import If, Statement

from .draft import Draft
from .environment import Environment
from .expressions import Apply
from .knowledge import Knowledge
from .points import Point, Seed


class Site(msgspec.Struct, frozen=True, eq=False):
    """Where a mutation is drawn for: a point of the seed, and what is known there (nothing where
    control never comes).
    """

    number: int
    seed: Seed
    point: Point
    environment: Environment | None


class _AbstractRecord(msgspec.StructMeta, ABCMeta):
    """Records with abstract methods."""


class Mutation(msgspec.Struct, frozen=True, tag_field="type", tag=True, metaclass=_AbstractRecord):
    """One edit of a shader that keeps what it gives: a frozen record that holds every choice.

    `point` is the key of the point where it stands, `number` its own: it names the variables and
    functions that it brings. A subclass' docstring names precondition and effect.

    - What runs leaves every variable as it was; what never runs may do anything that is legal text.
    - New code reads and writes nothing that another invocation can reach.
    - What waits for other invocations stays where it is, or comes under a guard that only reads
      what is the same for all of them.
    - No mutation refers to another one, so any subset is a variant again.
    - `knowledge` has all that is taken for granted about values. In checking mode it is tested
      where it is used.
    """

    live: ClassVar[bool] = True
    """True for a mutation of code that runs; the others stand where nothing ever comes."""

    number: int
    point: str

    @classmethod
    @abstractmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        """Return a mutation for a site, or None where this kind does not fit."""

    def is_applicable(self, draft: Draft) -> bool:
        """Say whether the point is there and all names are in scope; never raises."""
        point = draft.point(self.point)
        if point is None or not draft.knows(point, self.places(), self.own_names()):
            return False
        return self._fits(draft, point)

    def apply(self, draft: Draft) -> None:
        """Edit the draft; may assume that `is_applicable` said yes."""
        point = draft.point(self.point)
        if point is not None:
            self._edit(draft, point)

    def smaller(self) -> Iterator[Mutation]:
        """Yield smaller versions of this mutation, the smallest first, for a reducer to try."""
        yield from ()

    def places(self) -> tuple[str, ...]:
        """Return all places that must be in scope."""
        return ()

    def own_names(self) -> frozenset[str]:
        """Return the names of the variables that it brings and reads."""
        return frozenset()

    def _fits(self, draft: Draft, point: Point) -> bool:
        """Say whether the rest of the precondition holds."""
        return True

    @abstractmethod
    def _edit(self, draft: Draft, point: Point) -> None:
        """Make the edit at the point."""


def checks(draft: Draft, knowledge: Knowledge) -> tuple[Statement, ...]:
    """Return the test of what is taken for granted, in checking mode; nothing otherwise."""
    if not draft.checking:
        return ()
    wrong = draft.tree(Apply("!", (knowledge.condition,)))
    return (If(condition=wrong, then=draft.block(draft.never())),)


def variable_name(number: int, at: int = 0) -> str:
    """Return the name of a variable that a mutation brings."""
    return f"live_{number}_{at}"
