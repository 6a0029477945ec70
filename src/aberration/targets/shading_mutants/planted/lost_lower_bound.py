"""clamp loses its lower bound where that is negative."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Call, Name, Node
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import is_negative


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not checked.calls_builtin(old, "clamp") or not isinstance(new, Call):
        return new
    if checked.is_constant(old) or not is_negative(new.args[1]):
        return new
    return Call(Name("min"), (new.args[0], new.args[2]))


MUTANT: Final = ShadingMutant(
    "lost-lower-bound",
    "clamp taken for one that begins at zero, and folded",
    "clamp with a negative lower bound",
    ALL,
    _change,
)
