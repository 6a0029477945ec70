"""Bits extracted from a signed integer are not extended by their sign."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Call, Node
from aberration.languages.shading.types import INT
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import as_unsigned, cast_to


def _change(checked: Checked, old: Node, new: Node) -> Node:
    is_extract = any(checked.calls_builtin(old, name) for name in _NAMES)
    if not is_extract or not isinstance(new, Call) or not isinstance(old, Call):
        return new
    type = checked.type_of(old)
    if type is None or type.scalar is not INT or checked.is_constant(old):
        return new
    value = cast_to(checked, as_unsigned(type), new.args[0])
    return cast_to(checked, type, replace(new, args=(value, *new.args[1:])))


_NAMES: Final = ("bitfieldExtract", "extractBits")


MUTANT: Final = ShadingMutant(
    "unsigned-extract",
    "a bit-field instruction of the wrong signedness",
    "bitfieldExtract or extractBits of a signed integer",
    ALL,
    _change,
)
