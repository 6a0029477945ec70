"""A selection by a vector of bools takes the other arm for each component."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Call, Node
from aberration.languages.shading.types import BOOL, Vector
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    is_selection = any(checked.calls_builtin(old, name) for name in ("mix", "select"))
    if not is_selection or not isinstance(new, Call) or not isinstance(old, Call):
        return new
    type = checked.type_of(old.args[2])
    if not isinstance(type, Vector) or type.component is not BOOL or checked.is_constant(old):
        return new
    return replace(new, args=(new.args[1], new.args[0], new.args[2]))


MUTANT: Final = ShadingMutant(
    "vector-select",
    "operands of a vector select in the order of the other API",
    "mix or select with a vector of bools",
    ALL,
    _change,
)
