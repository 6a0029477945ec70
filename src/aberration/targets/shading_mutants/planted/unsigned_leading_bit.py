"""The leading bit of a signed integer is searched as that of an unsigned one."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Call, Node
from aberration.languages.shading.types import INT
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import as_unsigned, cast_to


def _change(checked: Checked, old: Node, new: Node) -> Node:
    is_search = any(checked.calls_builtin(old, name) for name in ("findMSB", "firstLeadingBit"))
    if not is_search or not isinstance(old, Call) or not isinstance(new, Call):
        return new
    type = checked.type_of(old.args[0])
    if type is None or type.scalar is not INT or checked.is_constant(old):
        return new
    found = replace(new, args=(cast_to(checked, as_unsigned(type), new.args[0]),))
    return cast_to(checked, type, found) if checked.is_wgsl else found


MUTANT: Final = ShadingMutant(
    "unsigned-leading-bit",
    "a bit search of the wrong signedness",
    "findMSB or firstLeadingBit of a signed integer",
    ALL,
    _change,
)
