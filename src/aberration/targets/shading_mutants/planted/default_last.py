"""A default clause that others fall into or out of is moved to the end, and left there."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Declare, Node, Switch
from aberration.languages.shading.tree.walk import find
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import FAMILY, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(new, Switch) or any(find(new, Declare)):
        return new
    defaults = [clause for clause in new.clauses if clause.has_default]
    if not defaults or defaults[0].labels or defaults[0] is new.clauses[-1]:
        return new
    others = [clause for clause in new.clauses if not clause.has_default]
    last = replace(others[-1], falls_through=False)
    moved = replace(defaults[0], falls_through=False)
    return replace(new, clauses=(*others[:-1], last, moved))


MUTANT: Final = ShadingMutant(
    "default-last",
    "a switch lowered with its default behind all other clauses",
    "a default clause that is not the last one, with falling through",
    FAMILY,
    _change,
)
