"""Rows of the table of built-in functions that no program of `smith` calls, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aberration.languages.shading.builtins.table import ROWS

THEMES: Final[Mapping[str, str]] = {
    "image": "needs an image, whose contents no input of a test gives",
    "subgroup": "what it gives depends on which invocations the device runs together",
}
"""By the theme of the row."""
NAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        (
            "atomicCounter", "atomicCounterIncrement", "atomicCounterDecrement",
            "atomicCounterAdd", "atomicCounterSubtract", "atomicCounterMin", "atomicCounterMax",
            "atomicCounterAnd", "atomicCounterOr", "atomicCounterXor", "atomicCounterExchange",
            "atomicCounterCompSwap", "memoryBarrierAtomicCounter",
        ),
        "needs an atomic counter, which no input of a test gives, and Vulkan lacks",
    ),
    **dict.fromkeys(
        ("anyInvocation", "allInvocations", "allInvocationsEqual"),
        "what it gives depends on which invocations the device runs together",
    ),
    **dict.fromkeys(
        ("interpolateAtCentroid", "interpolateAtSample", "interpolateAtOffset"),
        "needs an input of an earlier stage, and programs have one stage",
    ),
    **dict.fromkeys(
        ("fma of doubles", "packDouble2x32", "unpackDouble2x32"),
        "needs doubles, which most devices lack, and programs have none",
    ),
    **dict.fromkeys(
        (
            "texture1D", "texture1DProj", "texture2D", "texture2DProj", "texture3D",
            "texture3DProj", "textureCube", "shadow1D", "shadow1DProj", "shadow2D", "shadow2DProj",
        ),
        "is a name of versions before those that programs are written in",
    ),
    **dict.fromkeys(
        ("textureSamples", "textureNumSamples"),
        "needs a texture of several samples, which no input of a test gives",
    ),
    **dict.fromkeys(
        ("textureGatherOffsets", "textureSampleBaseClampToEdge"),
        "our interpreter does not know what it gives",
    ),
    **dict.fromkeys(
        ("EmitVertex", "EndPrimitive", "EmitStreamVertex", "EndStreamPrimitive"),
        "needs the geometry stage, and programs are for others",
    ),
    "textureQueryLod": "asks for the level that derivatives choose, which is open",
    "textureStore": "needs an image, whose contents no input of a test gives",
    "atomicCompareExchangeWeak": "may fail at any time, so that its result is open",
    "textureBarrier": "orders textures that are written, which programs have none of",
}  # fmt: skip
"""By the name of the row."""
_THEME_OF: Final = {row.name: row.theme for row in ROWS}


def reason(row: str) -> str:
    """Return why no program calls a row of this name; nothing where programs should."""
    if row in NAMES:
        return NAMES[row]
    theme = _THEME_OF[row]
    return next((why for word, why in THEMES.items() if word in theme), "")
