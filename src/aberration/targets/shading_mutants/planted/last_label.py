"""Of the labels of one clause the last is forgotten."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Clause, Node
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(new, Clause) or len(new.labels) < 2:
        return new
    return replace(new, labels=new.labels[:-1])


MUTANT: Final = ShadingMutant(
    "last-label",
    "a table of jumps with one entry for each clause",
    "a clause with several labels",
    ALL,
    _change,
)
