"""Words of GLSL by version: grammar, types, and those kept for the future."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.rules import words

QUALIFIER_WORDS: Final = words(
    "const in out inout uniform buffer shared attribute varying centroid flat smooth "
    "noperspective patch sample"
    " invariant precise coherent volatile restrict readonly writeonly lowp mediump highp layout"
)
FLOW: Final = words(
    "break continue do for while switch case default if else discard return struct "
    "precision true false"
)

_GRAMMAR_110: Final = FLOW - words("switch case default precision") | words(
    "const in out inout uniform attribute varying"
)
_GRAMMAR_SINCE: Final = (
    (120, words("centroid invariant")),
    (130, words("flat smooth noperspective lowp mediump highp precision switch case default")),
    (140, words("layout")),
    (400, words("patch sample precise subroutine")),
    (420, words("coherent volatile restrict readonly writeonly")),
    (430, words("buffer shared")),
)


def _with_sizes(*prefixes: str) -> frozenset[str]:
    return frozenset(f"{prefix}{size}" for prefix in prefixes for size in (2, 3, 4))


_TYPES_110: Final = words(
    "void bool int float sampler1D sampler2D sampler3D samplerCube sampler1DShadow sampler2DShadow"
) | _with_sizes("vec", "ivec", "bvec", "mat")
_SAMPLED_SINCE: Final[tuple[tuple[int, frozenset[str], frozenset[str]], ...]] = (
    (130, words("1D 2D 3D Cube 1DArray 2DArray"), words("1D 2D Cube 1DArray 2DArray")),
    (140, words("2DRect Buffer"), words("2DRect")),
    (150, words("2DMS 2DMSArray"), frozenset()),
    (400, words("CubeArray"), words("CubeArray")),
)
_IMAGED_420: Final = words("1D 2D 3D 2DRect Cube Buffer 1DArray 2DArray CubeArray 2DMS 2DMSArray")

_RESERVED: Final = words(
    "common partition active asm class union enum typedef template this resource goto "
    "inline noinline public"
    " static extern external interface long short half fixed unsigned superp input output "
    "hvec2 hvec3 hvec4 fvec2"
    " fvec3 fvec4 sampler3DRect filter sizeof cast namespace using"
)
_RESERVED_110: Final = words(
    "asm class union enum typedef template this packed goto inline noinline volatile public "
    "static extern external"
    " interface long short double half fixed unsigned input output hvec2 hvec3 hvec4 dvec2 "
    "dvec3 dvec4 fvec2 fvec3"
    " fvec4 sampler2DRect sampler3DRect sampler2DRectShadow sizeof cast namespace using"
)
_FLOW_110: Final = words("switch default")
_RESERVED_130: Final = words("common partition active superp filter")
_LATER: Final = words("volatile coherent restrict readonly writeonly double dvec2 dvec3 dvec4")


def sampler_types(shapes: frozenset[str], shadows: frozenset[str]) -> set[str]:
    """Return the sampler types of some shapes."""
    plain = {f"{prefix}sampler{shape}" for prefix in ("", "i", "u") for shape in shapes}
    return plain | {f"sampler{shape}Shadow" for shape in shadows}


def image_types(shapes: frozenset[str]) -> set[str]:
    """Return the image types of some shapes."""
    return {f"{prefix}image{shape}" for prefix in ("", "i", "u") for shape in shapes}


def grammar(version: int) -> frozenset[str]:
    """Return the keywords that are no types."""
    since = (more for first, more in _GRAMMAR_SINCE if version >= first)
    return _GRAMMAR_110.union(*since)


def types(version: int) -> frozenset[str]:
    """Return the names of built-in types, which are keywords."""
    found = set(_TYPES_110)
    if version >= 120:
        found |= _with_sizes("mat2x", "mat3x", "mat4x")
    if version >= 130:
        found |= {"uint"} | _with_sizes("uvec")
    for first, shapes, shadows in _SAMPLED_SINCE:
        if version >= first:
            found |= sampler_types(shapes, shadows)
    if version >= 400:
        found |= {"double"} | {
            f"{prefix}{size}"
            for prefix in ("dvec", "dmat", "dmat2x", "dmat3x", "dmat4x")
            for size in (2, 3, 4)
        }
    if version >= 420:
        found |= image_types(_IMAGED_420) | {"atomic_uint"}
    return frozenset(found)


def reserved_words(version: int) -> frozenset[str]:
    """Return the words that no program may use yet."""
    words_then = (
        _RESERVED | _LATER
        if version >= 330
        else _RESERVED_110 | (_RESERVED_130 if version >= 130 else _FLOW_110)
    )
    return words_then - grammar(version) - types(version)
