"""min and max of signed integers are those of unsigned ones."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Call, Node
from aberration.languages.shading.types import INT
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant
from aberration.targets.shading_mutants.rewriting import as_unsigned, cast_to

_NAMES: Final = ("min", "max")


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Call) or not isinstance(new, Call) or checked.is_constant(old):
        return new
    type = checked.type_of(old)
    if type is None or type.scalar is not INT:
        return new
    if not any(checked.calls_builtin(old, name) for name in _NAMES):
        return new
    types = [checked.type_of(one) for one in old.args]
    # WGSL's literals without a suffix become signed ones first.
    signed = [one if one is None or one.scalar is INT else type for one in types]
    args = tuple(
        cast_to(checked, as_unsigned(one), given if one in types else cast_to(checked, one, given))
        for one, given in zip(signed, new.args, strict=True)
        if one is not None
    )
    return cast_to(checked, type, replace(new, args=args)) if len(args) == 2 else new


MUTANT: Final = ShadingMutant(
    "unsigned-minimum",
    "minimum and maximum selected with the wrong signedness",
    "min or max of signed integers, of which some are negative",
    ALL,
    _change,
)
