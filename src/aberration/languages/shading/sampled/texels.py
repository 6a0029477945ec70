"""Which texel a sample, a gather or a fetch gives, as built-in functions of a shading language:
`core.texels` says it.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, Final

from aberration.core.blends import UNBLENDED, blended_texel, is_blended_nowhere
from aberration.core.comparisons import (
    NEAR,
    NEAR_FOUR,
    are_comparisons_open,
    compared_texel,
    gathered_comparisons,
    is_comparison_open,
)
from aberration.core.lods import AXES, lods_of_slopes
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


def _weighted_row(
    name: str,
    meaning: Callable[..., tuple[float, ...]],
    *open_where: tuple[str, Callable[..., bool]],
) -> tuple[Builtin, Builtin]:
    """Return the function of a weighted sum twice: integers are not filtered."""
    hazards = tuple(Hazard(says, when, "undefined", "undefined") for says, when in open_where)
    made = Builtin(name, "texture", (), meaning, False, hazards)
    return made, made


def lods_in_a_quad(
    right: tuple[float, ...],
    down: tuple[float, ...],
    other_right: tuple[float, ...],
    other_down: tuple[float, ...],
    size: Whole,
) -> tuple[float, ...]:
    """Return the level of detail of slopes to the right and down, three each: those of the pixel's
    own row and column, and the others of its quad, which a driver may take as well. A bias stands
    behind the first ones.
    """
    at = (*right[:AXES], *down[:AXES])
    others = (*other_right[:AXES], *other_down[:AXES])
    lo, hi = (tuple(map(end, at, others)) for end in (min, max))
    bias = (right[AXES],) * 3
    return lods_of_slopes(at, lo, hi, size, bias, is_promised=False)


_ROWS: Final = MappingProxyType(
    {
        "sample": _row(
            "sampled texel", sampled_texel, (LEVEL_OPEN, is_level_open), (BETWEEN, is_between)
        ),
        "gather": _row("gathered texels", gathered_texels, (AMID, is_amid)),
        "filter": _weighted_row(
            "filtered texel",
            filtered_texel,
            (LEVEL_OPEN, is_level_open),
            (FAR, is_filtered_nowhere),
        ),
        "blend": _weighted_row("blended texel", blended_texel, (UNBLENDED, is_blended_nowhere)),
        "compare": _row("compared texel", compared_texel, (NEAR, is_comparison_open)),
        "gather compare": _row(
            "gathered comparisons", gathered_comparisons, (NEAR_FOUR, are_comparisons_open)
        ),
        "fetch": _row("fetched texel", fetched_texel, (OUTSIDE, is_outside)),
        "size": _row("asked size", size_of_level, (NO_LEVEL, is_missing)),
    }
)


_LODS: Final = Builtin("lods in a quad", "texture", (), lods_in_a_quad, False, ())


def lookup(name: str, kind: str, component: Scalar) -> Overload:
    """Return the function that looks a texel up for a call of this name; `kind`: sample, filter (a
    sample with a linear filter), blend (one of two levels), gather, compare, gather compare, fetch
    or size. It takes coordinates, offset, size and picture; of a sample, the level of detail.
    """
    floats, integers = _ROWS[kind]
    place: Vector = vector(INT if kind in ("fetch", "size") else FLOAT, _FOUR)
    lods: tuple[Type, ...] = (vector(FLOAT, 3),) if kind in ("sample", "filter", "blend") else ()
    types = (place, vector(INT, 3), vector(INT, _FOUR), vector(INT, _FOUR), *lods)
    made = floats if component is FLOAT else integers
    return _overload(name, made, vector(component, _FOUR), types)


def lookup_of_lods(name: str) -> Overload:
    """Return the function that gives the level of detail for a call of this name: the ideal one,
    the least and the largest (`lods_in_a_quad`).
    """
    slopes = vector(FLOAT, _FOUR)
    return _overload(name, _LODS, vector(FLOAT, 3), (*[slopes] * 4, vector(INT, _FOUR)))


def _overload(name: str, made: Builtin, result: Type, types: tuple[Type, ...]) -> Overload:
    parameters = tuple(BuiltinParameter(type) for type in types)
    return Overload(name, made, result, parameters, types, ("in",) * len(types))
