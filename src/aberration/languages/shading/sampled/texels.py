"""Which texel a sample, a gather or a fetch gives, as built-in functions of a shading language:
`core.texels` says it.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

from aberration.core.comparisons import (
    NEAR,
    NEAR_FOUR,
    are_comparisons_open,
    compared_texel,
    gathered_comparisons,
    is_comparison_open,
)
from aberration.core.texels import (
    AMID,
    BETWEEN,
    FAR,
    LEVEL_OPEN,
    NO_LEVEL,
    OUTSIDE,
    Whole,
    fetched_texel,
    filtered_texel,
    gathered_texels,
    is_amid,
    is_between,
    is_filtered_nowhere,
    is_level_open,
    is_missing,
    is_outside,
    sampled_texel,
    size_of_level,
)
from aberration.core.textures import MODULUS

from ..builtins.row import Builtin, Hazard
from ..builtins.signature import BuiltinParameter, Overload
from ..types import FLOAT, INT, Scalar, Type, Vector, vector

_FOUR: Final = 4


def _row(
    name: str, meaning: Callable[..., Whole], *open_where: tuple[str, Callable[..., bool]]
) -> tuple[Builtin, Builtin]:
    """Return the function of float textures and of integer ones, both open in the same cases."""

    def of_floats(*arguments: Any) -> tuple[float, ...]:
        return tuple(one / (MODULUS - 1) for one in meaning(*arguments))

    hazards = tuple(Hazard(says, when, "undefined", "undefined") for says, when in open_where)
    return (
        Builtin(name, "texture", (), of_floats, False, hazards),
        Builtin(f"{name} of integers", "texture", (), meaning, False, hazards),
    )


def _filtered_row() -> tuple[Builtin, Builtin]:
    """Return the function of a linear filter twice: integers are not filtered."""
    hazards = (
        Hazard(LEVEL_OPEN, is_level_open, "undefined", "undefined"),
        Hazard(FAR, is_filtered_nowhere, "undefined", "undefined"),
    )
    made = Builtin("filtered texel", "texture", (), filtered_texel, False, hazards)
    return made, made


_ROWS: Final = MappingProxyType(
    {
        "sample": _row(
            "sampled texel", sampled_texel, (LEVEL_OPEN, is_level_open), (BETWEEN, is_between)
        ),
        "gather": _row("gathered texels", gathered_texels, (AMID, is_amid)),
        "filter": _filtered_row(),
        "compare": _row("compared texel", compared_texel, (NEAR, is_comparison_open)),
        "gather compare": _row(
            "gathered comparisons", gathered_comparisons, (NEAR_FOUR, are_comparisons_open)
        ),
        "fetch": _row("fetched texel", fetched_texel, (OUTSIDE, is_outside)),
        "size": _row("asked size", size_of_level, (NO_LEVEL, is_missing)),
    }
)


def lookup(name: str, kind: str, component: Scalar) -> Overload:
    """Return the function that looks a texel up for a call of this name; `kind`: sample, filter (a
    sample with a linear filter), gather, compare, gather compare, fetch or size. It takes
    coordinates, offset, size and picture; of a sample, the level.
    """
    floats, integers = _ROWS[kind]
    place: Vector = vector(INT if kind in ("fetch", "size") else FLOAT, _FOUR)
    level: tuple[Type, ...] = (FLOAT,) if kind in ("sample", "filter") else ()
    types = (place, vector(INT, 3), vector(INT, _FOUR), vector(INT, _FOUR), *level)
    return Overload(
        name,
        floats if component is FLOAT else integers,
        vector(component, _FOUR),
        tuple(BuiltinParameter(type) for type in types),
        types,
        ("in",) * len(types),
    )
