"""Uniforms that shaders everywhere ask for by name, with the values that they have where nobody
gives one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SIZES: Final = frozenset(("resolution", "iResolution", "u_resolution", "uResolution"))
"""Names by which a shader asks for the size of the image."""
_SWITCH: Final = "injectionSwitch"
"""GraphicsFuzz's uniform, which is (0, 1)."""
_SECONDS: Final = 1.5
_FRAMES_PER_SECOND: Final = 64.0
_CLOCKS: Final = ("iTime", "iGlobalTime")

SHADERTOY: Final[Mapping[str, str]] = {
    "iResolution": "vec3",
    "iTime": "float",
    "iGlobalTime": "float",
    "iTimeDelta": "float",
    "iFrameRate": "float",
    "iFrame": "int",
    "iMouse": "vec4",
    "iDate": "vec4",
    "iSampleRate": "float",
    "iChannelTime": "float[4]",
    "iChannelResolution": "vec3[4]",
    **{f"iChannel{number}": "sampler2D" for number in range(4)},
}
"""The uniforms that Shadertoy declares for each shader, with their types; `iGlobalTime` is the
old name of `iTime`.
"""
_VALUES: Final[Mapping[str, tuple[float, ...]]] = {
    _SWITCH: (0.0, 1.0),
    **dict.fromkeys(_CLOCKS, (_SECONDS,)),
    "iTimeDelta": (1.0 / _FRAMES_PER_SECOND,),
    "iFrameRate": (_FRAMES_PER_SECOND,),
    "iFrame": (_SECONDS * _FRAMES_PER_SECOND,),
    # Year, month counted from 0, day, seconds of the day.
    "iDate": (2024.0, 4.0, 17.0, 43200.0 + _SECONDS),
    "iSampleRate": (44100.0,),
}
"""All exact as floats, and in step with each other: the 96th frame, 1.5 s after the start.
`iMouse` is zero, as long as nobody pressed a button.
"""
_REASONS: Final[Mapping[str, str]] = {_SWITCH: "as GraphicsFuzz has it"}


def well_known_value(
    name: str, count: int, image: tuple[int, int]
) -> tuple[tuple[float, ...], str] | None:
    """Return the value of a number or vector of `count` components that a name asks for, and why
    it is that; None where the name says nothing. `image` is width and height, in pixels.
    """
    if name in SIZES and count in (2, 3):
        return (*image, 1.0)[:count], "the size of the image"
    value = _VALUES.get(name)
    if value is None or len(value) != count:
        return None
    return value, _REASONS.get(name, "as its name says")
