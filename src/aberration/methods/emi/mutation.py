"""What a mutation is, and the rules that all of them obey."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c.source import Source

from .bodies import Names
from .draft import ABORT, Draft, Point
from .environment import Environment
from .knowledge import Knowledge


class Site(msgspec.Struct, frozen=True):
    """Where a mutation is drawn for: a program point that is there, what the profile says about it
    (nothing where it is dead), the program, and programs whose statements may be put there.
    """

    number: int
    point: Point
    environment: Environment | None
    names: Names
    source: Source
    donors: tuple[Source, ...] = ()


class _AbstractRecord(msgspec.StructMeta, ABCMeta):
    """Records with abstract methods."""


class Mutation(msgspec.Struct, frozen=True, tag_field="type", tag=True, metaclass=_AbstractRecord):
    """One edit of a program that keeps what it prints: a frozen record that holds every choice.

    `program_point` is the key of the program point where it stands, `number` its own: it names the
    variables and program points that it brings. A subclass' docstring names precondition and
    effect.

    - What runs leaves every object as it was; what never runs may do anything that compiles.
    - Nothing refers to another mutation, but for program points inside its text. So any subset is
      again a valid variant: where the other is missing, the program point is missing, and
      `is_applicable` says no.
    - `knowledge` has all that is taken for granted about values. In checking mode it is tested
      where it is used, and every path that must not run aborts.
    - A place that is read is always initialised there; one that is written is neither constant nor
      volatile.
    """

    live: ClassVar[bool] = True
    """True for a mutation of code that runs; the others stand where nothing ever comes."""

    number: int
    program_point: str = msgspec.field(name="gap")  # the key of stored recipes

    @classmethod
    @abstractmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        """Return a mutation for a site, or None if this kind does not fit there."""

    def is_applicable(self, draft: Draft) -> bool:
        """Say whether the program point is there and all names are in scope; never raises."""
        point = draft.point(self.program_point)
        if point is None or draft.is_taken(self.number):
            return False
        return draft.knows(point, self.names()) and self._fits(draft, point)

    def apply(self, draft: Draft) -> None:
        """Edit the draft; may assume that `is_applicable` said yes."""
        point = draft.point(self.program_point)
        if point is not None:
            self._edit(draft, point)

    def smaller(self) -> Iterator[Mutation]:
        """Yield smaller versions of this mutation, the smallest first, for a reducer to try."""
        yield from ()

    def names(self) -> Sequence[str]:
        """Return all that must be in scope."""
        return ()

    def _fits(self, draft: Draft, point: Point) -> bool:
        """Say whether the rest of the precondition holds."""
        return True

    @abstractmethod
    def _edit(self, draft: Draft, point: Point) -> None:
        """Make the edit at the program point."""


def check_text(draft: Draft, knowledge: Knowledge) -> str:
    """Return the test of what is taken for granted, in checking mode; nothing otherwise."""
    if not draft.checking or not knowledge.condition:
        return ""
    return f"if (!({knowledge.condition})) {ABORT} "


def never_text(draft: Draft) -> str:
    """Return what begins a path that must not run: an abort in checking mode."""
    return f"{ABORT} " if draft.checking else ""
