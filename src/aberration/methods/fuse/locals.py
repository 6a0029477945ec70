"""The variables of a wrapper: where each is named."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from aberration.languages.shading.tree import PrecisionLevel, Statement

from .placed import Placed


class Local(msgspec.Struct, frozen=True, eq=False):
    """A variable of the wrapper whose declaration can become an assignment: the first and last
    statement that name it, and whether it is declared by a statement of the wrapper itself, and not
    inside one.
    """

    name: str
    precision: PrecisionLevel
    first: int
    last: int
    is_outer: bool


class Locals(msgspec.Struct, frozen=True, eq=False):
    """The variables of a wrapper by name, and those that a pointer may be kept of (WGSL)."""

    by_name: Mapping[str, Local]
    pointed_at: frozenset[str]


def find_locals(items: tuple[Placed[Statement], ...]) -> Locals:
    """Return the variables of a wrapper of these statements."""
    last = {name: at for at, item in enumerate(items) for name in item.names}
    by_name = {
        one.name: Local(one.name, one.precision, at, last[one.name], one.is_outer)
        for at, item in enumerate(items)
        for one in item.known.declared
    }
    pointed_at = frozenset[str]().union(*(item.known.pointed_at for item in items))
    return Locals(by_name, pointed_at)
