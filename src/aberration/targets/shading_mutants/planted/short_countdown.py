"""A for loop that counts down to >= c ends one round early."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Assign, Binary, For, Increment, Node, Statement
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(new, For) or not _counts_down(new.step):
        return new
    if not isinstance(new.condition, Binary) or new.condition.op != ">=":
        return new
    return replace(new, condition=replace(new.condition, op=">"))


def _counts_down(step: Statement | None) -> bool:
    return isinstance(step, Increment | Assign) and step.op in ("--", "-=")


MUTANT: Final = ShadingMutant(
    "short-countdown",
    "a trip count computed for the strict comparison",
    "a for loop that counts down with >=",
    ALL,
    _change,
)
