"""Words of ESSL by version: grammar, types, and those kept for the future."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.glsl.words import image_types, sampler_types
from aberration.languages.shading.rules import words

_GRAMMAR_100: Final = words(
    "attribute const uniform varying break continue do for while if else in out inout lowp "
    "mediump highp"
    " precision invariant discard return struct true false"
)
_GRAMMAR_300: Final = words(
    "const uniform layout centroid flat smooth break continue do for while switch case "
    "default if else in out"
    " inout invariant discard return struct lowp mediump highp precision true false"
)
_GRAMMAR_SINCE: Final = (
    (310, words("buffer shared coherent volatile restrict readonly writeonly")),
    (320, words("patch sample precise")),
)
_TYPES_100: Final = words("void bool int float sampler2D samplerCube") | {
    f"{prefix}{size}" for prefix in ("vec", "ivec", "bvec", "mat") for size in (2, 3, 4)
}
_TYPES_300: Final = (
    _TYPES_100
    | {"uint"}
    | {f"{prefix}{size}" for prefix in ("uvec", "mat2x", "mat3x", "mat4x") for size in (2, 3, 4)}
    | sampler_types(words("2D 3D Cube 2DArray"), words("2D Cube 2DArray"))
)
_TYPES_310: Final = (
    _TYPES_300
    | {"atomic_uint"}
    | sampler_types(words("2DMS"), frozenset())
    | image_types(words("2D 3D Cube 2DArray"))
)
_TYPES_320: Final = (
    _TYPES_310
    | sampler_types(words("Buffer CubeArray 2DMSArray"), words("CubeArray"))
    | image_types(words("Buffer CubeArray"))
)

_RESERVED_100: Final = words(
    "asm class union enum typedef template this packed goto switch default inline noinline "
    "volatile public static"
    " extern external interface flat long short double half fixed unsigned superp input "
    "output hvec2 hvec3 hvec4"
    " dvec2 dvec3 dvec4 fvec2 fvec3 fvec4 sampler1D sampler3D sampler1DShadow "
    "sampler2DShadow sampler2DRect"
    " sampler3DRect sampler2DRectShadow sizeof cast namespace using"
)
_RESERVED_300: Final = (
    words(
        "attribute varying coherent volatile restrict readonly writeonly resource "
        "atomic_uint noperspective patch"
        " sample subroutine common partition active asm class union enum typedef template "
        "this goto inline noinline"
        " public static extern external interface long short double half fixed unsigned "
        "superp input output hvec2"
        " hvec3 hvec4 dvec2 dvec3 dvec4 fvec2 fvec3 fvec4 sampler3DRect filter sizeof cast "
        "namespace using sampler1D"
        " sampler1DShadow sampler1DArray sampler1DArrayShadow isampler1D isampler1DArray "
        "usampler1D usampler1DArray"
        " sampler2DRect sampler2DRectShadow isampler2DRect usampler2DRect"
    )
    | image_types(words("1D 2D 3D Cube 1DArray 2DArray Buffer"))
    | sampler_types(words("Buffer 2DMS 2DMSArray"), frozenset())
)


def grammar(version: int) -> frozenset[str]:
    """Return the keywords that are no types."""
    if version == 100:
        return _GRAMMAR_100
    return _GRAMMAR_300.union(*(more for first, more in _GRAMMAR_SINCE if version >= first))


def types(version: int) -> frozenset[str]:
    """Return the names of built-in types, which are keywords."""
    return {100: _TYPES_100, 300: _TYPES_300, 310: _TYPES_310}.get(version, frozenset(_TYPES_320))


def reserved_words(version: int) -> frozenset[str]:
    """Return the words that no program may use yet."""
    return (
        (_RESERVED_100 if version == 100 else frozenset(_RESERVED_300))
        - grammar(version)
        - types(version)
    )
