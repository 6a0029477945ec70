"""Extensions that bring functions to versions of GLSL and ESSL that lack them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_PACKING: Final = frozenset(
    f"{verb}{kind}"
    for verb in ("pack", "unpack")
    for kind in ("Unorm2x16", "Snorm2x16", "Unorm4x8", "Snorm4x8", "Half2x16")
)
BROUGHT: Final[Mapping[str, frozenset[str]]] = {
    "GL_OES_standard_derivatives": frozenset(("dFdx", "dFdy", "fwidth")),
    "GL_ARB_derivative_control": frozenset(
        f"{name}{kind}" for name in ("dFdx", "dFdy", "fwidth") for kind in ("Fine", "Coarse")
    ),
    "GL_ARB_gpu_shader5": frozenset(
        (
            "fma",
            "frexp",
            "ldexp",
            "bitfieldExtract",
            "bitfieldInsert",
            "bitfieldReverse",
            "bitCount",
            "findLSB",
            "findMSB",
            "uaddCarry",
            "usubBorrow",
            "umulExtended",
            "imulExtended",
            "packUnorm2x16",
            "packUnorm4x8",
            "packSnorm4x8",
            "unpackUnorm2x16",
            "unpackUnorm4x8",
            "unpackSnorm4x8",
            "textureGather",
            "textureGatherOffset",
            "textureGatherOffsets",
            "interpolateAtCentroid",
            "interpolateAtSample",
            "interpolateAtOffset",
        )
    ),
    "GL_ARB_shading_language_packing": _PACKING,
    "GL_ARB_texture_gather": frozenset(("textureGather", "textureGatherOffset")),
    "GL_ARB_shader_image_load_store": frozenset(
        (
            "imageLoad",
            "imageStore",
            "memoryBarrier",
            "imageAtomicExchange",
            "imageAtomicCompSwap",
            *(f"imageAtomic{what}" for what in ("Add", "Min", "Max", "And", "Or", "Xor")),
        )
    ),
}
"""By extension, the functions of later versions that it brings; those with names of their own
are in the table.
"""


def brings(extensions: frozenset[str], name: str) -> bool:
    """Whether one of the extensions brings a function of a later version."""
    return any(name in BROUGHT.get(extension, ()) for extension in extensions)
