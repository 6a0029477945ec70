"""A clause of a switch that falls through leaves the switch."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Break, Clause, Continue, Discard, Node, Return
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import FAMILY, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(new, Clause) or not new.falls_through or not new.body.statements:
        return new
    if isinstance(new.body.statements[-1], _JUMPS):
        return new
    return replace(new, falls_through=False)


_JUMPS: Final = (Break, Continue, Discard, Return)


MUTANT: Final = ShadingMutant(
    "lost-fallthrough",
    "a switch lowered to a chain of comparisons",
    "a clause that does something and falls through",
    FAMILY,
    _change,
)
