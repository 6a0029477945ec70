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
    OUTSIDE,
    Whole,
    fetched_texel,
    gathered_texels,
    is_amid,
    is_between,
    is_outside,
    sampled_texel,
)
from aberration.core.textures import MODULUS

from ..builtins.row import Builtin, Hazard
from ..builtins.signature import BuiltinParameter, Overload
from ..types import FLOAT, INT, Scalar, Vector, vector

_FOUR: Final = 4


def _row(
    name: str, meaning: Callable[..., Whole], says: str, when: Callable[..., bool]
) -> tuple[Builtin, Builtin]:
    """Return the function of float textures and of integer ones."""

    def of_floats(*arguments: Any) -> tuple[float, ...]:
        return tuple(one / (MODULUS - 1) for one in meaning(*arguments))

    hazard = Hazard(says, when, "undefined", "undefined")
    return (
        Builtin(name, "texture", (), of_floats, False, (hazard,)),
        Builtin(f"{name} of integers", "texture", (), meaning, False, (hazard,)),
    )


_ROWS: Final = MappingProxyType(
    {
        "sample": _row("sampled texel", sampled_texel, BETWEEN, is_between),
        "gather": _row("gathered texels", gathered_texels, AMID, is_amid),
        "compare": _row("compared texel", compared_texel, NEAR, is_comparison_open),
        "gather compare": _row(
            "gathered comparisons", gathered_comparisons, NEAR_FOUR, are_comparisons_open
        ),
        "fetch": _row("fetched texel", fetched_texel, OUTSIDE, is_outside),
    }
)


def lookup(name: str, kind: str, component: Scalar) -> Overload:
    """Return the function that looks a texel up for a call of this name; `kind`: sample, gather,
    compare, gather compare or fetch. It takes coordinates, offset, size and picture.
    """
    floats, integers = _ROWS[kind]
    place: Vector = vector(INT if kind == "fetch" else FLOAT, _FOUR)
    types = (place, vector(INT, 3), vector(INT, 3), vector(INT, _FOUR))
    return Overload(
        name,
        floats if component is FLOAT else integers,
        vector(component, _FOUR),
        tuple(BuiltinParameter(type) for type in types),
        types,
        ("in",) * len(types),
    )
