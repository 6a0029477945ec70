"""What differs between the versions of GLSL and ESSL, as far as the checker asks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec

from ...builtins.row import Language, Stage
from ...opaque import COUNTER, IMAGES, SAMPLERS
from ...types import DOUBLE, FLOAT, SCALARS, VOID, Opaque, Type, element_of, matrices, vectors

_SIDES: Final = (2, 3, 4)
_LOW: Final = "lowp"
_MEDIUM: Final = "mediump"
_HIGH: Final = "highp"


class Features(msgspec.Struct, frozen=True, kw_only=True):
    """`precisions` are the default precisions that a stage begins with, by type; None where
    precision means nothing.
    """

    constant_globals: bool
    """Initialisers at module scope are constant expressions."""
    constants_may_vary: bool
    """`const` variables may have initialisers that are no constant expressions."""
    uniform_initialisers: bool
    arrays_are_values: bool
    """Arrays are constructed, assigned, compared and returned."""
    unsized_arrays: bool
    arrays_in_conditionals: bool
    matrices_of_matrices: bool
    scalar_swizzles: bool
    sampler_index_is_constant: bool
    converts_results: bool
    """`return` converts as assignment does."""
    underscores_reserved: bool
    builtins_are_fixed: bool
    """A program may neither redefine nor overload a built-in function."""
    last_label_needs_statement: bool
    switch_labels_convert: bool
    integer_varyings: bool
    precisions: Mapping[str, str] | None = None
    version: int
    column: int
    """0 in GLSL, 1 in ESSL: which of two versions counts."""

    def has(self, since: tuple[int, int]) -> bool:
        """Whether something is there that came with these versions of GLSL and ESSL."""
        return self.version >= since[self.column]


_SAMPLER_DEFAULTS: Final = {"sampler2D": _LOW, "samplerCube": _LOW, "atomic_uint": _HIGH}


def _precisions(stage: Stage) -> Mapping[str, str]:
    if stage == "fragment":
        return {"int": _MEDIUM, "uint": _MEDIUM, **_SAMPLER_DEFAULTS}
    return {"int": _HIGH, "uint": _HIGH, "float": _HIGH, **_SAMPLER_DEFAULTS}


@cache
def features(language: Language, version: int, stage: Stage) -> Features:
    """Return what a language's version has."""
    es = language == "essl"
    return Features(
        constant_globals=es,
        constants_may_vary=not es and version >= 420,
        uniform_initialisers=not es and version >= 120,
        arrays_are_values=version >= (300 if es else 120),
        unsized_arrays=not es,
        arrays_in_conditionals=version >= (300 if es else 120),
        matrices_of_matrices=version >= (300 if es else 120),
        scalar_swizzles=not es and version >= 420,
        sampler_index_is_constant=version < (320 if es else 400),
        converts_results=not es,
        underscores_reserved=es and version < 300,
        builtins_are_fixed=es and version >= 300,
        last_label_needs_statement=es,
        switch_labels_convert=not es,
        integer_varyings=version >= (300 if es else 130),
        precisions=_precisions(stage) if es else None,
        version=version,
        column=int(es),
    )


def _all_names() -> dict[str, Type]:
    names: dict[str, Type] = {"void": VOID}
    names |= {scalar.glsl: scalar for scalar in SCALARS if scalar.bits > 16}
    names |= {vector.glsl: vector for vector in vectors() if vector.component.bits > 16}
    for matrix in matrices():
        if matrix.component in (FLOAT, DOUBLE):
            names[matrix.glsl] = matrix
    for side in _SIDES:
        names[f"mat{side}x{side}"] = names[f"mat{side}"]
        names[f"dmat{side}x{side}"] = names[f"dmat{side}"]
    return names | dict(SAMPLERS) | dict(IMAGES) | {"atomic_uint": COUNTER}


NAMED_TYPES: Final[Mapping[str, Type]] = _all_names()
"""All types that GLSL and ESSL name; which of them a version has, its rules say."""


def default_key(type: Type) -> str | None:
    """Return the type whose default precision another one takes; None where it has no precision."""
    element = element_of(type)
    if element is not None:
        return element.kind if element.kind in ("float", "int", "uint") else None
    return type.glsl if isinstance(type, Opaque) else None
