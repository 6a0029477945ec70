"""all of a vector of bools is taken for any."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Call, Name, Node
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not checked.calls_builtin(old, "all") or not isinstance(new, Call):
        return new
    return new if checked.is_constant(old) else replace(new, callee=Name("any"))


MUTANT: Final = ShadingMutant(
    "any-for-all",
    "a reduction with the wrong operator",
    "all of a vector of bools",
    ALL,
    _change,
)
