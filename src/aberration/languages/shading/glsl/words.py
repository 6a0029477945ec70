"""Words of GLSL by version: grammar, types, and those kept for the future."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.rules import words

QUALIFIER_WORDS: Final = words(
    "const in out inout uniform buffer shared attribute varying centroid flat smooth noperspective patch sample"
    " invariant precise coherent volatile restrict readonly writeonly lowp mediump highp layout"
)
FLOW: Final = words(
    "break continue do for while switch case default if else discard return struct precision true false"
)

_GRAMMAR_330: Final = words(
    "const in out inout uniform attribute varying centroid flat smooth noperspective invariant lowp mediump highp"
    " layout"
)
_GRAMMAR_SINCE: Final = (
    (400, words("patch sample precise subroutine")),
    (420, words("coherent volatile restrict readonly writeonly")),
    (430, words("buffer shared")),
)

_TYPES_330: Final = words("void bool int uint float") | {
    f"{prefix}{size}"
    for prefix in ("vec", "ivec", "uvec", "bvec", "mat", "mat2x", "mat3x", "mat4x")
    for size in (2, 3, 4)
}
_SAMPLED_330: Final = words("1D 2D 3D Cube 2DRect 1DArray 2DArray Buffer 2DMS 2DMSArray")
_SHADOWS_330: Final = words("1D 2D Cube 2DRect 1DArray 2DArray")
_IMAGED_420: Final = words("1D 2D 3D 2DRect Cube Buffer 1DArray 2DArray CubeArray 2DMS 2DMSArray")

_RESERVED: Final = words(
    "common partition active asm class union enum typedef template this resource goto inline noinline public"
    " static extern external interface long short half fixed unsigned superp input output hvec2 hvec3 hvec4 fvec2"
    " fvec3 fvec4 sampler3DRect filter sizeof cast namespace using"
)
_LATER: Final = words("volatile coherent restrict readonly writeonly double dvec2 dvec3 dvec4")


def sampled(shapes: frozenset[str], shadows: frozenset[str]) -> set[str]:
    """Return the sampler types of some shapes."""
    plain = {f"{prefix}sampler{shape}" for prefix in ("", "i", "u") for shape in shapes}
    return plain | {f"sampler{shape}Shadow" for shape in shadows}


def imaged(shapes: frozenset[str]) -> set[str]:
    """Return the image types of some shapes."""
    return {f"{prefix}image{shape}" for prefix in ("", "i", "u") for shape in shapes}


def grammar(version: int) -> frozenset[str]:
    """Return the keywords that are no types."""
    since = (more for first, more in _GRAMMAR_SINCE if version >= first)
    return FLOW.union(_GRAMMAR_330, *since)


def types(version: int) -> frozenset[str]:
    """Return the names of built-in types, which are keywords."""
    found = _TYPES_330 | sampled(_SAMPLED_330, _SHADOWS_330)
    if version >= 400:
        found |= {"double"} | {
            f"{prefix}{size}" for prefix in ("dvec", "dmat", "dmat2x", "dmat3x", "dmat4x") for size in (2, 3, 4)
        }
        found |= sampled(frozenset(("CubeArray",)), frozenset(("CubeArray",)))
    if version >= 420:
        found |= imaged(_IMAGED_420) | {"atomic_uint"}
    return frozenset(found)


def reserved(version: int) -> frozenset[str]:
    """Return the words that no program may use yet."""
    return (_RESERVED | _LATER) - grammar(version) - types(version)
