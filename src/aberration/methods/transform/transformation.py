"""What a transformation is, and the rules that all of them obey."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from aberration.languages.spirv.module import Module


class Transformation(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=True):
    """A small edit of a SPIR-V module that keeps its result.

    A subclass is an immutable record that holds every choice: fresh ids, literals, places. Its
    docstring names precondition, effect and facts.

    - `is_applicable` answers on every valid module, also after any earlier step was dropped, and
      never raises.
    - `apply` may assume that it said yes: what it looks up `must_exist`. It is deterministic, edits
      only through the editing functions of `Module`, and leaves a valid module with the same result
      for a well-defined original.
    - Ids that it defines are fields, fresh in the module and pairwise distinct.
    - Types and constants that it needs are records of their own, made before it.
    - It may ask for a constant by value and relevance, never for one that "happens to exist" by id,
      where any equal constant would do.
    """

    supporting: ClassVar[bool] = False
    """True for a step that only supplies others: it says nothing about a bug."""
    can_shrink: ClassVar[bool] = False
    """True for a step that has smaller versions of itself."""

    def is_applicable(self, module: Module) -> bool:
        """Say whether the precondition holds in `module`."""
        raise NotImplementedError

    def apply(self, module: Module) -> None:
        """Edit `module` and record the facts."""
        raise NotImplementedError

    def apply_if_applicable(self, module: Module) -> bool:
        """Apply, if the precondition holds; say whether it did. Overridden where both share
        costly work.
        """
        if not self.is_applicable(module):
            return False
        self.apply(module)
        return True

    def smaller(self) -> Iterator[Transformation]:
        """Yield smaller versions of this step, the smallest first, for a reducer to try; most
        steps have none.
        """
        yield from ()


def all_fresh(module: Module, *ids: int) -> bool:
    """Say whether the ids are fresh in the module and pairwise distinct."""
    if len(ids) > 1 and len(set(ids)) != len(ids):
        return False
    return all(module.is_fresh(new_id) for new_id in ids)
