"""What a mutation of a module is, and the rules that all of them obey."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Final

import msgspec

from aberration.core.rng import Rng
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpPhi
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.splitting import can_split

from ..shading.environment import Environment
from ..shading.expressions import Tree, size
from .draft import IDS, Draft
from .ids import kind_of_type, reads_in

_IDS_OF_ANY: Final = 64
"""Ids of blocks, loads and conversions, beside those of expressions."""


class Site(msgspec.Struct, frozen=True, eq=False):
    """Where a mutation is drawn for: a place of the seed, and what is known there (nothing where
    control never comes). `first` is the first of the ids that it may bring.
    """

    first: int
    module: Module
    point: Place
    anchor: Instruction
    environment: Environment | None


class _AbstractRecord(msgspec.StructMeta, ABCMeta):
    """Records with abstract methods."""


class Mutation(msgspec.Struct, frozen=True, tag_field="type", tag=True, metaclass=_AbstractRecord):
    """One edit of a module that keeps what it gives: a frozen record that holds every choice.

    `point` is the place of the instruction before which it stands, in the seed; `first` the first
    of the ids that it brings. A subclass' docstring names precondition and effect.

    - What runs leaves every variable as it was, and touches none that other invocations see. What
      never runs may do anything that is valid.
    - What waits for other invocations stays where it is, under no new condition.
    - No mutation refers to what another one made, so any subset is a variant again.
    - `knowledge` has all that is taken for granted about values.
    """

    live: ClassVar[bool] = True
    """True for a mutation of code that runs; the others stand where nothing ever comes."""

    first: int
    point: Place

    @classmethod
    @abstractmethod
    def draw(cls, site: Site, rng: Rng) -> Mutation | None:
        """Return a mutation for a site, or None where this kind does not fit."""

    def is_applicable(self, draft: Draft) -> bool:
        """Say whether the place is there, all values are available and all ids free; never
        raises.
        """
        anchor = draft.anchor(self.point)
        if anchor is None or anchor.op == OpPhi or not can_split(draft.module, anchor):
            return False
        if not self._may_name(draft):
            return False
        return reads_available(draft, anchor, *self.trees()) and self._fits(draft, anchor)

    def apply(self, draft: Draft) -> None:
        """Edit the draft; may assume that `is_applicable` said yes."""
        anchor = draft.anchor(self.point)
        if anchor is not None:
            draft.begin(self.first)
            self._edit(draft, anchor)

    def smaller(self) -> Iterator[Mutation]:
        """Yield smaller versions of this mutation, the smallest first, for a reducer to try."""
        yield from ()

    def trees(self) -> tuple[Tree, ...]:
        """Return all expressions that become code."""
        return ()

    def _may_name(self, draft: Draft) -> bool:
        """Say whether its ids are free, and enough. Each part of an expression may need a constant
        and its type as well.
        """
        needed = _IDS_OF_ANY + 2 * sum(size(tree) for tree in self.trees())
        return needed <= IDS and draft.may_begin(self.first)

    def _fits(self, draft: Draft, anchor: Instruction) -> bool:
        """Say whether the rest of the precondition holds."""
        return True

    @abstractmethod
    def _edit(self, draft: Draft, anchor: Instruction) -> None:
        """Make the edit before the instruction."""


def reads_available(draft: Draft, anchor: Instruction, *trees: Tree) -> bool:
    """Say whether all ids that expressions read are available before an instruction, and of their
    kinds.
    """
    module = draft.module
    return all(
        kind_of_type(module, module.type_of(int(read.place[1:]))) == read.kind
        and draft.available(int(read.place[1:]), anchor)
        for read in reads_in(*trees)
    )
